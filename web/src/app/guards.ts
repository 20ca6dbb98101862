// Who may pass: nobody signed out past the sign-in page, nobody past a permission they lack. Where no permitted screen
// exists the route stays and the shell says so: a redirect would turn in circles.

import { holds } from '@padron/contract/permissions'
import { redirect } from '@tanstack/react-router'
import { type Session, session } from '../session/session.ts'
import { landingFor } from './landing.ts'
import { PATHS, type Screen } from './screens.tsx'

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

export const mustHold = ({ needs, path }: Screen): void => {
  const now = session.get()
  if (now.status !== 'in' || holds(now.user.role, needs)) return
  const to = landing(now)
  if (to !== path) throw redirect({ to })
}
