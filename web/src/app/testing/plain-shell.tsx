// The shell without the library's styles, which only the build makes.
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { CallerContext } from '../../api/use-call.ts'
import { useStore } from '../../lib/use-store.ts'
import { session } from '../../session/session.ts'
import { UserProvider } from '../../session/user-context.ts'
import { Frame } from '../shell/Frame.tsx'

export const Shell = () => {
  const now = useStore(session)
  if (now.status !== 'in') return null
  return (
    <QueryClientProvider client={queryClient}>
      <CallerContext value={now.user.userId}>
        <UserProvider value={now.user}>
          <Frame user={now.user} />
        </UserProvider>
      </CallerContext>
    </QueryClientProvider>
  )
}
