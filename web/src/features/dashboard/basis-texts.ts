// What a figure rests on, in words: how many vehicles are known, and how old the oldest answer is; and that there is
// none. Pure.
import type { Basis } from '@padron/contract/dashboard'
import { isAhead, UNDATED } from '@padron/contract/dashboard/rules'
import type { Country } from '@padron/contract/places/countries'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { payLine } from '@padron/contract/texts/payment-labels'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'

/** Some vehicles may owe, or have, what no source has reported. */
export const isPartial = ({ unknown, unasked }: Basis): boolean => unknown + unasked > 0

/** The oldest answer, and exactly when it was; undefined where there is none. */
export const oldestText = ({ oldest }: Basis, { now, zone }: Clock) =>
  oldest === null
    ? undefined
    : { text: `dato más antiguo: ${sinceText('', oldest, now, zone).trim()}`, exact: dateInText(oldest, zone) }

/** Under a chart without anything. */
export const unknownNote = (basis: Basis, country: Country): string | undefined =>
  isPartial(basis) ? `Falta información de ${vehiclesText(basis.unknown + basis.unasked, country)}.` : undefined

/** With the article that agrees: `Ninguna multa`, `Ningún adeudo`. */
const noneOf = (one: string): string => `${/^\S*a\b/.test(one) ? 'Ninguna' : 'Ningún'} ${one}`

/** What looks ahead is of payment lines, whatever else is counted. @param months of the period: 0 is of any date */
export const noneOwed = (one: string, months: number, country: Country): string => {
  if (months === UNDATED) return `${noneOf(one)} sin fecha`
  if (isAhead(months)) return `Ninguna ${payLine(country)} vence en este periodo`
  return months > 0 ? `${noneOf(one)} con fecha en este periodo` : noneOf(one)
}
