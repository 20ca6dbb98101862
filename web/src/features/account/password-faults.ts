// What is wrong with the three fields of a change of password, by the page's own rules or by the server's answer. Pure.
import { SESSION_TEXTS } from '@padron/contract/session'
import { faultOf, PASSWORDS_DIFFER, Password, required } from '@padron/contract/user-rules'
import { ApiError } from '../../api/api-error.ts'
import { refusalText } from '../../api/refusal.ts'
import { waitText } from '../../lib/wait-text.ts'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'

export type Passwords = { current: string; password: string; again: string }
export const BLANK: Passwords = { current: '', password: '', again: '' }
export const LABELS = {
  current: 'Contraseña actual',
  password: 'Contraseña nueva',
  again: 'Confirmar contraseña nueva',
} as const satisfies Record<keyof Passwords, string>

export const faultsOf = ({ current, password, again }: Passwords): Faults => {
  const differ = again !== password && PASSWORDS_DIFFER
  return onlyFaults({
    current: !current && required(LABELS.current),
    // The rule's own words for none are those of somebody else's password.
    password: password ? faultOf(Password, password) : required(LABELS.password),
    again: again ? differ : required(LABELS.again),
  })
}

const LOCKED = 429

/** What the server says of no field: how long to wait after too many tries, or its refusal. */
export const passwordRefusal = (error: Error): string | undefined => {
  if (!(error instanceof ApiError) || error.status !== LOCKED) return refusalText(error)
  return [SESSION_TEXTS.locked, error.retryAfter && waitText(error.retryAfter)].filter(Boolean).join(' ')
}
