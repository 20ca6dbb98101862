// Active vehicles that their debts block from a procedure, by each active rule. A rule requires all debts of its kinds
// to be paid, so their sum is the least payment that unblocks the vehicle.
import { ACTIVE } from '@padron/contract/assets'
import type { NextActions } from '@padron/contract/dashboard'
import { ACTIONS_LISTED } from '@padron/contract/dashboard/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { debtItems, isAmong, ofTypes } from '../../../fleet/debts.ts'
import { MISSING } from '../../../fleet/unknown-debts.ts'
import { readActionBasis } from './basis.ts'
import { type ActionScope, type DebtTotals, firstOf, VEHICLE, ZERO_TOTALS } from './common.ts'
import type { StoredPaymentRule } from './payment-rules.ts'

type Blocked = NextActions['blocked'][number]

/** Condition on `v`: the rule applies to the vehicle. */
const ofRule = (tenantId: number, { stateIds }: StoredPaymentRule): RawBuilder<unknown> => sql`
  v.tenant_id = ${tenantId}
    and v.asset_status_id = ${ACTIVE} ${stateIds ? sql`and v.state_id = any(${stateIds}::int[])` : sql``}`

/**
 * The sums, and the vehicles that owe the most. `unknown` counts vehicles that are not known to be blocked and of
 * which some source of these kinds has no valid answer, or none is queried.
 */
const statement = (scope: ActionScope, rule: StoredPaymentRule): RawBuilder<unknown> => {
  const { tenantId, timeZone } = scope
  const isOfRule = isAmong(sql`i.vehicle_id`, sql`select v.vehicle_id from vehicle v where ${ofRule(tenantId, rule)}`)
  return sql`
    with owed as materialized (
      select i.vehicle_id, i.resource_type_id, sum(i.debts)::int as debts, coalesce(sum(i.total), 0) as total,
        sum(i.without_amount)::int as without_amount
      from (${debtItems(tenantId, timeZone, { types: rule.typeIds })}) i
      where ${isOfRule}
      group by 1, 2),
    answered as materialized (
      select f.vehicle_id
      from vehicle_resource f
      where f.tenant_id = ${tenantId} and f.resource_type_id in (${ofTypes(rule.typeIds)})
      group by 1
      having not bool_or(${MISSING})),
    sums as (
      select coalesce(sum(o.debts), 0)::int as count, count(distinct o.vehicle_id)::int as vehicles,
        coalesce(sum(o.total), 0) as amount, coalesce(sum(o.without_amount), 0)::int as "withoutAmount",
        (select count(*)::int from vehicle v where ${ofRule(tenantId, rule)}
          and not ${isAmong(
            sql`v.vehicle_id`,
            sql`
            select vehicle_id
            from answered
            union all select vehicle_id
            from owed`,
          )}) as unknown
      from owed o),
    most as (
      select vehicle_id, sum(total) as total, sum(without_amount)::int as without_amount,
        jsonb_agg(jsonb_build_object('typeId', resource_type_id, 'count', debts, 'amount', total, 'withoutAmount',
          without_amount)
        order by total desc, resource_type_id) as debts
      from owed
      group by 1
      order by 2 desc, 3 desc, 1
      limit ${ACTIONS_LISTED})
    select to_jsonb(t) as sums, b.*
    from sums t
    left join (
      select ${VEHICLE}, m.total::float8 as amount, m.without_amount as "withoutAmount", m.debts
      from most m
      join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = m.vehicle_id
      join state s on s.state_id = v.state_id) b on true
    order by b.amount desc, b."withoutAmount" desc, b."vehicleAssetId"`
}

type Row = { sums: DebtTotals & { unknown: number } } & Blocked['first'][number]

/**
 * Cost: the open debts and the vehicle_resource rows of the rule's kinds, twice each.
 * @param rule an active one
 */
export const readBlocked = async (tx: Tx, scope: ActionScope, rule: StoredPaymentRule): Promise<Blocked> => {
  const { ruleKey, title, stateIds, typeIds } = rule
  const { rows } = await sql<Row>`${statement(scope, rule)}`.execute(tx)
  const sums = rows[0]?.sums ?? { ...ZERO_TOTALS, unknown: 0 }
  const about = { statuses: [ACTIVE], states: stateIds, types: typeIds }
  const basis = sums.vehicles > 0 ? null : await readActionBasis(tx, scope.tenantId, about)
  return {
    ruleKey,
    title,
    states: stateIds ?? [],
    types: typeIds,
    ...sums,
    basis,
    first: firstOf<Blocked['first'][number]>(rows),
  }
}
