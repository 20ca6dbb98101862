// Who may pass: nobody signed out past the sign-in page, nobody past a permission they lack. Where no permitted screen
// exists the route stays and the shell says so: a redirect would turn in circles.

import { NOTICES } from '@padron/contract/common'
import { redirect } from '@tanstack/react-router'
import { notify } from '../api/notify.ts'
import { type Session, session } from '../session/session.ts'
import { landingFor } from './landing.ts'
import { opens, PATHS, type Screen } from './screens.tsx'

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
  if (now.status !== 'in' || opens(screen, now.user.role)) return
  const to = landing(now)
  // The bare address is where everybody comes from: being led on from it is no refusal.
  if (staying || screen.path !== '/') notify('warning', staying ? LOST : NOTICES[403])
  if (to !== screen.path) throw redirect({ to, replace: true })
}
