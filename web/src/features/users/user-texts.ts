// Texts about a user that more than one place displays.
import type { CallRow } from '@padron/contract/call'
import { USERS_GENERIC_ERROR, type UserRow } from '@padron/contract/users'
import { statusOf } from '../../api/api-error.ts'
import { failureText } from '../../api/notify.ts'

export const statusText = (active: boolean): string => (active ? 'Activo' : 'Inactivo')

export const fullName = ({ firstName, lastName }: UserRow['userInfo']): string =>
  [firstName, lastName].filter(Boolean).join(' ')

/** The company's short name, which is in front of every user's: it holds no hyphen (spec bulk §3). */
export const companyOf = (username: string): string => username.split('-')[0] ?? ''
/** The name without the company's in front. */
export const bareUsername = (username: string): string => username.slice(companyOf(username).length + 1)

/** Why the row's status and password are not the signed-in user's to change; undefined where they are. */
export const whyNot = ({ user }: UserRow): string | undefined => {
  if (user.isSelf) return 'Es su propio usuario'
  if (user.manageable) return undefined
  return user.isMain
    ? 'La cuenta principal solo la cambia ella misma'
    : 'Este usuario tiene permisos que usted no tiene'
}

/** Nothing answered, or the service broke down (spec bulk §8, the generic text). */
export const isOutage = (error: unknown): boolean => statusOf(error) === 0 || statusOf(error) >= 500

export const actionFailure = (error: unknown, row: Pick<CallRow, 'fails'>): string =>
  isOutage(error) ? USERS_GENERIC_ERROR : failureText(error, row)
