// Next actions in words: amounts, numbers, and the texts of empty groups. Pure.
import type { Basis, NextActions, PaymentRule } from '@padron/contract/dashboard'
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import { typeName } from '@padron/contract/resources'
import { UNITS, type UnitValue } from '@padron/contract/rules/official-rules'
import { countBasis } from '@padron/contract/texts/basis-texts'
import { countOf, numberText, vehiclesText } from '@padron/contract/texts/count-of'
import { amongWords, countSign, countVerdict, unknownCountText } from '@padron/contract/texts/count-verdict'
import { localText } from '@padron/contract/texts/local-text'
import type { Clock } from '../../../lib/clock.ts'
import { dateText, rangeText } from '../../../lib/day-texts.ts'
import { UNKNOWN } from '../../../lib/money-text.ts'
import type { Sign } from '../../../lib/status-texts.ts'
import { oldestText } from '../basis-texts.ts'

export type Stake = Pick<NextActions['growing'], 'count' | 'vehicles' | 'amount' | 'withoutAmount'>
type Worth = Pick<Stake, 'amount' | 'withoutAmount'>
export type BlockedRule = NextActions['blocked'][number]

type Noun = readonly [one: string, many: string]
export const lineNoun = (country: Country): Noun =>
  country === 'CO' ? ['referencia', 'referencias'] : ['línea', 'líneas']
export const DEBTS: Noun = ['adeudo', 'adeudos']

/** '150 líneas de 140 vehículos' */
export const stakeText = ({ count, vehicles }: Stake, noun: Noun, country: Country): string =>
  `${countOf(count, ...noun, country)} de ${vehiclesText(vehicles, country)}`

/** '12 sin importe'; empty without any. */
export const withoutText = (withoutAmount: number, country: Country): string =>
  withoutAmount > 0 ? `${numberText(withoutAmount, country)} sin importe` : ''

/** An amount; if a part is unknown, it is a minimum. */
export const stakeMoney = ({ amount, withoutAmount }: Stake, country: Country) => ({
  least: amount !== 0 && withoutAmount > 0,
  amount: amount === 0 && withoutAmount > 0 ? UNKNOWN : money(amount, country),
})

/** '$900.00 MXN', '$900.00 MXN y 2 sin importe', 'sin importe conocido' */
export const worthText = ({ amount, withoutAmount }: Worth, country: Country): string => {
  if (amount === 0 && withoutAmount > 0) return 'sin importe conocido'
  return [money(amount, country), withoutText(withoutAmount, country)].filter(Boolean).join(' y ')
}

/** 'hoy, 22 de noviembre', 'del 23 al 29 de noviembre' */
export const weekText = ({ today, weekEnds }: NextActions): string =>
  today === weekEnds ? `hoy, ${dateText(today, today)}` : rangeText(today, weekEnds, today)

/** The text of an empty group, and its sign. */
export type None = { sign: Sign; words: string }
type Reader = { country: Country; clock: Clock }

const NOBODY: Basis = { known: 0, unknown: 0, unasked: 0, oldest: null }

/** Zero among the known vehicles does not mean none while others are unknown. */
export const noneText = (none: string, basis: Basis, empty: string, country: Country): string => {
  const count = countBasis(basis)
  const verdict = countVerdict(0, count)
  if (verdict === 'empty') return empty
  if (verdict === 'unknown') return unknownCountText(count, country)
  return verdict === 'partial' ? `${none} ${amongWords(count, country)}` : `${none}, según lo que han dicho las fuentes`
}

type NoneWords = {
  /** 'Ninguna vence esta semana' */
  none: string
  basis: Basis | null
  /** The text if no vehicle could be concerned. */
  empty: string
  /** An additional text at the end. */
  more?: string
}

/** The text of an empty group, as far as it is known, with the age of the oldest answer. */
export const noneOf = ({ none, basis, empty, more = '' }: NoneWords, { country, clock }: Reader): None => {
  const found = basis ?? NOBODY
  const parts = [noneText(none, found, empty, country) + more, oldestText(found, clock)?.text].filter(Boolean)
  return { sign: countSign(0, countBasis(found), 'debt'), words: `${parts.join('; ')}.` }
}

const NO_VEHICLES = 'Sin vehículos activos'

export const noPayments = ({ payments: { next, basis }, today }: NextActions, reader: Reader): None => {
  const { country } = reader
  const worth = next && `${next.amount > 0 ? 'por ' : ''}${worthText(next, country)}`
  const more = next
    ? `; lo próximo vence el ${dateText(next.day, today)}: ${countOf(next.count, ...lineNoun(country), country)} ${worth}`
    : ''
  return noneOf({ none: 'Ninguna vence esta semana', basis, empty: NO_VEHICLES, more }, reader)
}

export const noDiscounts = ({ rules, discounts: { basis } }: NextActions, reader: Reader): None =>
  rules.some(({ kind, shown }) => kind === 'discount' && shown)
    ? noneOf({ none: 'Ninguno termina esta semana por las reglas en uso', basis, empty: NO_VEHICLES }, reader)
    : { sign: 'unknown', words: 'Sin datos: no hay ninguna regla de descuento en uso.' }

export const NO_BLOCK_RULES: None = {
  sign: 'unknown',
  get words() {
    return localText('Sin datos: no hay en uso ninguna regla que diga qué adeudos impiden un trámite.')
  },
}

/** While the source has not answered since a debt was marked as paid, it is unknown whether it still lists the debt. */
export const noStillListed = ({ waiting }: NextActions['stillListed'], country: Country): None => ({
  sign: countSign(0, { known: 0, total: waiting }, 'warning'),
  words:
    waiting > 0
      ? 'Sin consultar: de ' +
        countOf(waiting, 'adeudo marcado como pagado', 'adeudos marcados como pagados', country) +
        ' la fuente no ha respondido desde entonces.'
      : localText('No hay adeudos marcados como pagados por comprobar.', country),
})

/** How long a source may take to remove a paid debt. */
export const LATE_HOURS = 72

export const lateText = (late: number, country: Country): string =>
  late > 0 ? `la fuente sigue cobrando ${numberText(late, country)} después de ${LATE_HOURS} horas` : ''

/** The title of a rule names the blocked procedure. */
export const blockedTitle = (title: string): string =>
  `Bloqueados para ${title.charAt(0).toLowerCase()}${title.slice(1)}`

/** 'se liberan los 12 vehículos; falta información de 3' */
export const blockedText = ({ vehicles, withoutAmount, unknown, amount }: BlockedRule, country: Country): string => {
  const freed = vehicles === 1 ? 'se libera el vehículo' : `se liberan los ${numberText(vehicles, country)} vehículos`
  const others = countOf(withoutAmount, 'adeudo sin importe', 'adeudos sin importe', country)
  const paid = amount > 0 ? `${money(amount, country)}${withoutAmount > 0 ? `, más ${others},` : ''}` : others
  const doubt = unknown > 0 ? `; falta información de ${numberText(unknown, country)}` : ''
  return `Con ${paid} ${freed}${doubt}`
}

/** 'Multas: 3, $4,500.00 MXN' */
export const debtsText = (debts: BlockedRule['first'][number]['debts'][number], country: Country): string =>
  `${typeName(debts.typeId, country)}: ${numberText(debts.count, country)}, ${worthText(debts, country)}`

/** The rules of these discounts, whose texts contain the conditions. */
export const conditionsOf = ({ discounts, rules }: NextActions): readonly PaymentRule[] =>
  rules.filter(({ ruleKey }) => [...discounts.windows, ...discounts.first].some((each) => each.ruleKey === ruleKey))

type Window = Pick<NextActions['discounts']['windows'][number], 'from' | 'to' | 'countsFrom' | 'count'>

/** '3 adeudos del 12 al 18 de noviembre', '1 adeudo notificado el 12 de noviembre' */
export const windowText = ({ from, to, countsFrom, count }: Window, today: string, country: Country): string => {
  if (countsFrom === 'notification')
    return `${countOf(count, 'adeudo notificado', 'adeudos notificados', country)} ${rangeText(from, to, today)}`
  const days = from === to ? `del ${dateText(from, today)}` : rangeText(from, to, today)
  return `${countOf(count, ...DEBTS, country)} ${days}`
}

/** The units in which debts are stated, which are rules in the list. */
export const unitsOf = ({ rules }: NextActions): Pick<UnitValue, 'unit' | 'validTo' | 'unreplaced'>[] =>
  rules.flatMap(({ ruleKey, validTo, unreplaced }) => {
    const unit = UNITS.find((each) => each === ruleKey)
    return unit && validTo !== null ? [{ unit, validTo, unreplaced }] : []
  })

export const rulesText = (rules: readonly PaymentRule[]): string => {
  const used = rules.filter(({ shown }) => shown).length
  return `${used} de ${rules.length} en uso`
}
