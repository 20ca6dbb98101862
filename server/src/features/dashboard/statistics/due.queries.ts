// What fell due in the last thirty days and falls due in the next thirty: policies and inspections by day, and every
// kind of the coming month by week.
import type { Basis, ForecastWeek } from '@padron/contract/dashboard'
import { LONG_AGO, nextThirty } from '@padron/contract/dashboard/queries'
import { NEXT_DAYS } from '@padron/contract/dashboard/rules'
import { addDays } from '@padron/contract/days'
import type { Country } from '@padron/contract/places/countries'
import { OBLIGATION_KINDS, type ObligationKind } from '@padron/contract/rules/obligation-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Tx } from '../../../db/client.ts'
import { dueItems } from '../../../fleet/due-dates.ts'
import { type Days, weeksOf, windowOf } from './periods.ts'
import type { DueFacts, PolicyFacts } from './stored-facts.ts'

type Week = z.infer<typeof ForecastWeek>

const ofActive = (tenantId: number, items: RawBuilder<unknown>) => sql`
  select i.*
  from (${items}) i
  join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = i.vehicle_id and v.asset_status_id = 1`

type DayRow = { day: string | null; policies: number; insurances: number; inspections: number }

/** Vehicles by day; the row with a null day counts all coming days together. */
const readDays = async (tx: Tx, tenantId: number, today: string): Promise<DayRow[]> => {
  const { from, to } = nextThirty(today)
  const items = dueItems(tenantId, { kinds: ['policy', 'inspection'], from: addDays(today, -NEXT_DAYS), to })
  const counted = sql`
    count(*) filter (where policy)::int as policies, count(*) filter (where insurance)::int as insurances,
    count(*) filter (where inspection)::int as inspections`
  const kinds = sql`
    bool_or(kind <> 'inspection') as policy, bool_or(kind = 'insurance') as insurance,
    bool_or(kind = 'inspection') as inspection`
  const { rows } = await sql<DayRow>`
    with item as materialized (${ofActive(tenantId, items)})
    select day, ${counted}
    from (select vehicle_id, day, ${kinds} from item group by 1, 2) d
    group by 1
    union all
    select null, ${counted}
    from (select vehicle_id, ${kinds} from item where day >= ${from}::date group by 1) d`.execute(tx)
  return rows
}

/** After every stored date. */
const FAR_AHEAD = '2200-12-31'
type DatedCounts = { expired: number; known: number; oldest: string | null }
type Dated = Record<'policies' | 'insurances', DatedCounts>

/** Vehicles with a known policy date, with documents and without. */
const readDated = async (tx: Tx, tenantId: number, today: string): Promise<Dated | undefined> => {
  const items = dueItems(tenantId, { kinds: ['policy'], from: LONG_AGO, to: FAR_AHEAD })
  const dated = (
    those: RawBuilder<unknown>,
  ) => sql`json_build_object('known', count(distinct vehicle_id) filter (where ${those}),
    'expired', count(distinct vehicle_id) filter (where ${those} and day < ${today}::date), 'oldest',
    min(told_at) filter (where ${those}))`
  const { rows } = await sql<Dated>`
    select ${dated(sql`true`)} as policies, ${dated(sql`kind = 'insurance'`)} as insurances
    from (${ofActive(tenantId, items)}) i`.execute(tx)
  return rows[0]
}

const datedFacts = (dated: DatedCounts | undefined, vehicles: number): PolicyFacts['dated'] => {
  if (!dated) return undefined
  const { known, expired, oldest } = dated
  const basis: Basis = {
    known,
    unknown: 0,
    unasked: vehicles - known,
    oldest: oldest && new Date(oldest).toISOString(),
    dated: true,
  }
  return { vehiclesWithEnsuranceExpired: expired, basis }
}

type WeekRow = { place: number; kind: ObligationKind; count: number; vehicles: number; amount: number | null }

const readWeeks = async (tx: Tx, tenantId: number, weeks: readonly Days[]): Promise<WeekRow[]> => {
  const [first, last] = [weeks[0]?.from ?? '', weeks.at(-1)?.to ?? '']
  const items = dueItems(tenantId, { kinds: OBLIGATION_KINDS.map(({ kind }) => kind), from: first, to: last })
  const { rows } = await sql<WeekRow>`
    select place, kind, sum(items)::int as count, count(*)::int as vehicles, sum(amount)::float8 as amount
    from (
      select w.place, i.kind, i.vehicle_id, count(*) as items, sum(i.amount) filter (where i.kind = 'payment') as amount
      from (${ofActive(tenantId, items)}) i
      join unnest(${weeks.map(({ from }) => from)}::date[],
        ${weeks.map(({ to }) => to)}::date[]) with ordinality as w(first, last,
        place) on i.day between w.first and w.last
      group by 1, 2, 3) v
    group by 1, 2`.execute(tx)
  return rows
}

const forecastOf = (weeks: readonly Days[], rows: readonly WeekRow[]): Week[] =>
  weeks.map(({ from, to }, index) => ({
    from: from ?? '',
    to: to ?? '',
    kinds: OBLIGATION_KINDS.flatMap(({ kind }) =>
      rows
        .filter((row) => row.place === index + 1 && row.kind === kind)
        .map(({ count, vehicles, amount }) => ({ kind, count, vehicles, amount })),
    ),
  }))

type Counted = 'policies' | 'insurances' | 'inspections'

type FleetScope = { tenantId: number; country: Country; today: string }

/** @param vehicles number of active vehicles */
export const readDue = async (
  tx: Tx,
  { tenantId, country, today }: FleetScope,
  vehicles: number,
): Promise<DueFacts> => {
  const dated = country === 'MX' ? await readDated(tx, tenantId, today) : undefined
  const rows = await readDays(tx, tenantId, today)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const next = byDay.get(null)
  const daysFrom = (first: number, what: Counted) =>
    Array.from({ length: NEXT_DAYS }, (_, nth) => addDays(today, first + nth)).map((day) => ({
      day,
      amount: byDay.get(day)?.[what] ?? 0,
    }))
  const policies = (what: keyof Dated): PolicyFacts => ({
    ...(dated && { dated: datedFacts(dated[what], vehicles) }),
    ensurancePrevious30: daysFrom(-NEXT_DAYS, what),
    ensuranceNext30: daysFrom(0, what),
    ensuranceToExpire: next?.[what] ?? 0,
  })
  const month = windowOf(-1, today)
  const weeks = weeksOf(month.from ?? today, month.to ?? today)
  return {
    policies: { withPapers: policies('policies'), without: policies('insurances') },
    inspectionPrevious30: daysFrom(-NEXT_DAYS, 'inspections'),
    inspectionNext30: daysFrom(0, 'inspections'),
    inspectionToExpire: next?.inspections ?? 0,
    forecast: forecastOf(weeks, await readWeeks(tx, tenantId, weeks)),
  }
}
