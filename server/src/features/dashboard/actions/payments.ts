// Payment lines of active vehicles that fall due this week, and the next day after the week that has any.
import { ACTIVE } from '@padron/contract/assets'
import type { NextActions } from '@padron/contract/dashboard'
import { ACTIONS_LISTED } from '@padron/contract/dashboard/rules'
import { addDays } from '@padron/contract/days'
import { MONEY_TYPES } from '@padron/contract/resources'
import { type RawBuilder, sql } from 'kysely'
import { portalNameOfAnswer } from '../../../checks/store/answer-portal.ts'
import type { Tx } from '../../../db/client.ts'
import { dueItems } from '../../../fleet/due-dates.ts'
import { readActionBasis } from './basis.ts'
import { type ActionScope, type DebtTotals, VEHICLE, ZERO_TOTALS } from './common.ts'

type Payments = NextActions['payments']
/** How far ahead the next payment is searched. */
const AHEAD_DAYS = 366

const lines = ({ tenantId }: ActionScope, from: string, to: string): RawBuilder<unknown> => sql`
  (${dueItems(tenantId, { kinds: ['payment'], from, to })}) i
  join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = i.vehicle_id and v.asset_status_id = ${ACTIVE}`

/** Cost: the week's dates twice; for the next day, the dates of a year. */
export const readPayments = async (tx: Tx, scope: ActionScope): Promise<Payments> => {
  const { tenantId, today, weekEnds } = scope
  const due = lines(scope, today, weekEnds)
  const { rows: sums } = await sql<DebtTotals>`
    select count(*)::int as count, count(distinct i.vehicle_id)::int as vehicles,
      coalesce(sum(i.amount), 0)::float8 as amount, count(*) filter (where i.amount is null)::int as "withoutAmount"
      from ${due}`.execute(tx)
  const { rows: first } = await sql<Payments['first'][number]>`
    select ${VEHICLE}, i.day, o.title, o.detail, i.amount::float8 as amount, case
      when r.resource_id is null then o.told_by
      else r.resource_name || ' · ' || ${portalNameOfAnswer('o')} end as source, o.told_at as "toldAt"
    from (select i.*, v.plate
    from ${due}
    order by i.day, i.amount desc nulls last, v.plate, i.vehicle_id, i.source_key
    limit ${ACTIONS_LISTED}) i
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = i.vehicle_id
    join state s on s.state_id = v.state_id
    join obligation o on o.tenant_id = ${tenantId} and o.vehicle_id = i.vehicle_id and o.source_key = i.source_key
    left join resource r on r.resource_id = o.resource_id
    left join portal p on p.portal_key = r.portal_key
    order by i.day, i.amount desc nulls last, v.plate, i.vehicle_id, i.source_key`.execute(tx)
  const { rows: next } = await sql<NonNullable<Payments['next']>>`
    select i.day, count(*)::int as count, coalesce(sum(i.amount), 0)::float8 as amount,
      count(*) filter (where i.amount is null)::int as "withoutAmount"
    from ${lines(scope, addDays(weekEnds, 1), addDays(weekEnds, AHEAD_DAYS))}
    group by i.day
    order by i.day
    limit 1`.execute(tx)
  const sum = sums[0] ?? ZERO_TOTALS
  const basis =
    sum.count > 0 ? null : await readActionBasis(tx, tenantId, { statuses: [ACTIVE], types: [...MONEY_TYPES] })
  return { ...sum, basis, first, next: next[0] ?? null }
}
