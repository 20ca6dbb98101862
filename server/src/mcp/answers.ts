// Shared by the answers of several tools: ages, and truncated lists.
import type { Instant } from '@padron/contract/common'
import { z } from 'zod/mini'
import { described } from './tool.ts'

const MINUTE = 60_000
const UNITS = [
  { unit: 'day', ms: 1440 * MINUTE },
  { unit: 'hour', ms: 60 * MINUTE },
  { unit: 'minute', ms: MINUTE },
] as const
const RELATIVE = new Intl.RelativeTimeFormat('es')

/** 'hace 3 horas'; 'hace un momento' below a minute, and for times in the future, because clocks differ. */
export const ageOf = (at: z.infer<typeof Instant>, now: Date): string => {
  const age = now.getTime() - Date.parse(at)
  const found = UNITS.find(({ ms }) => age >= ms)
  return found ? RELATIVE.format(-Math.floor(age / found.ms), found.unit) : 'hace un momento'
}

export const Age = described(z.nullable(z.string()), 'Hace cuánto, en palabras; null: nunca.')
export const ageOrNone = (at: string | null, now: Date): string | null => (at === null ? null : ageOf(at, now))

export const Left = described(z.int(), 'Cuántos más hay, que aquí no se listan.')
/** @param total number of all items, if `items` is only a page of them */
export const cut = <T>(items: readonly T[], most: number, total = items.length): { items: T[]; left: number } => {
  const listed = items.slice(0, most)
  return { items: listed, left: Math.max(0, total - listed.length) }
}
