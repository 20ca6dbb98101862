// The frame of every signed-in screen: side menu, top bar, the screen, and the drawers the address may open.
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { ConfigProvider } from 'antd'
import esES from 'antd/locale/es_ES'
import 'virtual:antd.css'
import { type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { CallerContext } from '../../api/use-call.ts'
import { useTheme } from '../../lib/theme.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useStore } from '../../lib/use-store.ts'
import { session, type User, verifySession } from '../../session/session.ts'
import { UserProvider } from '../../session/user-context.ts'
import { Drawers } from '../drawers/Drawers.tsx'
import { antdTheme, nonce } from '../theme.ts'
import { NoScreens } from './NoScreens.tsx'
import '../print.css'
import './shell.css'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { useScreens } from './use-screens.ts'

const CHECK_MS = 30_000

const Frame = ({ user }: { user: User }): ReactNode => {
  const none = useScreens(user).length === 0
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    const timer = setInterval(() => void verifySession(), CHECK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="shell">
      <a className="shell__skip" href="#content">
        Saltar al contenido
      </a>
      <SideMenu user={user} />
      <div className="shell__main">
        <TopBar user={user} />
        <main id="content" className="shell__content" tabIndex={-1} key={path}>
          {none ? (
            <NoScreens />
          ) : (
            <Suspense fallback={<div className="shell__wait" role="status" aria-label="Cargando" />}>
              <Outlet />
            </Suspense>
          )}
        </main>
      </div>
      <Drawers user={user} />
    </div>
  )
}

export const Shell = (): ReactNode => {
  const now = useStore(session)
  const { dark } = useTheme()
  const navigate = useNavigate()
  const href = useRouterState({ select: ({ location }) => location.href })
  const origin = useRef(href)
  if (now.status === 'in') origin.current = href
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => antdTheme(dark, still), [dark, still])
  const csp = useMemo(() => ({ nonce: nonce() }), [])

  useEffect(() => {
    if (now.status !== 'out') return
    const back = now.lost && origin.current !== '/' ? { redirect: origin.current } : {}
    void navigate({ to: '/login', search: back as never, replace: true })
  }, [now, navigate])

  if (now.status !== 'in') return null
  return (
    <ConfigProvider locale={esES} theme={theme} csp={csp}>
      <QueryClientProvider client={queryClient}>
        <CallerContext value={now.user.userId}>
          <UserProvider value={now.user}>
            <Frame user={now.user} />
          </UserProvider>
        </CallerContext>
      </QueryClientProvider>
    </ConfigProvider>
  )
}
