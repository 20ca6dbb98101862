// What is chosen for a new token, as its form holds it.
import type { Permission } from '@padron/contract/permissions'
import { TOKEN_DAYS_CHOICES } from '@padron/contract/tokens'
import { z } from 'zod/mini'
import { closed, daysText } from './token-words.ts'

export type TokenValues = { name: string; permissions: readonly Permission[]; days: number }

/** Nothing is given before somebody gives it. */
export const NEW: TokenValues = { name: '', permissions: [], days: 90 }
export const DAYS = TOKEN_DAYS_CHOICES.map((days) => ({ value: days, label: daysText(days) }))

/** @param held what the user may give: a draft of an earlier visit may name more */
export const draftShape = (held: readonly Permission[]) =>
  z.object({
    name: z.string(),
    permissions: z.pipe(
      z.array(z.string()),
      z.transform((names) => closed(held.filter((permission) => names.includes(permission)))),
    ),
    days: z.int().check(z.refine((days) => DAYS.some(({ value }) => value === days))),
  })
