// The frame: side menu, top bar, the screen, and the drawers that the address opens. Menu and screen follow the
// permissions of the session.
import './shell.css'
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useIsOffline } from '../../api/offline.ts'
import { useQueueOpen } from '../../lib/queue-open.ts'
import { useBackSkipsClosed } from '../../lib/use-back-closes.ts'
import { useTitle } from '../../lib/use-title.ts'
import { can, type User, verifySession } from '../../session/session.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import '../../ui/tabs.css'
import { useTabInSight } from '../../ui/use-tab-in-sight.ts'
import { Drawers } from '../drawers/Drawers.tsx'
import { tabsOf } from '../menu.ts'
import type { Screen } from '../screens.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { useScreens } from './use-screens.ts'
import { useSignOut } from './use-sign-out.ts'

const QueuePanel = lazy(() => import('../../features/queue/QueuePanel.tsx').then((m) => ({ default: m.QueuePanel })))

export const QueueSide = ({ user }: { user: User }) => {
  const { open, fresh, setOpen } = useQueueOpen(user.userId)
  if (!open || !can(user, 'queue_read')) return null
  return (
    <Suspense>
      <QueuePanel onClose={() => setOpen(false)} fresh={fresh} />
    </Suspense>
  )
}

const NoScreens = () => {
  useTitle('Sin secciones')
  const { signOut } = useSignOut(useUser())
  return (
    <Message
      title="Su usuario no tiene secciones asignadas"
      detail="Pida a quien administra la cuenta de su empresa que revise el perfil de su usuario."
      action={<Button label="Cerrar sesión" onClick={() => void signOut()} />}
    />
  )
}

const CHECK_MS = 30_000

/** Optional: each screen loads what it shows itself. */
const TagsAtLogin = lazy(() =>
  import('./TagsAtLogin.tsx').then(
    (m) => ({ default: m.TagsAtLogin }),
    () => ({ default: () => null }),
  ),
)

/** The tabs of the screens that share the current menu entry. */
const ScreenTabs = ({ open, path }: { open: readonly Screen[]; path: string }) => {
  const { country } = useUser()
  const family = tabsOf(open, path, country)
  const row = useTabInSight(path)
  if (!family) return null
  return (
    <nav
      ref={row}
      aria-label={family.title}
      className="tabs shell__tabs no-print flex gap-4 rigid ruled scroll-x relative"
    >
      {family.tabs.map(([to, name]) => (
        <Link
          key={to}
          to={to}
          className="tabs__tab hover-ink ring-inside muted"
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

const Waiting = () => <div className="grow" role="status" aria-label="Cargando" />

/** When the user’s permissions change, the guards run again and leave a screen that the user may no longer see. */
const useGuardsAgain = ({ role }: User): void => {
  const router = useRouter()
  const checkedRole = useRef(role)
  useEffect(() => {
    if (checkedRole.current === role) return
    checkedRole.current = role
    void router.invalidate()
  }, [role, router])
}

/** If the focused link disappears with its screen, the focus moves to the new screen. */
const useKeepFocus = (path: string): void => {
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
  }, [path])
}

const SKIP = 'shell__skip no-print rounded pad-8-12 absolute'

/** Links that skip the menu and the bar. A list screen has two targets (shell.css), every other one its beginning. */
const SkipLinks = () => (
  <>
    <a className={`${SKIP} shell__skip--content`} href="#content">
      Saltar al contenido
    </a>
    <a className={`${SKIP} shell__skip--rows`} href="#rows">
      Ir a la tabla
    </a>
    <a className={`${SKIP} shell__skip--filters`} href="#filters">
      Ir a los filtros
    </a>
  </>
)

export const Frame = ({ user }: { user: User }) => {
  const { open, menu } = useScreens(user)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const allowed = open.some((screen) => screen.path === path)
  const isOffline = useIsOffline()
  useGuardsAgain(user)
  useBackSkipsClosed()
  useKeepFocus(path)
  useEffect(() => {
    const timer = setInterval(() => void verifySession(), CHECK_MS)
    return () => clearInterval(timer)
  }, [])
  const content = () => {
    if (allowed) return <Outlet />
    return menu.length ? <Waiting /> : <NoScreens />
  }
  return (
    <div className="shell relative">
      <SkipLinks />
      <SideMenu user={user} />
      <div className="shell__main column fill">
        <TopBar user={user} />
        {isOffline && <OfflineBar />}
        <main id="content" className="shell__content column grow" tabIndex={-1} key={path}>
          {allowed && <ScreenTabs open={open} path={path} />}
          <Suspense fallback={<Waiting />}>{content()}</Suspense>
        </main>
      </div>
      <QueueSide user={user} />
      <Drawers user={user} />
      {can(user, 'tags_read') && (
        <Suspense>
          <TagsAtLogin />
        </Suspense>
      )}
    </div>
  )
}
