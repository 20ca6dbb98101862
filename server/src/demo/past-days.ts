// The weekly debts of the demo's fleets for the past year, as if they had been recorded: tenencias and refrendos jump
// on 1 January, when the new year is owed, and fall until March; fines grow. Deterministic for a given day.
import { addDays, daysBetween } from '@padron/contract/days'
import { roundToCents } from '@padron/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { asJsonb } from '../db/json.ts'
import { BY_MACHINE } from '../fleet/unknown-debts.ts'

const WEEKS = 52
/** With fewer answers of sources no history is invented. */
const ROWS_AT_LEAST = 50

type Kind = { typeId: number; amount: number; debts: number; yearly?: true }
/**
 * The average debt of a checked vehicle by kind, as the simulated portals and the captures produce it: amount, and
 * number of debts.
 */
const KINDS: readonly Kind[] = [
  { typeId: 0, amount: 1005, debts: 0.18, yearly: true },
  { typeId: 8, amount: 282, debts: 0.11, yearly: true },
  { typeId: 9, amount: 640, debts: 0.32 },
  { typeId: 6, amount: 39, debts: 0.04 },
  { typeId: 7, amount: 92, debts: 0.04 },
  { typeId: 13, amount: 114_000, debts: 0.21 },
]
/** Fines of the states in Mexico, and those of Colombia. */
const FINES: Readonly<Record<'MX' | 'CO', Kind>> = {
  MX: { typeId: 1, amount: 741, debts: 0.44 },
  CO: { typeId: 1, amount: 291_000, debts: 0.42 },
}

/** The share of today's debt that was owed on that day. */
const yearlyShare = (day: string): number => {
  const ofYear = daysBetween(`${day.slice(0, 4)}-01-01`, day)
  if (ofYear < 90) return 2.4 - (1.2 * ofYear) / 90
  return ofYear < 325 ? 1.2 - (0.2 * (ofYear - 90)) / 235 : 1
}
const finesShare = (weeksAgo: number): number => 1 - 0.3 * (weeksAgo / WEEKS) + 0.03 * Math.sin(weeksAgo * 1.7)

/** Writes the history of the transaction's tenant. @param today the company's day */
export const writePastDays = async (tx: Tx, tenantId: number, country: 'MX' | 'CO', today: string): Promise<void> => {
  const { rows } = await sql<{ typeId: number; checked: number }>`
    select f.resource_type_id as "typeId", count(*)::int as checked
    from vehicle_resource f
    left join ${BY_MACHINE} m on m.resource_id = f.resource_id
    join vehicle v on v.tenant_id = f.tenant_id and v.vehicle_id = f.vehicle_id and v.asset_status_id = 1
    where f.tenant_id = ${tenantId} and (m.resource_id is not null or f.captured_at is not null)
    group by 1`.execute(tx)
  const checked = new Map(rows.map((row) => [row.typeId, row.checked]))
  const days = [FINES[country], ...KINDS].flatMap(({ typeId, amount, debts, yearly }) => {
    const many = checked.get(typeId) ?? 0
    if (many < ROWS_AT_LEAST) return []
    return Array.from({ length: WEEKS }, (_, week) => {
      const day = addDays(today, -7 * (week + 1))
      const share = yearly ? yearlyShare(day) : finesShare(week + 1)
      return { day, type: typeId, amount: roundToCents(many * amount * share), debts: Math.round(many * debts * share) }
    })
  })
  await sql`
    insert into daily_debt (tenant_id, day, resource_type_id, amount, debts, without_amount)
    select ${tenantId}::bigint, x.day, x.type, x.amount, x.debts, 0
    from json_to_recordset(${asJsonb(days)}::json) as x(day date, type smallint, amount numeric, debts int)`.execute(tx)
}
