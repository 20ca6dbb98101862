// The payment rules of a country as this installation has them: whether each is active, and why not.
import type { PaymentRule } from '@padron/contract/dashboard'
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import type { UnitValue } from '@padron/contract/rules/official-rules'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import type { StoredAppealRule } from '../../../rules/appeal-terms.ts'
import {
  continuationsOf,
  placeNames,
  reasonInactive,
  reasonInvalid,
  SOURCE_COLUMNS,
  unreplacedOf,
} from '../../../rules/in-force.ts'

type Step = { days: number; percent: number }
type DayKind = 'calendar' | 'business'
export type StoredPaymentRule = Omit<PaymentRule, 'shown' | 'whyNot' | 'unreplaced' | 'continuedBy'> & {
  follows: string | null
  once: boolean
  stateIds: number[] | null
  typeIds: number[]
  steps: Step[]
  dayKind: DayKind
  countsFrom: 'debt' | 'notification'
  /** Where another source counts otherwise: its kind of days, and its steps in the same order. */
  otherDayKind: DayKind | null
  otherSteps: Step[] | null
  onlyWords: string[] | null
  exceptWords: string[] | null
  enabledOverride: boolean | null
}

export const readPaymentRules = async (tx: Tx, country: Country): Promise<StoredPaymentRule[]> => {
  const { rows } = await sql<StoredPaymentRule>`
    select c.rule_key as "ruleKey", c.follows, c.once, c.kind, c.title, c.description as says,
      c.valid_from as "validFrom", c.valid_to as "validTo", ${SOURCE_COLUMNS}, c.note,
      c.state_ids as "stateIds", c.type_ids as "typeIds", c.steps,
      c.day_kind as "dayKind", c.counts_from as "countsFrom", c.other_day_kind as "otherDayKind",
      c.other_steps as "otherSteps", c.only_words as "onlyWords", c.except_words as "exceptWords",
      c.enabled_override as "enabledOverride",
      ${placeNames(country)} as "where"
    from payment_rule c
    where c.declared and c.country = ${country}
    order by c.place`.execute(tx)
  return rows
}

type ListedRule = Omit<PaymentRule, 'shown' | 'whyNot' | 'unreplaced' | 'continuedBy'> &
  Pick<StoredPaymentRule, 'follows' | 'once' | 'enabledOverride'>

const asListed = (appeal: StoredAppealRule): ListedRule => ({ ...appeal, kind: 'appeal', otherReading: null })

/** The payment rules and the terms to appeal, in their order, as people see them. */
export const rulesAsWire = (
  payments: readonly StoredPaymentRule[],
  appeals: readonly StoredAppealRule[],
  today: string,
): PaymentRule[] => {
  const rules: ListedRule[] = [...payments, ...appeals.map(asListed)]
  const unreplaced = unreplacedOf(rules, today)
  const continued = continuationsOf(rules)
  return rules.map((rule) => {
    const { ruleKey, kind, title, where, says, validFrom, validTo, version, authority } = rule
    const { source, sourceDate, link, note, otherReading } = rule
    const whyNot = reasonInactive(rule, today)
    return {
      ...{ ruleKey, kind, title, where, says, validFrom, validTo, version, authority },
      ...{ source, sourceDate, link, note, otherReading },
      unreplaced: unreplaced.has(ruleKey),
      continuedBy: continued.get(ruleKey)?.title ?? null,
      shown: whyNot === null,
      whyNot,
    }
  })
}

const WHERE: Record<Country, string> = { MX: 'Todo México', CO: 'Toda Colombia' }

/** The value of a unit as a rule: debts are computed with it until the next value applies. */
export const unitAsWire = ({ unit, value, ...rest }: UnitValue, country: Country, today: string): PaymentRule => {
  const whyNot = reasonInvalid(rest, today)
  return {
    ruleKey: unit,
    kind: 'unit',
    title: `Valor de la ${unit}`,
    where: WHERE[country],
    says: `Una ${unit} vale ${money(value, country)}.`,
    ...rest,
    note: null,
    otherReading: null,
    continuedBy: null,
    shown: whyNot === null,
    whyNot,
  }
}
