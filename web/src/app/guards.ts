// The guards of the routes: signed-out users are redirected to the sign-in page, users without a permission to a screen
// that they may open. If there is none, the route stays and the shell says so, because a redirect would loop.
import { NOTICES } from '@padron/contract/common'
import { holds, type Permission } from '@padron/contract/permissions'
import { redirect } from '@tanstack/react-router'
import { notify } from '../api/notify.ts'
import { type Session, session } from '../session/session.ts'
import { openPaths, opens, type Screen } from './screens.tsx'

const ORDER: readonly { needs: Permission; path: string }[] = [
  { needs: 'vehicles_read', path: '/' },
  { needs: 'masive_upload', path: '/addVehicles' },
  { needs: 'masive_edit', path: '/editVehicles' },
  { needs: 'masive_replace', path: '/replaceVehicles' },
  { needs: 'processing_read', path: '/onDemandProcessing' },
  { needs: 'dashboard_read', path: '/dashboard' },
  { needs: 'programReports_read', path: '/reports' },
  { needs: 'resource_read', path: '/health' },
  { needs: 'users_read', path: '/roles' },
  { needs: 'presets-read', path: '/catalogs/roles' },
  { needs: 'documents_read', path: '/catalogs/documents' },
  { needs: 'tags_read', path: '/catalogs/tags' },
]

/** @param open paths of the screens that the user may open */
export const landingFor = (roles: string | readonly string[], open: readonly string[]): string =>
  ORDER.find(({ needs, path }) => open.includes(path) && holds(roles, needs))?.path ?? '/'

/** For a user whose permission was removed while the screen was open. */
export const LOST = 'Sus permisos cambiaron: ya no puede ver esta sección.'

const landing = (now: Session & { status: 'in' }): string => landingFor(now.user.role, openPaths(now.user))

/** Accepts only paths of this console: `//host` and `/\host` lead to another site. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path)

export const mustBeIn = (href: string): void => {
  if (session.get().status === 'in') return
  throw redirect({ to: '/login', search: (href === '/' ? {} : { redirect: href }) as never })
}

export const mustBeOut = (wanted: string | undefined): void => {
  const now = session.get()
  if (now.status === 'in') throw redirect({ href: wanted ?? landing(now) })
}

/** @param staying whether the user was on the screen and lost the permission meanwhile */
export const mustHold = (screen: Screen, staying: boolean): void => {
  const now = session.get()
  if (now.status !== 'in' || opens(screen, now.user)) return
  const to = landing(now)
  // Everybody starts at the bare address: a redirect from it is not reported.
  if (staying || screen.path !== '/') notify('warning', staying ? LOST : NOTICES[403])
  if (to !== screen.path) throw redirect({ to, replace: true })
}
