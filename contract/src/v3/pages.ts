// The parameters that lists of the API of programs share, and the shape of their pages.
import { z } from 'zod/mini'
import { bareIdentifier } from '../assets.ts'
import { INSTANT_AT_MOST, Instant, text } from '../common.ts'
import { ROWS_WITHOUT_LIMIT, V3_TEXTS } from './texts.ts'

const CURSOR_AT_MOST = 1_000
const FIELDS_AT_MOST = 2_000

const Limit = z._default(
  z.pipe(
    z.string().check(z.regex(/^(?:1000|[1-9]\d{0,2})$/, V3_TEXTS.limit)),
    z.transform((typed: string) => Number(typed)),
  ),
  ROWS_WITHOUT_LIMIT,
)
const Moment = z.string().check(
  z.maxLength(INSTANT_AT_MOST, { error: V3_TEXTS.moment, abort: true }),
  // No time zone has a larger offset, and the database accepts none.
  z.regex(/^20\d\d-.*(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)$/, { error: V3_TEXTS.moment, abort: true }),
  z.iso.datetime({ offset: true, error: V3_TEXTS.moment }),
)
export const fieldsOf = ({ shape }: { shape: object }) => {
  const names = new Set(Object.keys(shape))
  const unknown = (written: string) => written.split(',').find((name) => !names.has(name))
  return z.optional(
    text(FIELDS_AT_MOST).check(
      z.refine((written) => unknown(written) === undefined, {
        error: ({ input }) => V3_TEXTS.noField(unknown(String(input)) ?? ''),
      }),
    ),
  )
}
export const list = <const Shape extends { shape: object }>(row: Shape) => ({
  limit: Limit,
  cursor: z.optional(text(CURSOR_AT_MOST)),
  fields: fieldsOf(row),
})
export const since = { updated_since: z.optional(Moment) }

export const page = <T extends z.core.$ZodType>(row: T) =>
  z.object({
    data: z.array(row),
    /** The next page's cursor; null in the last one. */
    next: z.nullable(z.string()),
    /** The `updated_since` of the next synchronisation: these pages contain all changes until then. */
    completeUntil: Instant,
  })
export const identifier = (max: number) =>
  z.optional(
    z.pipe(
      text(max),
      z.transform((typed: string) => bareIdentifier(typed)),
    ),
  )
