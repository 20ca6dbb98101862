// Who may pass: nobody signed out past the sign-in page, nobody past a permission they lack. Where no permitted screen
// exists the route stays and the shell says so: a redirect would turn in circles.
import { NOTICES } from '@padron/contract/common'
import { holds, type Permission } from '@padron/contract/permissions'
import { redirect } from '@tanstack/react-router'
import { notify } from '../api/notify.ts'
import { type Session, session } from '../session/session.ts'
import { opens, PATHS, type Screen } from './screens.tsx'

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

/** @param existing paths of the screens this version has */
export const landingFor = (roles: string | readonly string[], existing: readonly string[]): string =>
  ORDER.find(({ needs, path }) => existing.includes(path) && holds(roles, needs))?.path ?? '/'

/** For who was on the screen when it stopped being theirs. */
export const LOST = 'Sus permisos cambiaron: ya no puede ver esta sección.'

const landing = (now: Session & { status: 'in' }): string => landingFor(now.user.role, PATHS)

/** Only paths of this console: `//host` and `/\host` would leave it. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path)

export const mustBeIn = (href: string): void => {
  if (session.get().status === 'in') return
  throw redirect({ to: '/login', search: (href === '/' ? {} : { redirect: href }) as never })
}

export const mustBeOut = (wanted: string | undefined): void => {
  const now = session.get()
  if (now.status === 'in') throw redirect({ href: wanted ?? landing(now) })
}

/** @param staying the user was on the screen already, and lost the permission meanwhile */
export const mustHold = (screen: Screen, staying: boolean): void => {
  const now = session.get()
  if (now.status !== 'in' || opens(screen, now.user)) return
  const to = landing(now)
  // The bare address is where everybody comes from: being led on from it is no refusal.
  if (staying || screen.path !== '/') notify('warning', staying ? LOST : NOTICES[403])
  if (to !== screen.path) throw redirect({ to, replace: true })
}
