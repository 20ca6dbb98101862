// Whether a rule is in force, and whether another continues it. Pure, except for the columns that all queries select.
import { addDays } from '@padron/contract/days'
import type { Country } from '@padron/contract/places/countries'
import { ENDING_DAYS, type OtherReading, type RuleSource } from '@padron/contract/rules/official-rules'
import { dateText } from '@padron/contract/texts/day-texts'
import { type RawBuilder, sql } from 'kysely'

export type Validity = { ruleKey: string; follows: string | null; validFrom: string | null; validTo: string | null }

/** Columns of `c`, in the shape of RuleSource. */
export const SOURCE_COLUMNS_ALONE: RawBuilder<RuleSource> = sql`
  coalesce(c.pack_version, '') as version, c.authority, c.source, c.source_date as "sourceDate", c.source_link as link`

/** Columns of `c`, in the shape of RuleSource and OtherReading. */
export const SOURCE_COLUMNS: RawBuilder<RuleSource & { otherReading: OtherReading | null }> = sql`
  ${SOURCE_COLUMNS_ALONE}, case
    when c.other_description is not null then jsonb_build_object('says', c.other_description,
      'source', c.other_source, 'sourceDate', c.other_source_date, 'link', c.other_source_link) end as "otherReading"`

const WHOLE_COUNTRY: Record<Country, string> = { MX: 'Todo México', CO: 'Toda Colombia' }

/** The names of the states of `c`, or the whole country. */
export const placeNames = (country: Country): RawBuilder<string> => sql`
  coalesce((
    select string_agg(s.state_name, ', ' order by s.state_name)
    from state s
    where s.state_id = any(c.state_ids)), ${WHOLE_COUNTRY[country]})`

const withYear = (day: string): string => dateText(day, '')

/** Why a rule is not valid on a day. @returns null if it is valid */
export const reasonInvalid = ({ validFrom, validTo }: Omit<Validity, 'ruleKey' | 'follows'>, today: string) => {
  if (validTo !== null && validTo < today) return `Su vigencia terminó el ${withYear(validTo)}.`
  if (validFrom !== null && validFrom > today) return `Su vigencia empieza el ${withYear(validFrom)}.`
  return null
}

type Switched = Pick<Validity, 'validFrom' | 'validTo'> & { enabledOverride: boolean | null }

/**
 * The first reason that applies. The operator's choice only matters for a rule that could be shown.
 * @param ofItself why the rule has nothing to show on any day
 */
export const reasonInactive = (rule: Switched, today: string, ofItself: string | null = null): string | null =>
  reasonInvalid(rule, today) ??
  ofItself ??
  (rule.enabledOverride === false ? 'Por decisión del operador de este servidor.' : null)

/** By a rule's key, the later rule that continues it without a gap. */
export const continuationsOf = <R extends Validity>(rules: readonly R[]): ReadonlyMap<string, R> =>
  new Map(
    rules.flatMap((rule) => {
      const { follows, validFrom, validTo } = rule
      const former = rules.find(({ ruleKey }) => ruleKey === follows)
      if (!former?.validTo) return []
      const isLater = validTo === null || validTo > former.validTo
      const isWithoutGap = validFrom === null || validFrom <= addDays(former.validTo, 1)
      return isLater && isWithoutGap ? [[former.ruleKey, rule] as const] : []
    }),
  )

/** The keys of rules that have ended, or end within 60 days, without a continuation. */
export const unreplacedOf = (
  rules: readonly (Validity & { once?: boolean })[],
  today: string,
  within = ENDING_DAYS,
): ReadonlySet<string> => {
  const until = addDays(today, within)
  const continued = continuationsOf(rules)
  return new Set(
    rules.flatMap(({ ruleKey, validTo, once = false }) =>
      validTo !== null && validTo <= until && !once && !continued.has(ruleKey) ? [ruleKey] : [],
    ),
  )
}
