// The total debt of a filter's vehicles, and for how many of them it is unknown. Emails and alerts show these figures.
import { MAY_OWE } from '@padron/contract/resources'
import type { UnknownDebts } from '@padron/contract/texts/unknown-debts-text'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { BY_MACHINE, MISSING, MONEY } from './unknown-debts.ts'

export type FleetDebt = {
  vehicles: number
  /** Sum of the known debts. */
  total: number
  withoutAmount: number
  indebted: number
  /** Vehicles without a known debt of tenencia that a source says may owe one. */
  possible: number
} & UnknownDebts

const NOTHING: FleetDebt = {
  vehicles: 0,
  total: 0,
  withoutAmount: 0,
  indebted: 0,
  possible: 0,
  unknown: 0,
  missing: 0,
  byHand: 0,
}

/** Cost: one pass over the filter's vehicles, and over the company's checks of debts, joined by hash. */
export const fleetDebt = async (tx: Tx, where: RawBuilder<unknown>, tenantId: number): Promise<FleetDebt> => {
  const { rows } = await sql<FleetDebt>`
    with checks as (select f.vehicle_id as id, bool_or(m.resource_id is not null and ${MISSING}) as missing,
        bool_or(m.resource_id is null and ${MISSING}) as by_hand
      from vehicle_resource f
      left join ${BY_MACHINE} m on m.resource_id = f.resource_id
      where f.tenant_id = ${tenantId} and ${MONEY}
      group by 1)
    select count(*)::int as vehicles, coalesce(sum(v.debt_total), 0)::float8 as total,
      coalesce(sum(v.debt_without_amount), 0)::int as "withoutAmount",
      count(*) filter (where v.debt_total > 0 or v.debt_without_amount > 0)::int as indebted,
      count(*) filter (where v.tenencia_status = ${sql.lit(MAY_OWE)})::int as possible,
      count(*) filter (where v.debt_total is null or x.missing or x.by_hand)::int as unknown,
      count(*) filter (where x.missing or v.debt_total is null and x.by_hand is not true)::int as missing,
      count(*) filter (where x.by_hand)::int as "byHand"
    from vehicle v
    left join checks x on x.id = v.vehicle_id
    where ${where}`.execute(tx)
  return rows[0] ?? NOTHING
}

export const fleetCount = async (tx: Tx, where: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from vehicle v where ${where}`.execute(tx)
  return rows[0]?.n ?? 0
}
