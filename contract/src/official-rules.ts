// What every official rule says of itself: the pack it comes from and who published it.
import { z } from 'zod/mini'

const Day = z.string()

/** Units in which fines and duties are stated; the rule packs have their values. */
export const UNITS = ['UMA', 'UVT', 'UVB'] as const
export type Unit = (typeof UNITS)[number]

/** Days before the end of a rule from which it is said that nothing continues it. */
export const ENDING_DAYS = 60

export const RuleSource = z.object({
  /** The version of the rule pack. */
  version: z.string(),
  authority: z.nullable(z.string()),
  /** The document that says it. */
  source: z.string(),
  /** The document's day; without one, the day it was read. */
  sourceDate: z.nullable(Day),
  link: z.nullable(z.string()),
})
export type RuleSource = z.infer<typeof RuleSource>

export const OtherReading = z.object({
  says: z.string(),
  source: z.string(),
  sourceDate: z.nullable(Day),
  link: z.nullable(z.string()),
})
export type OtherReading = z.infer<typeof OtherReading>
