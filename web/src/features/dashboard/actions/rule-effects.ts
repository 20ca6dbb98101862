// The effects of a payment rule in use on the company's vehicles, with the catalogue's query if it can filter exactly
// these. Pure.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import type { Basis, NextActions, PaymentRule } from '@padron/contract/dashboard'
import type { actionQueries } from '@padron/contract/dashboard/queries'
import type { Country } from '@padron/contract/places/countries'
import { countBasis } from '@padron/contract/texts/basis-texts'
import { countOf, numberText, vehiclesText } from '@padron/contract/texts/count-of'
import { countSign, countVerdict } from '@padron/contract/texts/count-verdict'
import { localText } from '@padron/contract/texts/local-text'
import { dateText } from '../../../lib/day-texts.ts'
import type { Sign } from '../../../lib/status-texts.ts'
import { DEBTS, noneText, stakeText, windowText, worthText } from './action-texts.ts'

export type RuleEffect = { sign: Sign; words: string; vehicles: number; query: FleetQuery | null }
type Queries = ReturnType<typeof actionQueries>

const UNKNOWN = { sign: 'unknown', vehicles: 0, query: null } as const

/** 'No afecta a ningún vehículo hoy', if that is known. */
const noEffect = (none: string, basis: Basis, country: Country): RuleEffect => {
  const count = countBasis(basis)
  const words = noneText(none, basis, `${none}: ninguno está donde rige`, country)
  const isUnknown = countVerdict(0, count) === 'unknown'
  return {
    sign: countSign(0, count, 'debt'),
    words: `${isUnknown ? 'Sin datos todavía. ' : ''}${words}.`,
    vehicles: 0,
    query: null,
  }
}

const blockEffects = ({ blocked }: NextActions, queries: Queries, ruleKey: string, country: Country): RuleEffect[] => {
  const place = blocked.findIndex((each) => each.ruleKey === ruleKey)
  const group = blocked[place]
  if (!group) return []
  const { vehicles, unknown, basis } = group
  if (vehicles > 0) {
    const doubt = unknown > 0 ? `; falta información de ${numberText(unknown, country)}` : ''
    const words = `Afecta a ${vehiclesText(vehicles, country)}${doubt}.`
    return [{ sign: 'debt', words, vehicles, query: queries.blocked[place] ?? null }]
  }
  return [
    basis ? noEffect('No afecta a ningún vehículo hoy', basis, country) : { ...UNKNOWN, words: 'Sin datos todavía.' },
  ]
}

/** The debts whose discount ends this week: number, amount and days. */
const discountEffects = (
  { discounts: { windows, byRule }, today }: NextActions,
  queries: Queries,
  ruleKey: string,
  country: Country,
): RuleEffect[] => {
  const sum = byRule.find((each) => each.ruleKey === ruleKey)
  if (!sum) return []
  const { count, vehicles, basis } = sum
  if (count === 0)
    return [
      basis
        ? noEffect('No afecta a ningún vehículo esta semana', basis, country)
        : { ...UNKNOWN, words: 'Sin datos todavía.' },
    ]
  const ofRule = windows.flatMap((window, place) =>
    window.ruleKey === ruleKey ? [{ window, query: queries.discounts[place] ?? null }] : [],
  )
  const [only] = ofRule.length === 1 ? ofRule : []
  const debts = only ? windowText(only.window, today, country) : countOf(count, ...DEBTS, country)
  const saved = `con un ahorro ${sum.amount > 0 ? 'de ' : ''}${worthText(sum, country)}`
  const words = `Afecta a ${vehiclesText(vehicles, country)} esta semana: ${debts}, ${saved}.`
  const whole: RuleEffect = { sign: 'warning', words, vehicles, query: only?.query ?? null }
  if (only) return [whole]
  const each = ofRule.map(({ window, query }): RuleEffect => {
    const which = `De ellos, ${windowText(window, today, country)}.`
    return { sign: 'warning', words: which, vehicles: window.vehicles, query }
  })
  return [whole, ...each]
}

/** The number of debts within the term, past it, and unknown. */
const appealEffects = ({ appeals, today }: NextActions, ruleKey: string, country: Country): RuleEffect[] => {
  const found = appeals.find((each) => each.ruleKey === ruleKey)
  if (!found) return []
  const { open, vehicles, past, unknown, soonest, basis } = found
  if (basis) return [noEffect(localText('Ningún adeudo conocido está en este plazo', country), basis, country)]
  const effect = (sign: Sign, words: string): RuleEffect => ({ sign, words, vehicles: 0, query: null })
  const debts = (count: number): string => countOf(count, ...DEBTS, country)
  const until = soonest === null ? '' : `; el primer plazo termina el ${dateText(soonest, today)}`
  return [
    ...(open > 0
      ? [effect('warning', `Dentro del plazo: ${debts(open)} de ${vehiclesText(vehicles, country)}${until}.`)]
      : []),
    ...(past > 0 ? [effect('unprocessed', `Con el plazo terminado: ${debts(past)}.`)] : []),
    ...(unknown > 0
      ? [
          effect(
            'unknown',
            `Falta información de ${debts(unknown)}: la fuente no da su fecha, o no dice si es de cámara.`,
          ),
        ]
      : []),
  ]
}

/** The debts stated in the unit. */
const unitEffects = ({ units }: NextActions, ruleKey: string, country: Country): RuleEffect[] =>
  units
    .filter(({ unit }) => unit === ruleKey)
    .map((stake) => ({
      sign: 'debt',
      words: `En ${ruleKey} están ${stakeText(stake, DEBTS, country)}: ${worthText(stake, country)}.`,
      vehicles: 0,
      query: null,
    }))

/** A rule that is not in use has no effects; debts stated in a unit remain so after its value has ended. */
export const ruleEffects = (
  actions: NextActions,
  queries: Queries,
  { kind, ruleKey, shown }: PaymentRule,
  country: Country,
): RuleEffect[] => {
  if (kind === 'unit') return unitEffects(actions, ruleKey, country)
  if (!shown) return []
  if (kind === 'appeal') return appealEffects(actions, ruleKey, country)
  return (kind === 'blocks' ? blockEffects : discountEffects)(actions, queries, ruleKey, country)
}
