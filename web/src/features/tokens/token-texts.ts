// A token in words: status, expiry and permissions. Pure.
import { DAY_MS } from '@padron/contract/days'
import { expandRoles, PERMISSIONS, type Permission, ROLE_TYPES } from '@padron/contract/permissions'
import type { Token } from '@padron/contract/tokens'
import type { Sign } from '../../lib/status-texts.ts'

/** Below this number of days a token is near its end. */
const NEAR_DAYS = 7

export type Ending = Pick<Token, 'status' | 'expiresAt'>

/** A token that ends while the page is open counts as ended. */
export const isOpen = ({ status, expiresAt }: Ending, now: number): boolean =>
  status === 'active' && Date.parse(expiresAt) > now

export type Words = { revoked: string; expired: string }
const TOKEN_WORDS: Words = { revoked: 'Revocado', expired: 'Vencido' }
export const ACCOUNT_WORDS: Words = { revoked: 'Revocada', expired: 'Vencida' }

export const statusOf = (token: Ending, now: number, words = TOKEN_WORDS): { sign: Sign; text: string } => {
  if (token.status === 'revoked') return { sign: 'unprocessed', text: words.revoked }
  if (!isOpen(token, now)) return { sign: 'unprocessed', text: words.expired }
  const near = Date.parse(token.expiresAt) - now < NEAR_DAYS * DAY_MS
  return near ? { sign: 'warning', text: 'Vence pronto' } : { sign: 'clear', text: 'Vigente' }
}

/** The highest level of each type among the permissions. */
export const tokenLevels = (permissions: readonly string[]): readonly { type: string; level: string }[] =>
  ROLE_TYPES.flatMap(({ name, levels }) => {
    const highest = levels.findLast((level) => permissions.includes(level.name))
    return highest ? [{ type: name, level: highest.description }] : []
  })

export const opensAll = (permissions: readonly string[]): boolean =>
  PERMISSIONS.every((permission) => permissions.includes(permission))

export const isReading = (permission: Permission): boolean => /[_-]read$/.test(permission)

/** The permissions with the levels that they include, in the vocabulary's order. */
export const withIncluded = (given: readonly Permission[]): readonly Permission[] => {
  const all = expandRoles(given)
  return PERMISSIONS.filter((permission) => all.includes(permission))
}

/** Removes a permission, and the higher levels of its type, which would include it again. */
export const withoutPermission = (given: readonly Permission[], permission: Permission): readonly Permission[] => {
  const levels: readonly string[] =
    ROLE_TYPES.map((type) => type.levels.map(({ name }): string => name)).find((all) => all.includes(permission)) ?? []
  const above = levels.slice(levels.indexOf(permission))
  return withIncluded(given.filter((one) => !above.includes(one)))
}

export const daysText = (days: number): string => (days === 366 ? '366 días (un año)' : `${days} días`)
