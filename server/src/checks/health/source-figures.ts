// Metrics of the portals: backlog, breakers, outages, pauses, alarms and spending.
import type { Db } from '../../db/client.ts'
import type { Figure } from '../../metrics/gauges.ts'
import { type SourceStatus, sourceStatus } from './source-status.ts'

const seconds = (since: string | null): number => (since ? Math.max(0, (Date.now() - Date.parse(since)) / 1000) : 0)

const portalFigures = (source: SourceStatus): Figure[] => {
  const labels = { portal: source.portalKey }
  return [
    { name: 'padron_backlog', labels, value: source.backlog },
    { name: 'padron_in_flight', labels, value: source.inFlight },
    { name: 'padron_oldest_due_seconds', labels, value: source.oldestDueSeconds },
    { name: 'padron_breaker_open', labels, value: source.breaker === 'closed' ? 0 : 1 },
    { name: 'padron_outage_seconds', labels, value: seconds(source.outageSince) },
    { name: 'padron_paused', labels: { ...labels, reason: 'no-credit' }, value: source.creditOutSince ? 1 : 0 },
    { name: 'padron_paused', labels: { ...labels, reason: 'shape-drift' }, value: source.paused.length },
  ]
}

const money = ({ portalKey: portal, currency, spent, monthlyCap }: SourceStatus): Figure[] => {
  if (!currency) return []
  const labels = { portal, currency }
  const cap: Figure[] = monthlyCap === null ? [] : [{ name: 'padron_spent_cap', labels, value: monthlyCap }]
  return [{ name: 'padron_spent', labels, value: spent }, ...cap]
}

/** Once per account, although each of its portals reports it. */
const accountMoney = (sources: readonly SourceStatus[]): Figure[] => {
  const accounts = new Map(sources.flatMap(({ account }) => (account ? [[account.key, account]] : [])))
  return [...accounts.values()].flatMap(({ key: account, currency, spent, monthlyCap }) => {
    if (!currency) return []
    const labels = { account, currency }
    const cap: Figure[] = monthlyCap === null ? [] : [{ name: 'padron_account_spent_cap', labels, value: monthlyCap }]
    return [{ name: 'padron_account_spent', labels, value: spent }, ...cap]
  })
}

const alarms = ({ alarms: open }: SourceStatus): Figure[] =>
  open.map(({ connector, kind }) => ({ name: 'padron_alarms', labels: { connector, kind }, value: 1 }))

/** Portals that are queried, and the cost of those that have a price. */
export const sourceFigures = async (db: Db): Promise<Figure[]> => {
  const sources = await sourceStatus(db)
  return [
    ...sources.flatMap((source) => [
      ...(source.isConfigured ? portalFigures(source) : []),
      ...money(source),
      ...alarms(source),
    ]),
    ...accountMoney(sources),
  ]
}
