// Changes of the filter's vehicles within a period: sums by kind, the first rows of a kind, and all rows for the
// workbook.
import type { ChangeKind } from '@padron/contract/resource-status'
import { type RawBuilder, sql } from 'kysely'
import { portalNameOfRun } from '../../../checks/store/answer-portal.ts'
import type { Tx } from '../../../db/client.ts'
import { joinVehicle, matchesFilter, STATE_NAME } from './of-vehicles.ts'
import type { ReportContext } from './report-context.ts'

/**
 * Events become visible only when their transaction commits. A period must not end before all its events are visible,
 * or they would never be reported. Events are among the last rows that a batch of checks writes and each statement
 * ends within five seconds (the pool's limit); captures in bulk stamp theirs at their end. So a minute is enough.
 */
const COMMITTED_WITHIN = sql`interval '60 seconds'`

/** Uses the database's clock, which stamps the events, if ours is ahead. */
export const untilOf = async (tx: Tx, at: Date): Promise<Date> => {
  const { rows } = await sql<{ until: string }>`
    select least(${at.toISOString()}::timestamptz, now()) - ${COMMITTED_WITHIN} as until`.execute(tx)
  return new Date(rows[0]?.until ?? at)
}

const WORTH = sql`case when e.kind in ('new', 'returned') then e.after when e.kind in ('paid', 'vanished') then e.before
  when e.kind in ('grew', 'fell') then abs(e.after - e.before) end`

const EVENTS = sql`check_event e ${joinVehicle('e')}`
const inPeriod = (context: ReportContext): RawBuilder<unknown> => sql`
  e.tenant_id = ${context.facts.tenantId}
    and e.recorded_at > ${context.since.toISOString()}
    and e.recorded_at <= ${context.until.toISOString()}
    and ${matchesFilter(context)}`

export type Sum = {
  kind: ChangeKind
  first: boolean
  items: number
  vehicles: number
  amount: number | null
  withoutAmount: number
}

/** Cost: the company's events of the period, by index. */
export const changeSums = async (context: ReportContext): Promise<Sum[]> => {
  const { rows } = await sql<Sum>`
    select e.kind, e.first, count(*)::int as items, count(distinct e.vehicle_id)::int as vehicles,
      sum(${WORTH})::float8 as amount, (count(*) filter (where ${WORTH} is null))::int as "withoutAmount"
    from ${EVENTS}
    where ${inPeriod(context)}
    group by 1, 2`.execute(context.tx)
  return rows
}

export type ChangeRow = {
  eventId: string
  at: string
  plate: string
  vin: string
  stateName: string
  kind: ChangeKind
  first: boolean
  typeId: number
  source: string
  folio: string | null
  description: string | null
  before: number | null
  after: number | null
  statusBefore: number | null
  statusAfter: number | null
}

const SOURCE = sql`
  (select r.resource_name || ' · ' || ${portalNameOfRun(sql`e.tenant_id`, sql`e.run_id`)}
  from resource r
  join portal p on p.portal_key = r.portal_key
  where r.resource_id = e.resource_id)`
const COLUMNS = sql`
  e.event_id as "eventId", e.at, v.plate, v.vin, ${STATE_NAME} as "stateName", e.kind, e.first,
    e.resource_type_id as "typeId", ${SOURCE} as source, e.folio, e.description, e.before::float8 as before,
    e.after::float8 as after,
  e.status_before as "statusBefore", e.status_after as "statusAfter"`
const STOLEN = 4

/** The most important changes of some kinds: largest amounts first, thefts first among statuses. */
export const topChanges = async (
  context: ReportContext,
  kinds: readonly ChangeKind[],
  atMost: number,
): Promise<ChangeRow[]> => {
  const { rows } = await sql<ChangeRow>`
    select ${COLUMNS}
    from ${EVENTS}
    where ${inPeriod(context)} and not e.first and e.kind = any(${[...kinds]}::text[])
    order by e.resource_type_id = ${STOLEN}
      and e.kind = 'status' desc, ${WORTH} desc nulls last, e.at desc, e.event_id
    limit ${atMost}`.execute(context.tx)
  return rows
}

const CHUNK = 2_000

/** All changes in the order they were recorded, a chunk at a time. */
export async function* allChanges(context: ReportContext): AsyncGenerator<ChangeRow> {
  let last: (ChangeRow & { recordedAt: string }) | undefined
  do {
    const beyond = last
      ? sql`and (e.recorded_at, e.event_id) > (${last.recordedAt}::timestamptz, ${last.eventId}::uuid)`
      : sql``
    const { rows }: { rows: (ChangeRow & { recordedAt: string })[] } = await sql<ChangeRow & { recordedAt: string }>`
      select ${COLUMNS}, e.recorded_at as "recordedAt"
      from ${EVENTS}
      where ${inPeriod(context)} ${beyond}
      order by e.recorded_at, e.event_id
      limit ${CHUNK}`.execute(context.tx)
    yield* rows
    last = rows.length < CHUNK ? undefined : rows.at(-1)
  } while (last)
}
