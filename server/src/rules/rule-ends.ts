// When rules end: calendars, payment rules, appeal terms and the newest value of each unit. Rules with a continuation,
// and programmes that end for good, are left out.
import { daysBetween, localTime } from '@padron/contract/days'
import { COUNTRIES, COUNTRY_CODES, type Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { unreplacedOf, type Validity } from './in-force.ts'

type RuleKind = 'calendar' | 'discount' | 'blocks' | 'appeal' | 'unit'
export type RuleEnd = {
  /** The rule's key; for a value, its unit. */
  ruleKey: string
  kind: RuleKind
  country: Country
  title: string
  /** The last day of its validity. */
  validTo: string
  /** Negative once it has ended; 0 on its last day. */
  daysLeft: number
}
type Row = Validity & Pick<RuleEnd, 'kind' | 'country' | 'title'> & { once: boolean; validTo: string }

/** Today in a country; companies in another time zone may differ by a day for some hours. */
export const dayIn = (country: Country, now: Date): string => localTime(now, COUNTRIES[country].timeZone).day

/**
 * Ordered by their last day.
 * @param within days ahead; ended rules are always included
 */
export const readRuleEnds = async (tx: Tx, now: Date, within: number): Promise<RuleEnd[]> => {
  const today = Object.fromEntries(COUNTRY_CODES.map((country) => [country, dayIn(country, now)]))
  const { rows } = await sql<Row>`
    select rule_key as "ruleKey", follows, 'calendar' as kind, country, title, valid_from as "validFrom",
      valid_to as "validTo", once
    from calendar_rule
    where declared
    union all
    select rule_key, follows, kind, country, title, valid_from, valid_to, once
    from payment_rule
    where declared
    union all
    select rule_key, follows, 'appeal', country, title, valid_from, valid_to, once
    from appeal_rule
    where declared
    union all
    -- For each unit the next end without a later value, or the last one.
    (select distinct on (u.unit) u.unit, null, 'unit', u.country, u.unit, u.valid_from, u.valid_to, false
    from unit_value u
    join json_each_text(${JSON.stringify(today)}::json) as t(country, today) on t.country = u.country
    where not exists (
      select from unit_value n
      where n.unit = u.unit and n.valid_from <= u.valid_to + 1 and n.valid_to > u.valid_to)
    order by u.unit, u.valid_to < t.today::date, abs(u.valid_to - t.today::date))`.execute(tx)
  return [...Map.groupBy(rows, ({ country }) => country)]
    .flatMap(([country, ofCountry]) => {
      const unreplaced = unreplacedOf(ofCountry, dayIn(country, now), within)
      return ofCountry
        .filter(({ ruleKey }) => unreplaced.has(ruleKey))
        .map(({ ruleKey, kind, title, validTo }) => ({
          ...{ ruleKey, kind, country, title, validTo },
          daysLeft: daysBetween(dayIn(country, now), validTo),
        }))
    })
    .toSorted((a, b) => a.validTo.localeCompare(b.validTo) || a.ruleKey.localeCompare(b.ruleKey))
}
