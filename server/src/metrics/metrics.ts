// The figures a monitoring system reads: checks as this process makes them, and how each source stands, read from the database
// when asked for. Labels name portals, connectors and outcomes: never a company, a person or an address.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../db/client.ts'
import type { Ended } from '../resources/ended.ts'
import { type SourceStatus, sourceStatus } from '../resources/source-status.ts'

export type Metrics = {
  /** To be told of each stored check. */
  checkEnded: (ended: Pick<Ended, 'outcome' | 'connector' | 'startedAt' | 'endedAt'>) => void
  /** All figures in the text format, and its content type. */
  read: () => Promise<{ type: string; text: string }>
}

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160]
/** The sources' figures cost up to some tenths of a second with a million due checks: they are this old at most. */
const SOURCES_KEPT_MS = 15_000

type Measure = {
  name: string
  help: string
  labels: string[]
  of: (source: SourceStatus) => { labels: Record<string, string>; value: number }[]
}

/** One value for a portal that is asked. */
const ofPortal = (name: string, help: string, value: (source: SourceStatus) => number): Measure => ({
  name,
  help,
  labels: ['portal'],
  of: (source) => (source.asked ? [{ labels: { portal: source.portalKey }, value: value(source) }] : []),
})
/** One value for a portal that costs something. */
const ofMoney = (name: string, help: string, value: (source: SourceStatus) => number | null): Measure => ({
  name,
  help,
  labels: ['portal', 'currency'],
  of: (source) => {
    const amount = value(source)
    return source.currency && amount !== null
      ? [{ labels: { portal: source.portalKey, currency: source.currency }, value: amount }]
      : []
  },
})

const MEASURES: readonly Measure[] = [
  ofPortal('padron_backlog', 'Checks that are due and taken by nobody', ({ backlog }) => backlog),
  ofPortal('padron_in_flight', 'Checks under way', ({ inFlight }) => inFlight),
  ofPortal(
    'padron_oldest_due_seconds',
    'How long the oldest due check has waited',
    ({ oldestDueSeconds }) => oldestDueSeconds,
  ),
  ofPortal('padron_breaker_open', '1 while the breaker of the portal is open or half open', ({ breaker }) =>
    breaker === 'closed' ? 0 : 1,
  ),
  ofMoney('padron_spent', 'Spent this month', ({ spent }) => spent),
  ofMoney('padron_spent_cap', 'What may be spent in a month', ({ monthlyCap }) => monthlyCap),
  {
    name: 'padron_alarms',
    help: '1 for each open alarm about what a source answers',
    labels: ['connector', 'kind'],
    of: ({ alarms }) => alarms.map(({ connector, kind }) => ({ labels: { connector, kind }, value: 1 })),
  },
]

/** @param keptMs how old the sources' figures may be */
export const makeMetrics = (db: Db, keptMs = SOURCES_KEPT_MS): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const checks = new Counter({
    name: 'padron_checks_total',
    help: 'Checks stored by this process',
    labelNames: ['portal', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'padron_check_duration_seconds', help: 'From the question to the answer', labelNames: ['portal'], buckets: SECONDS, registers,
  }) // biome-ignore format: one metric
  const gauges = MEASURES.map(({ name, help, labels, of }) => ({
    gauge: new Gauge({ name, help, labelNames: labels, registers }),
    of,
  }))

  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const fill = async () => {
    const sources = await sourceStatus(db)
    for (const { gauge, of } of gauges) {
      gauge.reset()
      for (const { labels, value } of sources.flatMap(of)) gauge.set(labels, value)
    }
    readAt = performance.now()
  }
  const refresh = (): Promise<void> => {
    if (performance.now() - readAt < keptMs) return Promise.resolve()
    reading ??= fill().finally(() => {
      reading = undefined
    })
    return reading
  }

  return {
    checkEnded: ({ outcome, connector: { portal }, startedAt, endedAt }) => {
      checks.inc({ portal, outcome })
      durations.observe({ portal }, (endedAt.getTime() - startedAt.getTime()) / 1000)
    },
    read: async () => {
      await refresh()
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}
