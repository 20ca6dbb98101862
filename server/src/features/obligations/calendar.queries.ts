// The official calendars of a company's country and those that it added, and the vehicles that each covers.
import { type CalendarRule, OBLIGATIONS_PAGE } from '@padron/contract/obligations'
import { PLATE_LETTERS } from '@padron/contract/vehicles/plates'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { OBLIGED } from '../../fleet/obligations.ts'
import { continuationsOf, placeNames, SOURCE_COLUMNS, unreplacedOf } from '../../rules/in-force.ts'
import {
  countOf,
  type FleetGroup,
  type Occurrence,
  occurrencesOf,
  ownRule,
  reasonHidden,
  type Span,
  type StoredOwnCalendar,
  type StoredRule,
} from './calendar.rules.ts'

type Whose = { tenantId: number; country: 'MX' | 'CO' }

const readOfficialRules = async (tx: Tx, country: 'MX' | 'CO', key?: string): Promise<StoredRule[]> => {
  const { rows } = await sql<StoredRule>`
    select c.rule_key as "ruleKey", false as own, 'calendar' as kind, c.follows, c.once, c.title,
      c.state_ids as "stateIds", c.digits, c.plate_year as "plateYear", c.plate_form as "plateForm", c.spans,
      c.other_spans as "otherSpans", c.daily, c.description as says, c.valid_from as "validFrom",
      c.valid_to as "validTo", ${SOURCE_COLUMNS}, c.note, c.enabled_override as "enabledOverride",
      ${placeNames(country)} as "where"
    from calendar_rule c
    where c.declared and c.country = ${country} and (${key ?? null}::text is null or c.rule_key = ${key ?? null})
    order by c.place`.execute(tx)
  return rows
}

const readOwnRules = async (tx: Tx, { tenantId, country }: Whose, key?: string): Promise<StoredRule[]> => {
  const { rows } = await sql<StoredOwnCalendar>`
    select c.own_calendar_id as "ownCalendarId", c.kind, c.title, c.state_ids as states, c.digits,
      c.spans as windows, c.note, ${placeNames(country)} as "where"
    from own_calendar c
    where c.tenant_id = ${tenantId}
    order by fold(c.title), c.own_calendar_id`.execute(tx)
  return rows.map(ownRule).filter(({ ruleKey }) => key === undefined || ruleKey === key)
}

/** The official ones, then those that the company added. */
const readRules = async (tx: Tx, whose: Whose, key?: string): Promise<StoredRule[]> => [
  ...(await readOfficialRules(tx, whose.country, key)),
  ...(await readOwnRules(tx, whose, key)),
]

const PLATE_ENDINGS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The last digit of a plate, which may be followed by letters; '' if it has none. */
const LAST_DIGIT = sql`right(rtrim(v.plate, ${PLATE_ENDINGS}), 1)`
const PLATE_YEAR = sql`extract(year from v.plate_date)::int`

/** As federal motor transport has them: 01AB2C. */
const IS_FEDERAL = sql`v.plate ~ ${`^\\d{2}[${PLATE_LETTERS}]{2}\\d[${PLATE_LETTERS}]$`}`

type Groups = { years: readonly number[]; federal: boolean }
/** Cost: every vehicle once: 70 ms with 50,000. */
const readFleet = async (tx: Tx, tenantId: number, { years, federal }: Groups): Promise<FleetGroup[]> => {
  const year =
    years.length > 0 ? sql`case when ${PLATE_YEAR} = any(${[...years]}::int[]) then ${PLATE_YEAR} end` : sql`null::int`
  const { rows } = await sql<FleetGroup>`
    select v.state_id as "stateId", nullif(${LAST_DIGIT}, '')::int as digit, ${year} as "plateYear",
      ${federal ? IS_FEDERAL : sql`false`} as federal, count(*)::int as n
    from vehicle v
    where v.tenant_id = ${tenantId} and ${OBLIGED}
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

type CalendarQuery = Whose & { today: string; days: Span }

type Derived = Pick<CalendarRule, 'unreplaced' | 'continuedBy' | 'whyNot' | 'occurrences'>
const asWire = (rule: StoredRule, derived: Derived): CalendarRule => {
  const {
    follows: _follows,
    once: _once,
    stateIds: _states,
    plateYear: _year,
    plateForm: _form,
    spans: _spans,
    otherSpans: _otherSpans,
    daily: _daily,
    enabledOverride: _switch,
    ...calendarRule
  } = rule
  return { ...calendarRule, ...derived, shown: derived.whyNot === null }
}

/**
 * Each calendar with its occurrences within the days if it is active. Cost: the fleet once for all calendars; nothing
 * if no occurrence is wanted.
 */
export const readCalendars = async (
  tx: Tx,
  { tenantId, country, today, days }: CalendarQuery,
  wanted: (rule: StoredRule, occurrence: Occurrence) => boolean = () => true,
): Promise<CalendarRule[]> => {
  const all = await readRules(tx, { tenantId, country })
  const unreplaced = unreplacedOf(all, today)
  const continued = continuationsOf(all)
  const rules = all.map((rule) => {
    const whyNot = reasonHidden(rule, today)
    const spans = whyNot === null ? occurrencesOf(rule, days.from, days.to) : []
    return { rule, whyNot, spans: spans.filter((span) => wanted(rule, span)) }
  })
  const counted = rules.filter(({ spans }) => spans.length > 0)
  const years = [...new Set(counted.flatMap(({ rule: { plateYear } }) => (plateYear === null ? [] : [plateYear])))]
  const federal = counted.some(({ rule: { plateForm } }) => plateForm === 'federal')
  const fleet = counted.length > 0 ? await readFleet(tx, tenantId, { years, federal }) : []
  return rules.map(({ rule, whyNot, spans }) => {
    const vehicles = spans.length > 0 ? countOf(rule, fleet) : 0
    return asWire(rule, {
      unreplaced: unreplaced.has(rule.ruleKey),
      continuedBy: continued.get(rule.ruleKey)?.title ?? null,
      whyNot,
      occurrences: spans.map((span) => ({ ...span, vehicles })),
    })
  })
}

type RuleVehicle = { vehicleAssetId: number; plate: string; vin: string; customId: string | null; stateName: string }
type RuleVehicles = { vehicles: RuleVehicle[]; totalCount: number }

/**
 * @returns undefined if the country has no such calendar, or it is inactive
 */
export const readRuleVehicles = async (
  tx: Tx,
  { tenantId, country, today }: Omit<CalendarQuery, 'days'>,
  ruleKey: string,
  page: number,
): Promise<RuleVehicles | undefined> => {
  const [rule] = await readRules(tx, { tenantId, country }, ruleKey)
  if (!rule || reasonHidden(rule, today) !== null) return undefined
  const { stateIds, digits, plateYear, plateForm } = rule
  const which = sql`from vehicle v where v.tenant_id = ${tenantId} and ${OBLIGED}
    and (${stateIds}::int[] is null or v.state_id = any(${stateIds}::int[]))
    and (${digits}::int[] is null or ${LAST_DIGIT} = any(${digits}::int[]::text[]))
    and (${plateYear}::int is null or ${PLATE_YEAR} = ${plateYear}::int)
    and (${plateForm}::text is null or ${IS_FEDERAL})`
  const { rows } = await sql<RuleVehicle & { total: number }>`
    with page as (select v.vehicle_id ${which}
    order by v.plate, v.vehicle_id
    limit ${OBLIGATIONS_PAGE}
    offset ${(page - 1) * OBLIGATIONS_PAGE})
    select t.total, d.*
    from (select count(*)::int as total ${which}) t
    left join (
      select v.vehicle_id as "vehicleAssetId", v.plate, v.vin, v.custom_id as "customId", s.state_name as "stateName"
      from page g
      join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = g.vehicle_id
      join state s on s.state_id = v.state_id
    ) d on true order by d.plate, d."vehicleAssetId"`.execute(tx)
  const vehicles = rows.flatMap(({ total: _, ...row }) => (row.vehicleAssetId === null ? [] : [row]))
  return { vehicles, totalCount: rows[0]?.total ?? 0 }
}
