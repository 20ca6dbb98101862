// The whole console. The router is rendered only once the session is known.
import { RouterProvider } from '@tanstack/react-router'
import { useTheme } from '../lib/theme.ts'
import { useStore } from '../lib/use-store.ts'
import { session } from '../session/session.ts'
import { FullScreenLoader } from '../ui/list/Loader.tsx'
import { Notices } from '../ui/overlay/Notices.tsx'
import { router } from './router.tsx'

export const App = () => {
  const { status } = useStore(session)
  useTheme()
  return (
    <>
      {status === 'checking' ? <FullScreenLoader label="Autorizando" /> : <RouterProvider router={router} />}
      <Notices />
    </>
  )
}
