// The tables that are partitioned by period, and the names of their partitions. Runs and results have the same periods,
// because a result refers to its run within its period. A run or an event belongs to the period of its id (uuid,
// version 7), an activity row to that of `at`. Planning a query bears about a dozen partitions (35 took the drawer's
// from 1 to 40 ms): so quarters for two years of retention, and years for five.
export const PERIODIC = [
  { table: 'check_run', key: 'run_id', retention: 'runs', months: 3 },
  { table: 'check_result', key: 'run_id', retention: 'runs', months: 3 },
  { table: 'check_event', key: 'event_id', retention: 'events', months: 12 },
  { table: 'activity', key: 'at', retention: 'activity', months: 12 },
] as const
export type Periodic = (typeof PERIODIC)[number]

/**
 * Periods created ahead of the current one: every start and every worker's hourly run creates missing ones, and
 * `…_other` takes rows without a period.
 */
export const PERIODS_AHEAD = 1

/** The first moment of a period, in UTC. @param offset in periods */
export const periodOf = ({ months }: Pick<Periodic, 'months'>, at: Date, offset = 0): Date => {
  const month = at.getUTCMonth()
  return new Date(Date.UTC(at.getUTCFullYear(), month - (month % months) + offset * months))
}

/** The start of the retained time: older rows are deleted. @param keep full months, beside the current one */
export const pastBefore = (now: Date, keep: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keep))

/** The suffix of the partition's name: its first month, as 2026_10. */
export const periodSuffix = (period: Date): string => period.toISOString().slice(0, 7).replace('-', '_')

/** The smallest id of that time. */
export const firstIdAt = (at: Date): string => {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** The start of a period in a table's key, in the database's format. */
export const boundOf = ({ key }: Periodic, at: Date): string => (key === 'at' ? at.toISOString() : firstIdAt(at))

/** The time of a bound in the database's format; null: no bound on that side. */
export const momentOf = ({ key }: Periodic, bound: string): Date | null => {
  if (bound === 'MINVALUE' || bound === 'MAXVALUE') return null
  return key === 'at' ? new Date(bound) : new Date(Number.parseInt(bound.replaceAll('-', '').slice(0, 12), 16))
}
