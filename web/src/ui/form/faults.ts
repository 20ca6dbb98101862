// The faults of a form: a message per wrong value, by its path (`name`, `fields.2.regex`).
import type { z } from 'zod/mini'
import type { Faults } from '../../api/form-refusal.ts'

export type { Faults } from '../../api/form-refusal.ts'

/** Whether a path is this field's, or is inside it. */
export const isWithin = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`)

export const hasFaults = (faults: Faults): boolean => Object.keys(faults).length > 0

/** Removes entries without a fault. */
export const onlyFaults = (faults: Readonly<Record<string, string | false | undefined>>): Faults =>
  Object.fromEntries(Object.entries(faults).flatMap(([path, text]) => (text ? [[path, text]] : [])))

/** A union fails in every branch. The last one has the reason; the others are literals, such as the empty text. */
const messageOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_union' ? (issue.errors.at(-1)?.[0]?.message ?? issue.message) : issue.message

/** The first message of each path. */
export const schemaFaults = (schema: z.ZodMiniType, values: unknown): Faults =>
  Object.fromEntries(
    (schema.safeParse(values).error?.issues ?? [])
      .map((issue) => [issue.path.join('.'), messageOf(issue)] as const)
      .reverse(),
  )
