// What is wrong with the values of a form: by its schema, and by the server's refusal.
import type { z } from 'zod/mini'
import { ApiError, statusOf } from '../../api/api-error.ts'

/** A message for each wrong value, by its path in the form: `name`, `fields.2.regex`. */
export type Faults = Readonly<Record<string, string>>

/** Whether a path is this field's, or lies inside it. */
export const isWithin = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`)

export const hasFaults = (faults: Faults): boolean => Object.keys(faults).length > 0

/** Leaves out what is not wrong. */
export const onlyFaults = (faults: Readonly<Record<string, string | false | undefined>>): Faults =>
  Object.fromEntries(Object.entries(faults).flatMap(([path, text]) => (text ? [[path, text]] : [])))

/** A union fails in each branch: the last one says why. The others are literals, such as the empty text. */
const messageOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_union' ? (issue.errors.at(-1)?.[0]?.message ?? issue.message) : issue.message

/** The first message of each path. */
export const schemaFaults = (schema: z.ZodMiniType, values: unknown): Faults =>
  Object.fromEntries(
    (schema.safeParse(values).error?.issues ?? [])
      .map((issue) => [issue.path.join('.'), messageOf(issue)] as const)
      .reverse(),
  )

/** The server's messages by path of the request body. */
export const serverFaults = (error: unknown): Faults =>
  Object.fromEntries(
    (error instanceof ApiError ? (error.problem?.errors ?? []) : [])
      .map(({ path, message }) => [path.replace(/^body\./, ''), message] as const)
      .reverse(),
  )

/** Statuses with which the server says, in words for the user, what is wrong with the request. */
const REFUSALS: readonly number[] = [400, 409, 413, 415, 422, 429]

/** The server's own words for a refusal; undefined for any other failure. */
export const refusalText = (error: unknown): string | undefined =>
  error instanceof ApiError && REFUSALS.includes(statusOf(error))
    ? (error.problem?.errors?.[0]?.message ?? error.problem?.title)
    : undefined
