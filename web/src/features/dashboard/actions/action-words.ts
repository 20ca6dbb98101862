// Next actions in words: what is at stake, of how many, and what is said where there is nothing. Pure.
import { countOf, numberText } from '@padron/contract/count-of'
import type { Country } from '@padron/contract/countries'
import type { NextActions, PaymentRule } from '@padron/contract/dashboard'
import { money } from '@padron/contract/money'
import { typeName } from '@padron/contract/resources'
import { UNKNOWN } from '../../../lib/money-text.ts'
import type { Sign } from '../../../lib/status-words.ts'
import { dateText, rangeText } from '../../obligations/day-words.ts'

type Stake = Pick<NextActions['growing'], 'count' | 'vehicles' | 'amount' | 'withoutAmount'>
type Worth = Pick<Stake, 'amount' | 'withoutAmount'>
export type BlockedRule = NextActions['blocked'][number]
type Noun = { one: string; many: string }

export const LINES: Noun = { one: 'línea', many: 'líneas' }
export const DEBTS: Noun = { one: 'adeudo', many: 'adeudos' }

export const counted = (count: number, { one, many }: Noun, country: Country): string =>
  countOf(count, one, many, country)
export const vehiclesText = (count: number, country: Country): string =>
  countOf(count, 'vehículo', 'vehículos', country)

/** '150 líneas de 140 vehículos' */
export const stakeText = ({ count, vehicles }: Stake, noun: Noun, country: Country): string =>
  `${counted(count, noun, country)} de ${vehiclesText(vehicles, country)}`

/** '12 sin importe', or nothing. */
export const withoutText = (withoutAmount: number, country: Country): string =>
  withoutAmount > 0 ? `${numberText(withoutAmount, country)} sin importe` : ''

/** Of money of which a part is not known, the least that it can be. */
export const stakeMoney = ({ amount, withoutAmount }: Stake, country: Country) => ({
  least: amount !== 0 && withoutAmount > 0,
  amount: amount === 0 && withoutAmount > 0 ? UNKNOWN : money(amount, country),
})

/** '$900.00 MXN', '$900.00 MXN y 2 sin importe', 'sin importe conocido' */
const worthText = ({ amount, withoutAmount }: Worth, country: Country): string => {
  if (amount === 0 && withoutAmount > 0) return 'sin importe conocido'
  return [money(amount, country), withoutText(withoutAmount, country)].filter(Boolean).join(' y ')
}

/** 'hoy, 22 de noviembre', 'del 23 al 29 de noviembre' */
export const weekText = ({ today, weekEnds }: Pick<NextActions, 'today' | 'weekEnds'>): string =>
  today === weekEnds ? `hoy, ${dateText(today, today)}` : rangeText(today, weekEnds, today)

/** No source says more than it was asked: nothing of what they said is not the same as nothing. */
const SAID = 'según lo que han dicho las fuentes'

type Said = { sign: Sign; words: string }

export const noPayments = ({ payments: { next }, today }: NextActions, country: Country): Said => {
  if (!next) return { sign: 'clear', words: `Ninguna vence esta semana, ${SAID}.` }
  const { day, count } = next
  const worth = `${next.amount > 0 ? 'por ' : ''}${worthText(next, country)}`
  return {
    sign: 'clear',
    words: `Ninguna vence esta semana; lo próximo vence el ${dateText(day, today)}: ${counted(count, LINES, country)} ${worth}.`,
  }
}

export const noDiscounts = (rules: readonly PaymentRule[]): Said =>
  rules.some(({ kind, shown }) => kind === 'discount' && shown)
    ? { sign: 'clear', words: `Ninguno termina esta semana por las reglas en uso, ${SAID}.` }
    : { sign: 'unknown', words: 'No se sabe: no hay ninguna regla de descuento en uso.' }

export const noBlockRules = (): Said => ({
  sign: 'unknown',
  words: 'No se sabe: no hay en uso ninguna regla que diga qué adeudos impiden un trámite.',
})

/** Blocked vehicles of a rule: none known is said apart from none. */
export const noBlocked = ({ unknown }: BlockedRule, country: Country): Said =>
  unknown > 0
    ? { sign: 'unknown', words: `Ninguno de los que se sabe; de ${vehiclesText(unknown, country)} no se sabe.` }
    : { sign: 'clear', words: `Ninguno, ${SAID}.` }

export const noGrowing = (): Said => ({ sign: 'clear', words: `Ninguno, ${SAID}.` })
export const noStillListed = (): Said => ({
  sign: 'clear',
  words: 'Ninguno de los que se marcaron como pagados sigue en la lista de su fuente.',
})

/** A rule is called after what it stands in the way of. */
export const blockedTitle = (title: string): string =>
  `Bloqueados para ${title.charAt(0).toLowerCase()}${title.slice(1)}`

/** 'se liberan los 12 vehículos; de 3 no se sabe' */
export const blockedText = ({ vehicles, withoutAmount, unknown, amount }: BlockedRule, country: Country): string => {
  const freed = vehicles === 1 ? 'se libera el vehículo' : `se liberan los ${numberText(vehicles, country)} vehículos`
  const others = countOf(withoutAmount, 'adeudo sin importe', 'adeudos sin importe', country)
  const paid = amount > 0 ? `${money(amount, country)}${withoutAmount > 0 ? `, más ${others},` : ''}` : others
  const doubt = unknown > 0 ? `; de ${numberText(unknown, country)} no se sabe` : ''
  return `Con ${paid} ${freed}${doubt}`
}

/** 'Multas: 3, $4,500.00 MXN' */
export const debtsText = (debts: BlockedRule['first'][number]['debts'][number], country: Country): string =>
  `${typeName(debts.typeId, country)}: ${numberText(debts.count, country)}, ${worthText(debts, country)}`

/** What each rule that these discounts go by says, and so under which conditions. */
export const conditionsOf = ({ discounts, rules }: NextActions): readonly PaymentRule[] =>
  rules.filter(({ ruleKey }) => [...discounts.windows, ...discounts.first].some((each) => each.ruleKey === ruleKey))

/** 'adeudos del 12 al 18 de noviembre' */
export const windowText = ({ from, to }: { from: string; to: string }, today: string): string =>
  `adeudos ${from === to ? `del ${dateText(from, today)}` : rangeText(from, to, today)}`

/** With the year, always: how old it is matters. */
export const sourceText = ({ source, sourceDate }: PaymentRule): string =>
  sourceDate ? `${source}, ${dateText(sourceDate, '')}` : source

export const validText = ({ validFrom, validTo }: PaymentRule): string | undefined => {
  if (validFrom && validTo) return `Vigente ${rangeText(validFrom, validTo, '')}`
  if (validTo) return `Vigente hasta el ${dateText(validTo, '')}`
  return validFrom ? `Vigente desde el ${dateText(validFrom, '')}` : undefined
}

export const rulesText = (rules: readonly PaymentRule[]): string => {
  const used = rules.filter(({ shown }) => shown).length
  return `${used} de ${rules.length} en uso`
}
