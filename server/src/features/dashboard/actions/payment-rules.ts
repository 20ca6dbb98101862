// The payment rules of a country as this installation has them: whether each is active, and why not.
import type { Country } from '@padron/contract/countries'
import type { PaymentRule } from '@padron/contract/dashboard'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { placeNames, reasonInactive, SOURCE_COLUMNS } from '../../../rules/in-force.ts'

export type Step = { days: number; percent: number }
type DayKind = 'calendar' | 'business'
export type StoredPaymentRule = Omit<PaymentRule, 'shown' | 'whyNot' | 'unreplaced'> & {
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
    select c.rule_key as "ruleKey", c.follows, c.once, c.kind, c.title, c.description as says, c.valid_from as "validFrom",
      c.valid_to as "validTo", ${SOURCE_COLUMNS}, c.note, c.state_ids as "stateIds", c.type_ids as "typeIds", c.steps,
      c.day_kind as "dayKind", c.counts_from as "countsFrom", c.other_day_kind as "otherDayKind",
      c.other_steps as "otherSteps", c.only_words as "onlyWords", c.except_words as "exceptWords",
      c.enabled_override as "enabledOverride",
      ${placeNames(country)} as "where"
    from payment_rule c where c.declared and c.country = ${country} order by c.place`.execute(tx)
  return rows
}

type ListedRule = Omit<PaymentRule, 'shown' | 'whyNot' | 'unreplaced'> &
  Pick<StoredPaymentRule, 'follows' | 'once' | 'enabledOverride'>

/** Until when debts can be appealed. They are listed with the other rules. */
export const readAppealRules = async (tx: Tx, country: Country): Promise<ListedRule[]> => {
  const { rows } = await sql<ListedRule>`
    select c.rule_key as "ruleKey", c.follows, c.once, 'appeal' as kind, c.title, c.description as says,
      c.valid_from as "validFrom", c.valid_to as "validTo", c.pack_version as version, c.authority, c.source,
      c.source_date as "sourceDate", c.source_link as link, null::jsonb as "otherReading", c.note,
      null as "enabledOverride", ${placeNames(country)} as "where"
    from appeal_rule c where c.country = ${country} order by c.place`.execute(tx)
  return rows
}

/** @param unreplaced the keys of rules that end and that none continues */
export const asWire = (rule: ListedRule, today: string, unreplaced: ReadonlySet<string>): PaymentRule => {
  const { ruleKey, kind, title, where, says, validFrom, validTo, version, authority } = rule
  const { source, sourceDate, link, note, otherReading } = rule
  const whyNot = reasonInactive(rule, today)
  return {
    ...{ ruleKey, kind, title, where, says, validFrom, validTo, version, authority },
    ...{ source, sourceDate, link, note, otherReading },
    unreplaced: unreplaced.has(ruleKey),
    shown: whyNot === null,
    whyNot,
  }
}
