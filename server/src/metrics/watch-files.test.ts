// The dashboard and the alert rules of the product (deploy/): they use metrics and labels that it serves, and each
// alert has a severity, a duration, a description and a runbook.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '@padron/contract/call'
import { ALL_CALLS } from '@padron/contract/features'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { sourceFigures } from '../checks/health/source-figures.ts'
import { createFleetCache } from '../fleet/index/fleet-cache.ts'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { PROCESS_REGISTRY } from './counters.ts'
import { GAUGES } from './gauges.ts'
import { makeMetrics } from './metrics.ts'

type Rule = {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: Record<string, string>
}
type Panel = { title: string; targets?: { expr: string }[] }

const root = join(import.meta.dirname, '../../..')
const file = (path: string) => readFileSync(join(root, path), 'utf8')
const rules = (parse(file('deploy/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
const panels = (JSON.parse(file('deploy/grafana/padron.json')) as { panels: Panel[] }).panels
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
]

let fresh: FreshDatabase
/** The names of the metrics that the product serves. */
let served: Set<string>
beforeAll(async () => {
  fresh = await freshDatabase()
  createFleetCache()
  const metrics = makeMetrics(fresh.db, sourceFigures, { dataDir: '.', about: { role: 'all', version: '1' } })
  const { text } = await metrics.read()
  served = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
})
afterAll(() => fresh.drop())

const NAME = /\b(?:padron|nodejs|process)_\w+/g
/** Labels that the monitoring system itself adds. */
const ITS_OWN = ['job', 'instance', 'le']
const labelsOf = async (): Promise<Map<string, string[]>> => {
  const counted = (await PROCESS_REGISTRY.getMetricsAsJSON()).map(({ name }) => {
    const metric = PROCESS_REGISTRY.getSingleMetric(name) as unknown as { labelNames?: string[] }
    return [name, metric.labelNames ?? []] as const
  })
  const gauges = Object.entries(GAUGES).map(([name, [, labels]]) => [name, labels.split(' ').filter(Boolean)] as const)
  return new Map([...counted, ...gauges])
}

test.each(expressions)('%s uses metrics that are served', (_title, expr) => {
  const names = expr.match(NAME) ?? []
  expect(names.length + (expr.includes('up{') ? 1 : 0)).toBeGreaterThan(0)
  for (const name of names) expect([...served], name).toContain(name)
})

test.each(expressions)('%s uses labels that exist', async (_title, expr) => {
  const labels = await labelsOf()
  for (const [, name = '', matchers = ''] of expr.matchAll(/(padron_\w+)\{([^}]*)\}/g)) {
    const known = labels.get(name.replace(/_(?:bucket|sum|count)$/, ''))
    if (!known) continue // of metrics.ts: its own test reads them completely
    for (const [, label = ''] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
      expect([...known, ...ITS_OWN], `${name} ${label}`).toContain(label)
  }
})

test.each(expressions)('%s has balanced brackets', (_title, expr) => {
  const bare = expr.replace(/"[^"]*"/g, '""')
  for (const [open, close] of ['()', '{}', '[]'])
    expect(bare.split(open as string).length, `${open}${close} in ${expr}`).toBe(bare.split(close as string).length)
})

test.each(rules)(
  '$alert has a severity, a duration, a description and a runbook',
  ({ alert, for: during, labels, annotations }) => {
    expect(alert).toMatch(/^Padron[A-Z]\w+$/)
    expect(during).toMatch(/^\d+[mh]$/)
    expect(labels.severity).toMatch(/^(?:warning|critical)$/)
    expect(annotations.summary?.length).toBeGreaterThan(10)
    expect(annotations.description?.length).toBeGreaterThan(30)
    expect(annotations.runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`)
    expect(file('docs/alerts.md')).toContain(`\n## ${alert}\n`)
  },
)

test('slow calls: probes and calls that send a file are excluded, each by a label that it has', () => {
  const { expr = '' } = rules.find(({ alert }) => alert === 'PadronLento') ?? {}
  const left = (pattern: RegExp) => new RegExp(`^(?:${pattern.exec(expr)?.[1]})$`)
  const [always, posted, put] = [
    left(/route!~"([^"]+)"/),
    left(/method="POST",route=~"([^"]+)"/),
    left(/method="PUT",route=~"([^"]+)"/),
  ]
  const calls: readonly Call[] = ALL_CALLS
  const sending = calls.filter(({ multipart, file: body, bodyBytes }) => multipart ?? body ?? bodyBytes)
  const leftOut = calls.filter(
    ({ method, path }) => (method === 'POST' && posted.test(path)) || (method === 'PUT' && put.test(path)),
  )
  expect(leftOut).toEqual(sending)
  expect(calls.map(({ path }) => path).filter((path) => always.test(path))).toEqual(['/health/live', '/health/ready'])
})

test('each role has a rule for its absence, and `all` counts as every role', () => {
  for (const role of ['api', 'worker', 'identity'])
    expect(rules.map(({ expr }) => expr)).toContain(`absent(padron_info{role=~"all|${role}"})`)
})

test('the example for Prometheus has the name of the job that rules and dashboard use', () => {
  const { scrape_configs } = parse(file('deploy/prometheus/scrape.yaml')) as { scrape_configs: { job_name: string }[] }
  expect(scrape_configs.map(({ job_name }) => job_name)).toEqual(['padron'])
})

test('every gauge of the installation is in the dashboard or in a rule', () => {
  const text = expressions.map(([, expr]) => expr).join()
  for (const name of Object.keys(GAUGES)) expect(text, name).toContain(name)
})
