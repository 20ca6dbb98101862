// What a payment rule in use does to the company's vehicles, with the catalogue's query where it finds just these. Pure.
import { countBasis } from '@padron/contract/basis-words'
import type { FleetQuery } from '@padron/contract/catalogue'
import { numberText } from '@padron/contract/count-of'
import { countSign, countVerdict } from '@padron/contract/count-verdict'
import type { Country } from '@padron/contract/countries'
import type { Basis, NextActions, PaymentRule } from '@padron/contract/dashboard'
import type { actionQueries } from '@padron/contract/dashboard-queries'
import type { Sign } from '../../../lib/status-words.ts'
import { vehicles as vehiclesText } from '../basis-words.ts'
import { noneText, windowText } from './action-words.ts'

export type RuleEffect = { sign: Sign; words: string; vehicles: number; query: FleetQuery | null }
type Queries = ReturnType<typeof actionQueries>

const UNKNOWN = { sign: 'unknown', vehicles: 0, query: null } as const

/** 'No afecta a ningún vehículo hoy', as far as it is known. */
const noEffect = (none: string, basis: Basis, country: Country): RuleEffect => {
  const count = countBasis(basis)
  const words = noneText(none, basis, `${none}: ninguno está donde rige`, country)
  const isUnknown = countVerdict(0, count) === 'unknown'
  return {
    sign: countSign(0, count, 'debt'),
    words: `${isUnknown ? 'No se sabe. ' : ''}${words}.`,
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
    const doubt = unknown > 0 ? `; de ${numberText(unknown, country)} no se sabe` : ''
    const words = `Afecta a ${vehiclesText(vehicles, country)}${doubt}.`
    return [{ sign: 'debt', words, vehicles, query: queries.blocked[place] ?? null }]
  }
  return [basis ? noEffect('No afecta a ningún vehículo hoy', basis, country) : { ...UNKNOWN, words: 'No se sabe.' }]
}

/** Of the debts whose discount ends this week. */
const discountEffects = (
  { discounts: { windows, basis }, today }: NextActions,
  queries: Queries,
  ruleKey: string,
  country: Country,
): RuleEffect[] => {
  const effects = windows.flatMap((window, place): RuleEffect[] => {
    if (window.ruleKey !== ruleKey) return []
    const words = `Afecta a ${vehiclesText(window.vehicles, country)} esta semana: ${windowText(window, today, country)}.`
    return [{ sign: 'warning', words, vehicles: window.vehicles, query: queries.discounts[place] ?? null }]
  })
  if (effects.length > 0) return effects
  // Where another rule has debts the basis of this one's none is not known.
  return [
    basis
      ? noEffect('No afecta a ningún vehículo esta semana', basis, country)
      : { ...UNKNOWN, words: 'No afecta a ningún adeudo conocido esta semana.' },
  ]
}

/** None of a rule that is not in use, nor of a term to appeal, which says all in its text. */
export const ruleEffects = (
  actions: NextActions,
  queries: Queries,
  { kind, ruleKey, shown }: PaymentRule,
  country: Country,
): RuleEffect[] => {
  if (!shown || kind === 'appeal') return []
  return (kind === 'blocks' ? blockEffects : discountEffects)(actions, queries, ruleKey, country)
}
