// What the filter's vehicles owe: by type, and the largest debtors.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { BY_MACHINE, MISSING, MONEY } from '../../../fleet/unknown-debts.ts'

export type DebtOfType = { typeId: number; vehicles: number; total: number | null; withoutAmount: number }

/** Cost: the checks of the filter's vehicles that found a debt. */
export const debtByType = async (tx: Tx, where: RawBuilder<unknown>, tenantId: number): Promise<DebtOfType[]> => {
  const { rows } = await sql<DebtOfType>`
    select f.resource_type_id as "typeId", count(distinct f.vehicle_id)::int as vehicles,
      sum(f.debt_total)::float8 as total, sum(f.debt_without_amount)::int as "withoutAmount"
    from vehicle_resource f
    where f.tenant_id = ${tenantId} and ${MONEY} and (f.debt_total > 0 or f.debt_without_amount > 0)
      and f.vehicle_id in (select v.vehicle_id from vehicle v where ${where})
    group by 1 order by 3 desc nulls last, 1`.execute(tx)
  return rows
}

export type Owing = { plate: string; stateName: string; total: number | null; withoutAmount: number; unknown: boolean }

/** The largest debtors, in order. Cost: the filter's vehicles once, and the checks of the returned ones. */
export const debtors = async (
  tx: Tx,
  where: RawBuilder<unknown>,
  tenantId: number,
  atMost: number,
): Promise<Owing[]> => {
  const { rows } = await sql<Owing>`
    with most as (select v.vehicle_id, v.plate, v.state_id, v.debt_total, v.debt_without_amount from vehicle v
      where ${where} and (v.debt_total > 0 or v.debt_without_amount > 0)
      order by v.debt_total desc nulls last, v.debt_without_amount desc, v.plate, v.vehicle_id limit ${atMost})
    select t.plate, s.state_name as "stateName", t.debt_total::float8 as total,
      t.debt_without_amount as "withoutAmount",
      exists (select from vehicle_resource f join ${BY_MACHINE} m on m.resource_id = f.resource_id
        where f.tenant_id = ${tenantId} and f.vehicle_id = t.vehicle_id and ${MONEY} and ${MISSING}) as unknown
    from most t join state s on s.state_id = t.state_id
    order by t.debt_total desc nulls last, t.debt_without_amount desc, t.plate, t.vehicle_id`.execute(tx)
  return rows
}
