// The retries of a failed delivery, for webhooks and channels: seven over a day, with the receiver paused between
// them. A receiver without a success in three days is switched off.
import { WEBHOOK_OFF_DAYS, WEBHOOK_RETRY_SECONDS } from '@padron/contract/webhooks'
import { type RawBuilder, sql } from 'kysely'
import { doublingWait, waitAfter } from './retry-waits.ts'

/** Not only the delivery pauses: the receiver does, for twice as long after each failure in a row. */
const PAUSE_SECONDS = 1
const PAUSE_AT_MOST_SECONDS = 300

/**
 * @param random from 0 to 1: tries of many deliveries that failed together are spread, by a tenth either way
 * @returns undefined after the last try
 */
export const waitSeconds = (attempts: number, random: number): number | undefined => {
  const seconds = waitAfter(attempts, WEBHOOK_RETRY_SECONDS)
  return seconds === undefined ? undefined : Math.round(seconds * (0.9 + 0.2 * random) * 1000) / 1000
}

/** The database's clock. @param aheadMs what tests put it ahead */
export const momentOf = (aheadMs: number): RawBuilder<string> =>
  sql`(now() + make_interval(secs => ${aheadMs / 1000}::float8))`

/** Columns of the receiver's row after a failure at a moment. */
export const failureColumns = (at: RawBuilder<string>): RawBuilder<unknown> =>
  sql`failures = failures + 1, failing_since = coalesce(failing_since, ${at}), last_failed_at = ${at},
    paused_until = ${at} + ${doublingWait(PAUSE_SECONDS, PAUSE_AT_MOST_SECONDS)}`

/** Whether the receiver has failed for too long, of its row. */
export const failsTooLong = (at: RawBuilder<string>): RawBuilder<boolean> =>
  sql`failing_since <= ${at} - make_interval(days => ${WEBHOOK_OFF_DAYS})`

/** Columns of the receiver's row after a success at a moment. */
export const successColumns = (at: RawBuilder<string>): RawBuilder<unknown> =>
  sql`failures = 0, failing_since = null, paused_until = null, last_delivered_at = ${at}`
