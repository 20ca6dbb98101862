// The payment rules of a country as this installation has them: whether each is active, and why not.
import type { Country } from '@padron/contract/countries'
import type { PaymentRule } from '@padron/contract/dashboard'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'

export type Step = { days: number; percent: number }
type DayKind = 'calendar' | 'business'
export type StoredPaymentRule = Omit<PaymentRule, 'shown' | 'whyNot'> & {
  stateIds: number[] | null
  typeIds: number[]
  steps: Step[]
  dayKind: DayKind
  countsFrom: 'debt' | 'notification'
  /** The kind of days of `otherReading`. */
  otherDayKind: DayKind | null
  onlyWords: string[] | null
  exceptWords: string[] | null
  disagreement: string | null
  enabledOverride: boolean | null
}

const WHOLE_COUNTRY: Record<Country, string> = { MX: 'Todo México', CO: 'Toda Colombia' }

export const readPaymentRules = async (tx: Tx, country: Country): Promise<StoredPaymentRule[]> => {
  const { rows } = await sql<StoredPaymentRule>`
    select c.rule_key as "ruleKey", c.kind, c.title, c.description as says, c.valid_from as "validFrom",
      c.valid_to as "validTo",
      c.source, c.source_date as "sourceDate", c.note, c.state_ids as "stateIds", c.type_ids as "typeIds", c.steps,
      c.day_kind as "dayKind", c.counts_from as "countsFrom", c.other_day_kind as "otherDayKind",
      case
        when c.other_description is not null then jsonb_build_object('says', c.other_description,
          'source', c.other_source, 'sourceDate', c.other_source_date) end as "otherReading",
      c.only_words as "onlyWords", c.except_words as "exceptWords",
      c.disagreement, c.enabled_override as "enabledOverride",
      coalesce((select string_agg(s.state_name, ', ' order by s.state_name)
      from state s
      where s.state_id = any(c.state_ids)),
      ${WHOLE_COUNTRY[country]}) as "where"
    from payment_rule c where c.declared and c.country = ${country} order by c.place`.execute(tx)
  return rows
}

/** The first reason that applies. The operator's switch only matters for a rule that is in force. */
export const reasonInactive = (
  { validFrom, validTo, disagreement, enabledOverride }: StoredPaymentRule,
  today: string,
): string | null => {
  if (validTo !== null && validTo < today) return `Su vigencia terminó el ${validTo}.`
  if (validFrom !== null && validFrom > today) return `Su vigencia empieza el ${validFrom}.`
  if (enabledOverride === false) return 'La apagó el operador de este servidor.'
  return enabledOverride === null ? disagreement : null
}

export const asWire = (rule: StoredPaymentRule, today: string): PaymentRule => {
  const { ruleKey, kind, title, where, says, validFrom, validTo, source, sourceDate, note, otherReading } = rule
  const whyNot = reasonInactive(rule, today)
  return {
    ruleKey,
    kind,
    title,
    where,
    says,
    validFrom,
    validTo,
    source,
    sourceDate,
    note,
    otherReading,
    shown: whyNot === null,
    whyNot,
  }
}
