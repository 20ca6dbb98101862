// One figure of a card: an amount or a number, with its sign. Zero is marked as clear only if everything is known.
// Pure.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import type { Basis, PeriodStatistics } from '@padron/contract/dashboard'
import type { cardQueries } from '@padron/contract/dashboard/queries'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { countBasis } from '@padron/contract/texts/basis-texts'
import { countOf, numberText, vehiclesText } from '@padron/contract/texts/count-of'
import { countVerdict, unknownCountText } from '@padron/contract/texts/count-verdict'
import { amountText, UNKNOWN, zeroText } from '../../lib/money-text.ts'
import type { Sign } from '../../lib/status-texts.ts'
import { isPartial, noneOwed } from './basis-texts.ts'
import type { View } from './view.ts'

type Queries = ReturnType<typeof cardQueries>
/** The data of a card. */
export type CardFacts = View & { queries: Queries }

export type Figure = {
  /** The large text. */
  value: string
  /** The currency, beside the title: `MXN`. */
  unit?: string
  /** A small text before the value: `al menos`. */
  before?: string | undefined
  /** What the figure counts, if the card's title does not say it. */
  words?: string
  sign?: Sign | undefined
  query: FleetQuery
}

const AT_LEAST = 'al menos'

/**
 * @param zero the text of zero
 * @param always whether it counts any date: zero in a period alone is not clear
 */
const none = (zero: string, basis: Basis, query: FleetQuery, always: boolean): Figure => {
  const verdict = countVerdict(0, countBasis(basis))
  if (verdict === 'unknown') return { value: UNKNOWN, sign: 'unknown', query }
  if (verdict === 'partial') return { value: zero, words: 'de los que se sabe', sign: 'unknown', query }
  return { value: zero, sign: always && verdict === 'clear' ? 'clear' : undefined, query }
}

/** The counts of a period that have a link to their vehicles. */
export type CountName = keyof Queries & keyof PeriodStatistics
type Count = {
  name: CountName
  sign: Sign
  basis: Basis
  /** False: counts only those of a period. */
  always?: boolean
  /** Whether unknown vehicles may add to it. */
  least?: boolean
}

/** A number of vehicles. */
export const howMany = ({ period, queries, country }: CardFacts, count: Count): Figure => {
  const { name, sign, basis, always = true, least = true } = count
  if (period[name] === 0) return none('0', basis, queries[name], always)
  const before = least && isPartial(basis) ? AT_LEAST : undefined
  return { value: numberText(period[name], country), before, sign, query: queries[name] }
}

/** The amount owed in a period of `months` months. */
export type Owed = {
  amount: number
  count: number
  withoutAmount: number
  vehicles: number
  months: number
  basis: Basis
  query: FleetQuery
  sign: Sign
  one: string
  many: string
}

const isNone = ({ count, amount }: Owed): boolean => count === 0 && amount === 0

export const owedFigure = (owed: Owed, country: Country): Figure => {
  const { amount, withoutAmount, sign, months, basis, query } = owed
  const unit = COUNTRIES[country].currency
  if (isNone(owed)) return { ...none(zeroText(country), basis, query, months === 0), unit }
  if (amount === 0) return { value: UNKNOWN, words: 'sin importe', sign, query }
  const before = isPartial(basis) || withoutAmount > 0 ? AT_LEAST : undefined
  return { value: amountText(amount, country), unit, before, sign, query }
}

const noneNote = ({ one, months, basis }: Owed, country: Country): string => {
  const text = noneOwed(one, months, country)
  if (!isPartial(basis)) return text
  if (basis.known === 0) return unknownCountText(countBasis(basis), country)
  const among = basis.known === 1 ? 'el único vehículo del que' : `los ${vehiclesText(basis.known, country)} de los que`
  return `${text}, en ${among} se sabe`
}

export const owedNotes = (owed: Owed, country: Country): string[] => {
  if (isNone(owed)) return [noneNote(owed, country)]
  const { count, withoutAmount, vehicles: owing, one, many } = owed
  return [
    `${countOf(count, one, many, country)} en ${vehiclesText(owing, country)}`,
    ...(withoutAmount > 0 ? [`${numberText(withoutAmount, country)} sin importe`] : []),
  ]
}
