// Reads the trend when figures are computed, and stores the last day of a company's. Only whole fleets have
// stored days: for a user's part, every point but the last is reconstructed from changes.
import { addDays } from '@padron/contract/days'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { StoredFacts } from './stored-facts.ts'
import { answeredTypes, firstStoredDay, readChanges, readStoredDays } from './trend.queries.ts'
import { trendFrom, trendOf } from './trend.ts'

type TrendScope = { tenantId: number; timeZone: string; today: string }
const NO_CHANGES = { changes: [], known: [] }
const NOTHING = { amount: 0, count: 0, withoutAmount: 0 }

export const readTrend = async (
  tx: Tx,
  scope: TrendScope,
  debtByType: StoredFacts['debtByType'],
): Promise<StoredFacts['trend']> => {
  const { tenantId, today } = scope
  const from = trendFrom(today)
  const knownDebts = debtByType.map(({ vehicles: _, ...each }) => each)
  const clear = (await answeredTypes(tx, tenantId)).filter((id) => !knownDebts.some(({ typeId }) => typeId === id))
  const now = [...knownDebts, ...clear.map((typeId) => ({ typeId, ...NOTHING }))]
  const isPart = scopeOf(tx) !== undefined
  const storedDays = isPart ? [] : await readStoredDays(tx, tenantId, from, today)
  const firstStored = isPart ? null : await firstStoredDay(tx, tenantId)
  // With a year of stored days, nothing has to be reconstructed from changes.
  const changes =
    firstStored !== null && firstStored <= addDays(from, 6) ? NO_CHANGES : await readChanges(tx, scope, from)
  return trendOf({ today, now, storedDays, firstStored, ...changes })
}

/** Stores today's point of the trend in place of an earlier one of the same day. */
export const keepDay = async (tx: Tx, tenantId: number, { today, trend }: StoredFacts): Promise<void> => {
  await sql`delete from daily_debt where tenant_id = ${tenantId} and day = ${today}::date`.execute(tx)
  await sql`
    insert into daily_debt (tenant_id, day, resource_type_id, amount, debts, without_amount)
    select ${tenantId}, ${today}::date, x."typeId", x.amount, x.count, x."withoutAmount"
    from json_to_recordset(${JSON.stringify(trend.at(-1)?.types ?? [])}::json) as x("typeId" smallint, amount numeric,
      count int, "withoutAmount" int)`.execute(tx)
}
