// What is typed of a new token, what is wrong with it, and as it is sent. Pure.
import { PERMISSIONS, type Permission } from '@padron/contract/permissions'
import { TOKEN_DAYS_CHOICES, TOKEN_NAME_MAX, TOKEN_TEXTS } from '@padron/contract/tokens'
import { closed } from './token-words.ts'

export type TokenDraft = { name: string; permissions: readonly Permission[]; days: number }
/** In the order of the form. */
export const TOKEN_FIELDS = ['name', 'permissions', 'days'] as const satisfies readonly (keyof TokenDraft)[]
export type TokenFaults = Partial<Record<keyof TokenDraft, string>>

const USUAL_DAYS = 90

/** Nothing is given before somebody gives it. */
export const NEW_DRAFT: TokenDraft = { name: '', permissions: [], days: USUAL_DAYS }

export const faultsOf = ({ name, permissions }: TokenDraft): TokenFaults => ({
  ...(!name.trim() && { name: TOKEN_TEXTS.noName }),
  ...(!permissions.length && { permissions: TOKEN_TEXTS.noPermission }),
})

/** @returns undefined where something is wrong */
export const bodyOf = (draft: TokenDraft) =>
  Object.keys(faultsOf(draft)).length
    ? undefined
    : { name: draft.name.trim(), permissions: [...draft.permissions], days: draft.days }

/** A draft that an earlier visit left, of whatever version of the console, with what one still holds. */
export const readDraft =
  (held: readonly Permission[]) =>
  (kept: unknown): TokenDraft => {
    if (typeof kept !== 'object' || kept === null) return NEW_DRAFT
    const { name, permissions, days } = kept as Record<string, unknown>
    const given = Array.isArray(permissions) ? PERMISSIONS.filter((one) => permissions.includes(one)) : []
    return {
      name: typeof name === 'string' ? name.slice(0, TOKEN_NAME_MAX) : '',
      permissions: closed(given.filter((one) => held.includes(one))),
      days: TOKEN_DAYS_CHOICES.find((choice) => choice === days) ?? USUAL_DAYS,
    }
  }

export const isBlank = ({ name, permissions, days }: TokenDraft): boolean =>
  !name && !permissions.length && days === USUAL_DAYS
