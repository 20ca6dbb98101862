// What the terms to appeal and the values of units concern: how many debts of active vehicles are within a term or
// past it, and how many are stated in each unit.
import { ACTIVE } from '@padron/contract/assets'
import type { NextActions } from '@padron/contract/dashboard'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { debtRows } from '../../../fleet/debts.ts'
import { firstDayWithin, type StoredAppealRule } from '../../../rules/appeal-terms.ts'
import { endOfTerm, type WorkingDays } from '../../../rules/working-days.ts'
import { readActionBasis } from './basis.ts'
import type { ActionScope } from './common.ts'

type Appeals = NextActions['appeals'][number]

/** The vehicle of the debt `d`, if it is active. */
const ofActive = (tenantId: number): RawBuilder<unknown> => sql`
  join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = d.vehicle_id and v.asset_status_id = ${ACTIVE}`

/**
 * Debts that nobody marked as paid. Cost: the open debts of the rule's kinds once.
 * @param rule one in force
 */
export const readAppeals = async (
  tx: Tx,
  { tenantId, timeZone, today }: ActionScope,
  rule: StoredAppealRule,
  workingDays: WorkingDays,
): Promise<Appeals> => {
  const { ruleKey, stateIds, typeIds, electronic, countsFrom, days, dayKind, validFrom, validTo } = rule
  const day = countsFrom === 'debt' ? sql`d.issued_day` : sql`d.notified_on`
  const first = firstDayWithin(rule, today, workingDays)
  const isKnown = sql`(${electronic}::boolean is null or d.electronic is not null)`
  const { rows } = await sql<Omit<Appeals, 'ruleKey' | 'soonest' | 'basis'> & { earliest: string | null }>`
    select count(*) filter (where known and day >= ${first}::date)::int as open,
      count(distinct vehicle_id) filter (where known and day >= ${first}::date)::int as vehicles,
      count(*) filter (where known and day < ${first}::date)::int as past,
      count(*) filter (where not known or day is null)::int as unknown,
      min(day) filter (where known and day >= ${first}::date) as earliest
    from (
      select d.vehicle_id, ${day} as day, ${isKnown} as known
      from (select d.* from ${debtRows(tenantId, timeZone, { types: typeIds })}) d
      ${ofActive(tenantId)}
      where (d.marked_paid_at is null or d.mark_refuted_at is not null)
        and (${stateIds}::int[] is null or v.state_id = any(${stateIds}::int[]))
        and (${electronic}::boolean is null or d.electronic is null or d.electronic = ${electronic}::boolean)
        and (${day} >= ${validFrom}::date) is not false and (${day} <= ${validTo}::date) is not false) of_rule`.execute(
    tx,
  )
  const { earliest = null, ...counts } = rows[0] ?? { open: 0, vehicles: 0, past: 0, unknown: 0, earliest: null }
  const isNone = counts.open + counts.past + counts.unknown === 0
  return {
    ruleKey,
    ...counts,
    soonest: earliest === null ? null : endOfTerm(workingDays, dayKind, earliest, days),
    basis: isNone
      ? await readActionBasis(tx, tenantId, { statuses: [ACTIVE], states: stateIds, types: typeIds })
      : null,
  }
}

/** Cost: the open debts that are stated in units, by their index. */
export const readDebtsInUnits = async (tx: Tx, { tenantId, timeZone }: ActionScope): Promise<NextActions['units']> => {
  const { rows } = await sql<NextActions['units'][number]>`
    select d.unit, count(*)::int as count, count(distinct d.vehicle_id)::int as vehicles,
      coalesce(sum(d.total), 0)::float8 as amount, count(*) filter (where d.total is null)::int as "withoutAmount"
    from (select d.* from ${debtRows(tenantId, timeZone, {})} and d.unit is not null) d
    ${ofActive(tenantId)}
    group by d.unit
    order by d.unit`.execute(tx)
  return rows
}
