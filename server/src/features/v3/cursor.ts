// Where a page of a list ended, as text that only we read: the key of its last row, and until when what was written is
// complete. It is of the parameters it came from, and opens nothing: the database decides what its reader sees.
import { createHash } from 'node:crypto'
import { V3_TEXTS } from '@padron/contract/v3'
import { z } from 'zod/mini'
import { refuse } from '../../http/problem.ts'

const Place = z.strictObject({
  /** Values of the columns that the list is ordered by. */
  key: z.array(z.union([z.string().check(z.maxLength(600)), z.number()])).check(z.minLength(1), z.maxLength(5)),
  completeUntil: z.string().check(z.maxLength(40)),
  of: z.string().check(z.maxLength(40)),
})
export type Place = { key: readonly (string | number)[]; completeUntil: string }

/** Of a list and what is asked of it, whatever the size of its pages. */
const signatureOf = (list: string, { limit: _, cursor: __, ...asked }: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify([list, Object.entries(asked).toSorted()]))
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

/** @throws HttpProblem 400 where it is of other parameters, or no cursor of ours */
export const readCursor = (
  list: string,
  query: Readonly<Record<string, unknown>> & { cursor?: string | undefined },
): Place | undefined => {
  if (query.cursor === undefined) return undefined
  const read = z.safeParse(Place, parse(query.cursor))
  if (!read.success || read.data.of !== signatureOf(list, query)) throw refuse(400, V3_TEXTS.cursor, 'cursor')
  return read.data
}
