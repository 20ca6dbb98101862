// What every signed-in screen stands in: the cache of answers, the user, and the frame.
import { QueryClientProvider } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { CallerContext } from '../../api/use-call.ts'
import { useStore } from '../../lib/use-store.ts'
import { session } from '../../session/session.ts'
import { UserProvider } from '../../session/user-context.ts'
import '../print.css'
import { Frame } from './Frame.tsx'

export const Shell = () => {
  const now = useStore(session)
  const navigate = useNavigate()
  const href = useRouterState({ select: ({ location }) => location.href })
  const origin = useRef(href)
  if (now.status === 'in') origin.current = href

  useEffect(() => {
    if (now.status !== 'out') return
    const back = now.lost && origin.current !== '/' ? { redirect: origin.current } : {}
    void navigate({ to: '/login', search: back as never, replace: true })
  }, [now, navigate])

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
