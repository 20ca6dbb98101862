// The debts that the newest good answers list for some vehicles, one row per vehicle and source, in the shape of the
// database.
import type { Freshness } from '@padron/contract/catalogue/rows'
import type { ResourceResult } from '@padron/contract/resource-status'
import { MONEY_TYPES, STATUS_IDS, statusTone } from '@padron/contract/resources'
import { sql } from 'kysely'
import { freshnessState } from '../../checks/store/freshness.ts'
import type { Tx } from '../../db/client.ts'
import { readAppealTerms, withAppeals } from '../appeals.ts'
import type { CompanyFacts } from '../company.ts'

export type PastOfDebt = { debtId: string; debtKey: string; firstSeen: string; markedAt: string | null }
export type DebtSource = {
  vehicleId: number
  plate: string
  vin: string
  customId: string | null
  stateName: string
  typeId: number
  resourceName: string
  goodAt: string
  state: Freshness['state']
  /** The person who captured it; null: an automatic answer. */
  capturedBy: string | null
  /** Its share of the vehicle's debt. */
  total: number | null
  withoutAmount: number
  /** Null if the answer's detail is no longer stored. */
  results: ResourceResult[] | null
  /** The open debts, with their history over several answers. */
  past: PastOfDebt[] | null
}

const MONEY = sql.raw([...MONEY_TYPES].join(', '))
const DEBT = sql.raw(STATUS_IDS.filter((id) => statusTone(id) === 'debt').join(', '))

/**
 * In the order of the ids. Cost: the vehicles' rows of vehicle_resource by key; for those with a debt, a key look-up
 * each in two tables.
 */
export const debtSources = async (
  tx: Tx,
  { tenantId, country }: CompanyFacts,
  ids: readonly number[],
  today: string,
): Promise<DebtSource[]> => {
  const appeals = await readAppealTerms(tx, country, today)
  const list = sql`${ids}::bigint[]`
  const { rows } = await sql<DebtSource & { stateId: number }>`
    select v.vehicle_id as "vehicleId", v.state_id as "stateId", v.plate, v.vin, v.custom_id as "customId",
      s.state_name as "stateName", f.resource_type_id as "typeId", r.resource_name as "resourceName",
      f.good_at as "goodAt", ${freshnessState} as state, case
        when f.captured_at is not null then coalesce((
          select k.captured_by->>'name'
          from check_run k
          where k.tenant_id = f.tenant_id and k.run_id = f.good_run_id), '') end as "capturedBy",
      f.debt_total::float8 as total,
      f.debt_without_amount as "withoutAmount", c.result as results,
      (select jsonb_agg(jsonb_build_object('debtId', debt_id(b.vehicle_id, b.resource_id, b.debt_key), 'debtKey',
        b.debt_key, 'firstSeen', b.first_seen_at, 'markedAt', case
          when b.mark_refuted_at is null then b.marked_paid_at end))
        from debt b
        where b.tenant_id = f.tenant_id
          and b.vehicle_id = f.vehicle_id
          and b.resource_id = f.resource_id
          and b.ended_at is null) as past
    from vehicle_resource f
    join vehicle v on v.tenant_id = f.tenant_id and v.vehicle_id = f.vehicle_id
    join state s on s.state_id = v.state_id
    join resource r on r.resource_id = f.resource_id
    left join check_result c on c.tenant_id = f.tenant_id and c.run_id = f.good_run_id and c.resource_id = f.resource_id
    where f.tenant_id = ${tenantId}
      and f.vehicle_id = any(${list})
      and f.resource_type_id in (${MONEY})
      and f.status_id in (${DEBT})
      and f.good_at is not null
    order by array_position(${list}, v.vehicle_id), r.resource_id`.execute(tx)
  return rows.map(({ stateId, ...row }) => ({
    ...row,
    results: row.results && withAppeals(row.results, { typeId: row.typeId, stateId }, appeals),
  }))
}
