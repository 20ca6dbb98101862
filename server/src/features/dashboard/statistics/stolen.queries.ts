// Current theft reports, by the day on which they were first seen after the last answer without one.
import { isAhead } from '@padron/contract/dashboard/rules'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { stolenDay } from '../../../fleet/additional-filters.ts'
import type { ChartInterval } from './periods.ts'
import type { StolenByTime, StoredFacts } from './stored-facts.ts'

type Reported = { day: string | null; vehicles: number }

/** Cost: the few vehicles with a report, and the events of each. */
const readStolen = async (tx: Tx, tenantId: number, timeZone: string): Promise<Reported[]> => {
  const { rows } = await sql<Reported>`
    select day, count(*)::int as vehicles
    from (
      select ${stolenDay(timeZone)} as day
      from vehicle v
      where v.tenant_id = ${tenantId} and v.asset_status_id = 1 and v.stolen_status = 4) s
    group by 1`.execute(tx)
  return rows
}

const isIn = ({ from, to }: ChartInterval, day: string | null): boolean => {
  if (day === null || (from === null && to === null)) return day === from && from === to
  return (from === null || day >= from) && (to === null || day <= to)
}

const countIn = (interval: ChartInterval, seen: readonly Reported[]): number =>
  seen.filter(({ day }) => isIn(interval, day)).reduce((sum, { vehicles }) => sum + vehicles, 0)

/** The coming month's period has no intervals: no report is seen in the future. */
export const stolenFacts = async (
  tx: Tx,
  scope: { tenantId: number; timeZone: string },
  intervals: readonly ChartInterval[],
): Promise<StoredFacts['stolen']> => {
  const seen = await readStolen(tx, scope.tenantId, scope.timeZone)
  const past = intervals.filter(({ months }) => !isAhead(months))
  const counted = Object.groupBy(past, ({ months }) => `${months}`)
  const withoutEmpty = (each: readonly ChartInterval[]): StolenByTime =>
    each
      .map((interval) => ({ ...interval, amount: countIn(interval, seen) }))
      .filter(({ always, amount }) => always || amount > 0)
      .map(({ from, to, amount }) => ({ from, to, amount }))
  return Object.fromEntries(Object.entries(counted).map(([months, each = []]) => [months, withoutEmpty(each)]))
}
