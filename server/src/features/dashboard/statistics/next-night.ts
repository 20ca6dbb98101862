// When a fleet's figures are worked out by themselves: at night where the company is, each at a minute of its own.
// Pure.
import { Temporal } from 'temporal-polyfill'

const FROM_HOUR = 1
const MINUTES = 4 * 60
/** Companies founded one after another are far apart. */
const SPREAD = 97

/** @param timeZone the company's, IANA @returns its first moment of a night that is past `after` */
export const nextNight = (after: Date, timeZone: string, tenantId: number): Date => {
  const minutes = FROM_HOUR * 60 + ((tenantId * SPREAD) % MINUTES)
  const plainTime = Temporal.PlainTime.from('00:00').add({ minutes })
  const today = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  const on = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds)
  const tonight = on(today)
  return tonight > after ? tonight : on(today.add({ days: 1 }))
}
