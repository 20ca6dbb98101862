// The cursor of a list, as a text that only this server reads: the key of the page's last row, and the moment until
// which changes are complete. It is valid only for the same parameters and grants no access: the database decides what
// the reader sees.
import { createHash } from 'node:crypto'
import { V3_TEXTS } from '@padron/contract/v3/texts'
import { z } from 'zod/mini'
import { refuse } from '../../errors/http-problem.ts'

/** Only years of this century, as in all stored data: the database would fail at year 0. */
const Moment = z.iso.datetime().check(z.regex(/^20/))
/** The valid values by column type: the database would fail at any other. */
const VALUES = {
  bigint: z.int().check(z.gte(0)),
  integer: z.int32().check(z.gte(0)),
  uuid: z.uuid(),
  text: z.string().check(
    z.maxLength(600),
    z.refine((value) => !value.includes('\0') && value.isWellFormed()),
  ),
  timestamptz: Moment,
} as const
type KeyType = keyof typeof VALUES
export type Order = readonly (readonly [column: string, type: KeyType])[]
export type Place = { key: readonly (string | number)[]; completeUntil: string }

const placeIn = (order: Order) =>
  z.strictObject({
    /** Values of the columns that the list is ordered by. */
    key: z.pipe(
      z.array(z.unknown()).check(z.length(order.length)),
      z.transform((values: unknown[], context) =>
        order.map(([, type], i) => {
          const read = z.safeParse(VALUES[type], values[i])
          if (read.success) return read.data
          context.issues.push({ code: 'custom', input: values[i] })
          return z.NEVER
        }),
      ),
    ),
    completeUntil: Moment,
    of: z.string().check(z.maxLength(40)),
  })

/** Identifies a list and its filters, regardless of the page size. */
const signatureOf = (
  list: string,
  { limit: _, cursor: __, ...parameters }: Readonly<Record<string, unknown>>,
): string =>
  createHash('sha256')
    .update(JSON.stringify([list, Object.entries(parameters).toSorted()]))
    .digest('base64url')
    .slice(0, 22)

export const writeCursor = (list: string, query: Readonly<Record<string, unknown>>, place: Place): string =>
  Buffer.from(JSON.stringify({ ...place, of: signatureOf(list, query) })).toString('base64url')

const parse = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** @throws HttpProblem 400 if it belongs to other parameters, or is not a cursor of this server */
export const readCursor = (
  list: string,
  query: Readonly<Record<string, unknown>> & { cursor?: string | undefined },
  order: Order,
): Place | undefined => {
  if (query.cursor === undefined) return undefined
  const read = z.safeParse(placeIn(order), parse(query.cursor))
  if (!read.success || read.data.of !== signatureOf(list, query)) throw refuse(400, V3_TEXTS.cursor, 'cursor')
  return read.data
}
