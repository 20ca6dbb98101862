// The wait before the next attempt: from a finite list of waits, or doubled after each failure.
import { type RawBuilder, sql } from 'kysely'

/** @returns undefined after the last attempt */
export const waitAfter = (attempts: number, waitsSeconds: readonly number[]): number | undefined =>
  waitsSeconds[attempts - 1]

/** An interval, by the row's `failures` before this one. */
export const doublingWait = (firstSeconds: number, atMostSeconds: number): RawBuilder<unknown> =>
  sql`make_interval(secs => least(${firstSeconds} * 2 ^ least(failures, 10), ${atMostSeconds}))`
