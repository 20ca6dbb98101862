// One figure of a card: how much or how many, with the sign it bears. None is only said to be clear where everything
// is known. Pure.
import type { FleetQuery } from '@padron/contract/catalogue'
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
/** What cards are made from. */
export type CardFacts = View & { queries: Queries }

export type Figure = {
  /** What is large. */
  value: string
  /** In which it is, beside the title: `MXN`. */
  unit?: string
  /** Before it, small: `al menos`. */
  before?: string | undefined
  /** What it is of, where the card's title does not say it. */
  words?: string
  sign?: Sign | undefined
  query: FleetQuery
}

const AT_LEAST = 'al menos'

/** @param zero how none is written @param always whether it is of any date: none of a period alone is not clear */
const none = (zero: string, basis: Basis, query: FleetQuery, always: boolean): Figure => {
  const verdict = countVerdict(0, countBasis(basis))
  if (verdict === 'unknown') return { value: UNKNOWN, sign: 'unknown', query }
  if (verdict === 'partial') return { value: zero, words: 'de los que se sabe', sign: 'unknown', query }
  return { value: zero, sign: always && verdict === 'clear' ? 'clear' : undefined, query }
}

/** The counts of a period that lead to their vehicles. */
export type CountName = keyof Queries & keyof PeriodStatistics
type Count = {
  name: CountName
  sign: Sign
  basis: Basis
  /** False where only those of a period are counted. */
  always?: boolean
  /** Whether more may be among the unknown. */
  least?: boolean
}

/** How many vehicles there are. */
export const howMany = ({ period, queries, country }: CardFacts, count: Count): Figure => {
  const { name, sign, basis, always = true, least = true } = count
  if (period[name] === 0) return none('0', basis, queries[name], always)
  const before = least && isPartial(basis) ? AT_LEAST : undefined
  return { value: numberText(period[name], country), before, sign, query: queries[name] }
}

/** What is owed, in the period of so many months. */
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
