// When what applies ends: calendars, payment rules, appeal terms and the newest value of each unit. What a later rule
// continues does not count, nor what ends for good.

import { daysBetween } from '@padron/contract/days'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { unreplacedOf, type Validity } from './in-force.ts'

export type RuleKind = 'calendar' | 'discount' | 'blocks' | 'appeal' | 'unit'
export type RuleEnd = {
  /** The rule's key; of a value, its unit. */
  ruleKey: string
  kind: RuleKind
  country: 'MX' | 'CO'
  title: string
  /** The last day on which it is valid. */
  validTo: string
  /** Negative once it has ended; 0 on its last day. */
  daysLeft: number
}
type Row = Validity & Pick<RuleEnd, 'kind' | 'country' | 'title'> & { once: boolean; validTo: string }

/**
 * By their last day.
 * @param within so many days ahead; what has ended is always among them
 */
export const readRuleEnds = async (tx: Tx, today: string, within: number): Promise<RuleEnd[]> => {
  const { rows } = await sql<Row>`
    select rule_key as "ruleKey", follows, 'calendar' as kind, country, title, valid_from as "validFrom",
      valid_to as "validTo", once
    from calendar_rule where declared
    union all
    select rule_key, follows, kind, country, title, valid_from, valid_to, false from payment_rule where declared
    union all
    select rule_key, null, 'appeal', country, title, valid_from, valid_to, false from appeal_rule
    union all
    -- Of each unit the next end without another value, or the last one.
    (select distinct on (u.unit) u.unit, null, 'unit', u.country, u.unit, u.valid_from, u.valid_to, false
    from unit_value u
    where not exists (
      select from unit_value n
      where n.unit = u.unit and n.valid_from <= u.valid_to + 1 and n.valid_to > u.valid_to)
    order by u.unit, u.valid_to < ${today}::date, abs(u.valid_to - ${today}::date))`.execute(tx)
  const unreplaced = unreplacedOf(rows, today, within)
  return rows
    .filter(({ ruleKey }) => unreplaced.has(ruleKey))
    .map(({ ruleKey, kind, country, title, validTo }) => ({
      ...{ ruleKey, kind, country, title, validTo },
      daysLeft: daysBetween(today, validTo),
    }))
    .toSorted((a, b) => a.validTo.localeCompare(b.validTo) || a.ruleKey.localeCompare(b.ruleKey))
}
