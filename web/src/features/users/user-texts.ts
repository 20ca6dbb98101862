// Texts about a user that several parts display.
import type { CallRow } from '@padron/contract/call'
import { USERS_GENERIC_ERROR, type UserRow } from '@padron/contract/users'
import { statusOf } from '../../api/api-error.ts'
import { failureText } from '../../api/notify.ts'

export const statusText = (active: boolean): string => (active ? 'Activo' : 'Inactivo')

export const fullName = ({ firstName, lastName }: UserRow['userInfo']): string =>
  [firstName, lastName].filter(Boolean).join(' ')

/** The company's short name, the prefix of every user name: it contains no hyphen (spec bulk §3). */
export const companyOf = (username: string): string => username.split('-')[0] ?? ''
/** The user name without the company's prefix. */
export const bareUsername = (username: string): string => username.slice(companyOf(username).length + 1)

/** Why the signed-in user may not change the row's status and password; undefined if they may. */
export const whyNot = ({ user }: UserRow): string | undefined => {
  if (user.isSelf) return 'Es su propio usuario'
  if (user.manageable) return undefined
  return user.isMain
    ? 'La cuenta principal solo la cambia ella misma'
    : 'Este usuario tiene permisos que usted no tiene'
}

/** No answer, or a server error (spec bulk §8, the generic text). */
export const isOutage = (error: unknown): boolean => statusOf(error) === 0 || statusOf(error) >= 500

export const actionFailure = (error: unknown, row: Pick<CallRow, 'fails'>): string =>
  isOutage(error) ? USERS_GENERIC_ERROR : failureText(error, row)
