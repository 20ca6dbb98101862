// The basis of a figure in words: the number of known vehicles and the age of the oldest answer; and the texts of zero.
// Pure.
import type { Basis } from '@padron/contract/dashboard'
import { isAhead, UNDATED } from '@padron/contract/dashboard/rules'
import type { Country } from '@padron/contract/places/countries'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { payLine } from '@padron/contract/texts/payment-labels'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'

/** Whether unknown vehicles may add to the figure. */
export const isPartial = ({ unknown, unasked }: Basis): boolean => unknown + unasked > 0

/** The age of the oldest answer, and its exact time; undefined without answers. */
export const oldestText = ({ oldest }: Basis, { now, zone }: Clock) =>
  oldest === null
    ? undefined
    : { text: `dato más antiguo: ${sinceText('', oldest, now, zone).trim()}`, exact: dateInText(oldest, zone) }

/** The note under an empty chart. */
export const unknownNote = (basis: Basis, country: Country): string | undefined =>
  isPartial(basis) ? `Falta información de ${vehiclesText(basis.unknown + basis.unasked, country)}.` : undefined

/** 'Ninguna multa', 'Ningún adeudo': the article agrees with the noun. */
const noneOf = (one: string): string => `${/^\S*a\b/.test(one) ? 'Ninguna' : 'Ningún'} ${one}`

/**
 * The text of zero; the next month counts payment lines, whatever the figure. @param months of the period: 0 is any
 * date
 */
export const noneOwed = (one: string, months: number, country: Country): string => {
  if (months === UNDATED) return `${noneOf(one)} sin fecha`
  if (isAhead(months)) return `Ninguna ${payLine(country)} vence en este periodo`
  return months > 0 ? `${noneOf(one)} con fecha en este periodo` : noneOf(one)
}
