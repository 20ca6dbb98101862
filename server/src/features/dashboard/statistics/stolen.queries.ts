// Current theft reports, by the day on which they were first seen after the last answer without one.
import { isAhead } from '@padron/contract/dashboard-rules'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { stolenDay } from '../../../fleet/additional-filters.ts'
import type { Stretch } from './periods.ts'
import type { StolenByTime, StoredFacts } from './stored-facts.ts'

type Seen = { day: string | null; vehicles: number }

/** Cost: the few vehicles with a report, and the events of each. */
const readStolen = async (tx: Tx, tenantId: number, timeZone: string): Promise<Seen[]> => {
  const { rows } = await sql<Seen>`
    select day, count(*)::int as vehicles
    from (
      select ${stolenDay(timeZone)} as day
      from vehicle v
      where v.tenant_id = ${tenantId} and v.asset_status_id = 1 and v.stolen_status = 4) s
    group by 1`.execute(tx)
  return rows
}

const isIn = ({ from, to }: Stretch, day: string | null): boolean => {
  if (day === null || (from === null && to === null)) return day === from && from === to
  return (from === null || day >= from) && (to === null || day <= to)
}

const inStretch = (stretch: Stretch, seen: readonly Seen[]): number =>
  seen.filter(({ day }) => isIn(stretch, day)).reduce((sum, { vehicles }) => sum + vehicles, 0)

/** The coming month's period has no stretches: no report is seen in the future. */
export const stolenFacts = async (
  tx: Tx,
  of: { tenantId: number; timeZone: string },
  stretches: readonly Stretch[],
): Promise<StoredFacts['stolen']> => {
  const seen = await readStolen(tx, of.tenantId, of.timeZone)
  const past = stretches.filter(({ months }) => !isAhead(months))
  const counted = Object.groupBy(past, ({ months }) => `${months}`)
  const withoutEmpty = (each: readonly Stretch[]): StolenByTime =>
    each
      .map((stretch) => ({ ...stretch, amount: inStretch(stretch, seen) }))
      .filter(({ always, amount }) => always || amount > 0)
      .map(({ from, to, amount }) => ({ from, to, amount }))
  return Object.fromEntries(Object.entries(counted).map(([months, each = []]) => [months, withoutEmpty(each)]))
}
