// What is wrong with the three fields of a change of password, by the page's own rules or by the server's answer. Pure.
import { SESSION_TEXTS } from '@padron/contract/session'
import { faultOf, PASSWORDS_DIFFER, Password, required } from '@padron/contract/user-rules'
import { ApiError, statusOf } from '../../api/api-error.ts'
import { waitText } from '../../lib/wait-text.ts'

export type Passwords = { current: string; password: string; again: string }
export type PasswordFaults = Partial<Record<keyof Passwords, string | undefined>>
export const BLANK: Passwords = { current: '', password: '', again: '' }
export const LABELS = {
  current: 'Contraseña actual',
  password: 'Contraseña nueva',
  again: 'Confirmar contraseña nueva',
} as const satisfies Record<keyof Passwords, string>

export const faultsOf = ({ current, password, again }: Passwords): PasswordFaults => {
  const differ = again === password ? undefined : PASSWORDS_DIFFER
  return {
    current: current ? undefined : required(LABELS.current),
    // The rule's own words for none are those of somebody else's password.
    password: password ? faultOf(Password, password) : required(LABELS.password),
    again: again ? differ : required(LABELS.again),
  }
}

const LOCKED = 429
const REFUSED = [400, 422, LOCKED]
/** Told in the form, not in a notice. */
export const isTold = (error: unknown): boolean => REFUSED.includes(statusOf(error))

/** What the server refused, by field; `form` where it is about none of them. */
export const refusalOf = (error: unknown): PasswordFaults & { form?: string } => {
  if (!(error instanceof ApiError) || !isTold(error)) return {}
  if (error.status === LOCKED)
    return { form: [SESSION_TEXTS.locked, error.retryAfter && waitText(error.retryAfter)].filter(Boolean).join(' ') }
  const said = (name: keyof Passwords) => error.problem?.errors?.find(({ path }) => path === name)?.message
  const [current, password] = [said('current'), said('password')]
  return current || password ? { current, password } : { form: error.problem?.title ?? '' }
}
