// How a vehicle stands: its thirteen columns and its debt, from its resources. Checks write it after each answer; an
// edit of what sources are asked by writes it anew.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { STATUS_SQL } from '../../db/status-columns.ts'
import { columnsOf, type TypeStatus } from '../engine/check-rules.ts'
import { type Debt, debtOf } from './debt.ts'

export type Standing = TypeStatus & { answered: boolean; debt: Debt }

export const standingOf = (resources: readonly Standing[]) => ({
  columns: columnsOf(resources),
  debt: debtOf(resources),
})

const NAMES = Object.values(STATUS_SQL)

/**
 * Writes how vehicles stand, those that changed only: an update that changes nothing costs as much as a real one. The
 * newest answer's time is written beside it; it stands in no index.
 * @param processed by vehicle, the time of a good answer
 * @returns whether a status or a debt changed
 */
export const writeStandings = async (
  tx: Tx,
  tenantId: number,
  standings: readonly { vehicleId: number; resources: readonly Standing[] }[],
  processed: ReadonlyMap<number, Date> = new Map(),
): Promise<boolean> => {
  if (standings.length === 0) return false
  const rows = standings.map(({ vehicleId, resources }) => {
    const { columns, debt } = standingOf(resources)
    const statuses = Object.entries(columns).map(([column, id]) => [STATUS_SQL[column as keyof typeof STATUS_SQL], id])
    return {
      vehicle_id: vehicleId,
      ...Object.fromEntries(statuses),
      total: debt.total,
      without_amount: debt.withoutAmount,
      processed: processed.get(vehicleId)?.toISOString() ?? null,
    }
  })
  const of = (table: string) => sql.raw(NAMES.map((name) => `${table}.${name}`).join(', '))
  const differs = sql`(v.debt_total, v.debt_without_amount, ${of('v')}) is distinct from (s.total, s.without_amount, ${of('s')})`
  // By their ids too: of a company that has just come the planner knows nothing, and would look through its whole
  // fleet for each.
  const own = sql`
    v.tenant_id = ${tenantId} and v.vehicle_id = any(${standings.map(({ vehicleId }) => vehicleId)}::bigint[])`
  const { rows: written } = await sql<{ changed: boolean }>`
    with s as materialized (
      select s.*, ${differs} as changed
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as s(vehicle_id bigint, total numeric, without_amount int, processed timestamptz,
        ${sql.raw(NAMES.map((name) => `${name} smallint`).join(', '))})
      join vehicle v on ${own} and v.vehicle_id = s.vehicle_id),
    changing as (
      update vehicle v
      set ${sql.raw(NAMES.map((name) => `${name} = s.${name}`).join(', '))}, debt_total = s.total,
        debt_without_amount = s.without_amount, updated_at = now(), processed_at = greatest(v.processed_at, s.processed)
      from s where s.changed and ${own} and v.vehicle_id = s.vehicle_id returning 1),
    dating as (
      update vehicle v set processed_at = s.processed
      from s
      where not s.changed
        and ${own}
        and v.vehicle_id = s.vehicle_id
        and s.processed > coalesce(v.processed_at, '-infinity')
      returning 1)
    select exists (select from changing) as changed`.execute(tx)
  return written[0]?.changed ?? false
}
