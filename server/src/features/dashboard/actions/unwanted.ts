// Debts that should not exist: those that arose or grew after the vehicle was sold, stolen or lost, and those marked as
// paid that the source still lists, of any vehicle.
import type { NextActions } from '@padron/contract/dashboard'
import { GONE } from '@padron/contract/dashboard/queries'
import { ACTIONS_LISTED } from '@padron/contract/dashboard/rules'
import { MONEY_TYPES } from '@padron/contract/resources'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { arisenSince, debtDay, debtRows, isAmong, literals, statusSince } from '../../../fleet/debts.ts'
import { readActionBasis } from './basis.ts'
import {
  type ActionScope,
  DEBT_SOURCE,
  type DebtTotals,
  firstOf,
  type InUnits,
  UNITS,
  VEHICLE,
  withUnits,
  ZERO_TOTALS,
} from './common.ts'

type Growing = NextActions['growing']
type StillListed = NextActions['stillListed']

const SUMS = sql`
  count(*)::int as count, count(distinct d.vehicle_id)::int as vehicles, coalesce(sum(d.total), 0)::float8 as amount,
  count(*) filter (where d.total is null)::int as "withoutAmount"`

/** The day, in the company's time zone, on which the debt `d` last arose, returned or grew. */
const lastGrew = (timeZone: string) => sql`greatest(${debtDay(timeZone)}, (
  select (max(e.at) at time zone ${timeZone})::date
  from check_event e
  where e.tenant_id = d.tenant_id and e.vehicle_id = d.vehicle_id
    and e.resource_id = d.resource_id
      and e.debt_key = d.debt_key
      and e.kind in ('new', 'returned', 'grew')
      and not e.first))`

type GrowingRow = { sums: DebtTotals } & Growing['first'][number]

/** Cost: the open debts once, and the history of each debt of a vehicle that is gone. */
export const readGrowing = async (tx: Tx, { tenantId, timeZone }: ActionScope): Promise<Growing> => {
  const isGone = isAmong(
    sql`d.vehicle_id`,
    sql`
      select v.vehicle_id
      from vehicle v
      where v.tenant_id = ${tenantId} and v.asset_status_id in (${literals(GONE)})`,
  )
  // Materialized, so that the history is read only for these debts, and once.
  const { rows } = await sql<GrowingRow>`
    with gone as materialized (select d.* from ${debtRows(tenantId, timeZone, {})} and ${isGone}),
    late as materialized (select d.* from gone d where ${arisenSince(timeZone)}),
    sums as (select ${SUMS} from late d),
    most as (select d.vehicle_id, ${SUMS}
    from late d
    group by 1
    order by sum(d.total) desc nulls last, 1
    limit ${ACTIONS_LISTED})
    select to_jsonb(t) as sums, b.*
    from sums t
    left join (
      select ${VEHICLE}, ${statusSince('v')} as since, m.count, m.amount, m."withoutAmount",
        (select max(${lastGrew(timeZone)}) from late d where d.vehicle_id = m.vehicle_id) as latest
      from most m
      join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = m.vehicle_id
      join state s on s.state_id = v.state_id) b on true
    order by b.amount desc, b."vehicleAssetId"`.execute(tx)
  const sums = rows[0]?.sums ?? ZERO_TOTALS
  const about = { statuses: GONE, types: [...MONEY_TYPES], sinceStatus: true }
  const basis = sums.count > 0 ? null : await readActionBasis(tx, tenantId, about)
  return { ...sums, basis, first: firstOf<Growing['first'][number]>(rows) }
}

/**
 * `late` counts debts still listed after the days that a payment takes to appear. Oldest marks first. Cost: the marked
 * debts, twice.
 */
export const readStillListed = async (tx: Tx, { tenantId, timeZone }: ActionScope): Promise<StillListed> => {
  const debts = sql`(select d.* from ${debtRows(tenantId, timeZone, { marked: true })}) d`
  const { rows: sums } = await sql<DebtTotals & { late: number }>`
    select ${SUMS}, count(*) filter (where d.mark_refuted_at is not null)::int as late
    from ${debts}`.execute(tx)
  const { rows: first } = await sql<InUnits<StillListed['first'][number]>>`
    select ${VEHICLE}, d.folio, d.description, ${UNITS}, d.total::float8 as amount, d.marked_paid_at as "markedAt",
      d.marked_paid_by ->> 'name' as "markedBy", d.last_seen_at as "listedAt", ${DEBT_SOURCE} as source
    from ${debts}
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = d.vehicle_id
    join state s on s.state_id = v.state_id
    join resource r on r.resource_id = d.resource_id
    join portal p on p.portal_key = r.portal_key
    order by d.marked_paid_at, d.vehicle_id, d.resource_id, d.debt_key
    limit ${ACTIONS_LISTED}`.execute(tx)
  const { rows: waiting } = await sql<{ waiting: number }>`
    select count(*)::int as waiting
    from debt d
    where d.tenant_id = ${tenantId} and d.ended_at is null and d.marked_paid_at >= d.last_seen_at`.execute(tx)
  return {
    ...(sums[0] ?? { ...ZERO_TOTALS, late: 0 }),
    waiting: waiting[0]?.waiting ?? 0,
    first: first.map((row) => withUnits(row, row.amount)),
  }
}
