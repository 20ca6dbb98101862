// When a fleet's figures are computed without a request: at night in the company's time zone, at a minute of its own.
// Pure.
import { Temporal } from 'temporal-polyfill'

const FROM_HOUR = 1
const MINUTES = 4 * 60
/** Spreads companies with consecutive ids over the night. */
const SPREAD = 97

/** @param timeZone the company's, IANA @returns the company's next nightly moment after `after` */
export const nextNight = (after: Date, timeZone: string, tenantId: number): Date => {
  const minutes = FROM_HOUR * 60 + ((tenantId * SPREAD) % MINUTES)
  const plainTime = Temporal.PlainTime.from('00:00').add({ minutes })
  const today = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  const on = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds)
  const tonight = on(today)
  return tonight > after ? tonight : on(today.add({ days: 1 }))
}
