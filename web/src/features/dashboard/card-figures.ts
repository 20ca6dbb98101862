// One figure of a card: how much or how many, with the sign it bears. None is only said to be clear where everything is known. Pure.

import { countBasis } from '@padron/contract/basis-words'
import type { FleetQuery } from '@padron/contract/catalogue'
import { countOf, numberText } from '@padron/contract/count-of'
import { countVerdict, unknownCountText } from '@padron/contract/count-verdict'
import { COUNTRIES, type Country } from '@padron/contract/countries'
import type { Basis } from '@padron/contract/dashboard'
import { amountText, UNKNOWN, zeroText } from '../../lib/money-text.ts'
import type { Sign } from '../../lib/status-words.ts'
import { isPartial, vehicles } from './basis-words.ts'
import { noneOwed } from './none-words.ts'

export type Figure = {
  /** What is large. */
  value: string
  /** In which it is, beside the title: `MXN`. */
  unit?: string | undefined
  /** Before it, small: `al menos`. */
  before?: string | undefined
  /** What it is of, where the card's title does not say it. */
  words?: string | undefined
  sign?: Sign | undefined
  query: FleetQuery
}
export type Card = { key: string; title: string; figures: readonly Figure[]; notes: readonly string[]; basis?: Basis }

const AT_LEAST = 'al menos'

const OF_KNOWN = 'de los que se sabe'

/** What a figure says for itself, where it is none: how that is written, and whether it is of any date. */
type None = { zero: string; always: boolean; basis: Basis; query: FleetQuery }

/** None is only said to be clear where every vehicle is known and every date counts. */
const none = ({ zero, always, basis, query }: None): Figure => {
  const verdict = countVerdict(0, countBasis(basis))
  if (verdict === 'unknown') return { value: UNKNOWN, sign: 'unknown', query }
  if (verdict === 'partial') return { value: zero, words: OF_KNOWN, sign: 'unknown', query }
  return { value: zero, sign: always && verdict === 'clear' ? 'clear' : undefined, query }
}

/** `always`: of any date; false where only those of a period are counted. `least`: more may be among the unknown. */
type Asked = { sign: Sign; query: FleetQuery; country: Country; basis: Basis; always?: boolean; least?: boolean }

/** How many there are. */
export const howMany = (count: number, asked: Asked): Figure => {
  const { sign, query, country, basis, always = true, least = true } = asked
  if (count === 0) return none({ zero: '0', always, basis, query })
  const before = least && isPartial(basis) ? AT_LEAST : undefined
  return { value: numberText(count, country), before, sign, query }
}

export type Counted = { sign: Sign; one: string; many: string }
export type Owed = Counted & {
  amount: number
  count: number
  withoutAmount: number
  vehicles: number
  /** Of the period that it is of. */
  months: number
}

/** What the period that looks ahead counts is not owed yet: it is to be paid. */
export const LINES: Counted = { sign: 'warning', one: 'línea de pago', many: 'líneas de pago' }
export const DEBTS: Counted = { sign: 'debt', one: 'adeudo', many: 'adeudos' }

const isNone = ({ count, amount }: Owed): boolean => count === 0 && amount === 0

export const owedFigure = (owed: Owed, basis: Basis, query: FleetQuery, country: Country): Figure => {
  const { amount, withoutAmount, sign, months } = owed
  const unit = COUNTRIES[country].currency
  if (isNone(owed)) return { ...none({ zero: zeroText(country), always: months === 0, basis, query }), unit }
  if (amount === 0) return { value: UNKNOWN, words: 'sin importe', sign, query }
  const before = isPartial(basis) || withoutAmount > 0 ? AT_LEAST : undefined
  return { value: amountText(amount, country), unit, before, sign, query }
}

const noneNote = ({ one, months }: Owed, basis: Basis, country: Country): string => {
  const said = noneOwed(one, months)
  if (!isPartial(basis)) return said
  if (basis.known === 0) return unknownCountText(countBasis(basis), country)
  return `${said}, en ${basis.known === 1 ? 'el único vehículo del que se sabe' : `los ${vehicles(basis.known, country)} de los que se sabe`}`
}

export const owedNotes = (owed: Owed, basis: Basis, country: Country): string[] => {
  if (isNone(owed)) return [noneNote(owed, basis, country)]
  const { count, withoutAmount, vehicles: owing, one, many } = owed
  return [
    `${countOf(count, one, many, country)} en ${vehicles(owing, country)}`,
    ...(withoutAmount > 0 ? [`${numberText(withoutAmount, country)} sin importe`] : []),
  ]
}
