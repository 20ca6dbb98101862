// Debts of the two state portals: money in cents, payment lines, surcharges. Amounts hang on the plate and the year,
// so the same debt keeps its amount until it is paid or the clock makes it grow.

import { between, digits } from './chance.ts'
import { dayOf, isoDay, type Moment, monthEnd } from './clock.ts'
import { tenenciaRangeCents } from './reference/money-mx.ts'

/** Tenencia of a year, whole pesos in cents, a little less for older years of the vehicle. */
export const tenenciaOf = (key: string, year: number): number =>
  Math.round(
    between(tenenciaRangeCents.from, tenenciaRangeCents.to, 'tenencia', key) * (1 - (2030 - year) / 100) * 0.01,
  ) * 100

/** Recargos: 1.47 % for each month begun since 1 April of the year owed. */
export function surcharge(cents: number, year: number, moment: Moment): number {
  const months = (moment.year - year) * 12 + moment.month - 3
  return months > 0 ? Math.round(cents * 0.0147 * months) : 0
}

/** The growing face: 1 % of the debt for every day of the clock's year gone by. */
export const dailySurcharge = (cents: number, { day, year }: Moment): number =>
  Math.round(cents * 0.01 * (day - dayOf(year, 1, 1) + 1))

export type PaymentLine = { line: string; expires: number }

/** 20 digits with the 999 block, good until the end of the clock's month, or already past. */
export function paymentLine(key: string, moment: Moment, expired = false): PaymentLine {
  const expires = monthEnd(moment, expired ? -1 : 0)
  return { line: `00000000999${digits(9, 'line', key, isoDay(expires))}`, expires }
}
