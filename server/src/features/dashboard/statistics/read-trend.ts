// The trend of a company as its figures are worked out, and the day that is kept of it.
import { addDays } from '@padron/contract/days'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import type { StoredFacts } from './stored-facts.ts'
import { answeredTypes, firstKeptDay, readChanges, readKeptDays } from './trend.queries.ts'
import { trendFrom, trendOf } from './trend.ts'

type Of = { tenantId: number; timeZone: string; today: string }
const NO_CHANGES = { changes: [], known: [] }
const NOTHING = { amount: 0, count: 0, withoutAmount: 0 }

export const readTrend = async (
  tx: Tx,
  of: Of,
  debtByType: StoredFacts['debtByType'],
): Promise<StoredFacts['trend']> => {
  const { tenantId, today } = of
  const from = trendFrom(today)
  const owed = debtByType.map(({ vehicles: _, ...each }) => each)
  const clear = (await answeredTypes(tx, tenantId)).filter((id) => !owed.some(({ typeId }) => typeId === id))
  const now = [...owed, ...clear.map((typeId) => ({ typeId, ...NOTHING }))]
  const kept = await readKeptDays(tx, tenantId, from, today)
  const firstKept = await firstKeptDay(tx, tenantId)
  // Once a year was kept nothing is left to be worked out.
  const changes = firstKept !== null && firstKept <= addDays(from, 6) ? NO_CHANGES : await readChanges(tx, of, from)
  return trendOf({ today, now, kept, firstKept, ...changes })
}

/** Today's end of the trend, in place of what an earlier look of the day left. */
export const keepDay = async (tx: Tx, tenantId: number, { today, trend }: StoredFacts): Promise<void> => {
  await sql`delete from debt_day where tenant_id = ${tenantId} and day = ${today}::date`.execute(tx)
  await sql`
    insert into debt_day (tenant_id, day, resource_type_id, amount, debts, without_amount)
    select ${tenantId}, ${today}::date, x."typeId", x.amount, x.count, x."withoutAmount"
    from json_to_recordset(${JSON.stringify(trend.at(-1)?.types ?? [])}::json) as x("typeId" smallint, amount numeric,
      count int, "withoutAmount" int)`.execute(tx)
}
