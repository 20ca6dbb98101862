// The routes, created from the table of screens. A trailing slash is removed before the router starts: its own option
// does not do so on load, and a redirect for it would loop.
import { COMPANY_PATH, LINK_PATH } from '@padron/contract/session'
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  redirect,
  useRouter,
} from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { z } from 'zod/mini'
import { ignoreLoadFailure, isMissingPiece } from '../api/new-release.ts'
import { DrawerSearch } from '../lib/drawer-search.ts'
import { parseSearch, stringifySearch } from '../lib/search-params.ts'
import { LoginScreen, RECOVERY_PATH } from '../session/LoginScreen.tsx'
import type { User } from '../session/session.ts'
import { FullScreenLoader } from '../ui/list/Loader.tsx'
import { Message } from '../ui/Message.tsx'
import { isOwnPath, mustBeIn, mustBeOut, mustHold } from './guards.ts'
import { SCREENS } from './screens.tsx'

const MISSING = 'No se pudo descargar esta parte de la consola. Revise su conexión y vuelva a cargar la página.'
const BROKEN = 'Vuelva a cargar la página. Si el problema persiste contacte a su administrador.'

export const Failed = ({ error }: Pick<ErrorComponentProps, 'error'>) => (
  <Message
    alert
    title="Ocurrió un error al cargar el recurso"
    detail={isMissingPiece(error) ? MISSING : BROKEN}
    action={
      <button type="button" className="button" onClick={() => location.reload()}>
        Volver a cargar
      </button>
    }
  />
)

if (location.pathname.length > 1 && location.pathname.endsWith('/')) {
  const path = location.pathname.replace(/(?<!\/)\/+$/, '')
  history.replaceState(null, '', path + location.search + location.hash)
}

const loadShell = () => import('./shell/Shell.tsx')
const Shell = lazy(() => loadShell().then((module) => ({ default: module.Shell })))
/** Loads the console's chunks while the user types the password or the session is verified. */
export const fetchAhead = (): void => {
  void loadShell().catch(ignoreLoadFailure)
  void import('./CataloguePage.tsx').catch(ignoreLoadFailure)
}

const LoginSearch = z.object({ redirect: z.catch(z.optional(z.string().check(z.refine(isOwnPath))), undefined) })

const Login = () => {
  const router = useRouter()
  // The guard of /login redirects a signed-in user to the requested address.
  const enter = async ({ userId }: User): Promise<void> => {
    await router.invalidate()
    const drafts = await import('../features/vehicles/unsaved-drafts.ts').catch(ignoreLoadFailure)
    drafts?.notifyUnsavedDrafts(userId, (asset) => void router.navigate({ to: '/', search: { asset } as never }))
  }
  return (
    <LoginScreen
      onSignedIn={(user) => void enter(user)}
      onPrepare={fetchAhead}
      onStored={() => void router.invalidate()}
    />
  )
}

const Recovery = lazy(() => import('../session/RecoveryScreen.tsx').then((m) => ({ default: m.RecoveryScreen })))
const Setup = lazy(() => import('../features/setup/SetupScreen.tsx').then((m) => ({ default: m.SetupScreen })))
const LinkScreen = lazy(() => import('../session/LinkScreen.tsx').then((m) => ({ default: m.LinkScreen })))
const CompanyScreen = lazy(() => import('../session/CompanyScreen.tsx').then((m) => ({ default: m.CompanyScreen })))
const entering = (Page: typeof LinkScreen) => () => {
  const router = useRouter()
  // The guard of the first screen redirects to one that the user may open.
  return <Page onSignedIn={() => void router.navigate({ to: '/', replace: true })} />
}

const Console = () => (
  <Suspense fallback={<FullScreenLoader label="Autorizando" />}>
    <Shell />
  </Suspense>
)

const Root = () => (
  <Suspense fallback={<FullScreenLoader label="Cargando" />}>
    <Outlet />
  </Suspense>
)

const root = createRootRoute({ component: Root })
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: LoginSearch,
  beforeLoad: ({ search }) => mustBeOut(search.redirect),
  component: Login,
})
const setup = createRoute({ getParentRoute: () => root, path: '/setup', component: Setup })
const recovery = createRoute({ getParentRoute: () => root, path: RECOVERY_PATH, component: Recovery })
const link = createRoute({ getParentRoute: () => root, path: LINK_PATH, component: entering(LinkScreen) })
const company = createRoute({ getParentRoute: () => root, path: COMPANY_PATH, component: entering(CompanyScreen) })
const shell = createRoute({
  getParentRoute: () => root,
  id: 'console',
  validateSearch: DrawerSearch,
  beforeLoad: ({ location: { href } }) => mustBeIn(href),
  component: Console,
})
const screens = SCREENS.map((screen) =>
  createRoute({
    getParentRoute: () => shell,
    path: screen.path,
    validateSearch: (search: Record<string, unknown>) => z.parse(screen.search, search) as Record<string, unknown>,
    beforeLoad: ({ cause }) => mustHold(screen, cause === 'stay'),
    component: screen.screen,
  }),
)
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/login' })
  },
})

export const router = createRouter({
  routeTree: root.addChildren([login, setup, recovery, link, company, shell.addChildren(screens), unknown]),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: Failed,
  defaultPendingMs: 0,
})
