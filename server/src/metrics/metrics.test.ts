// The metrics as a monitoring system reads them: over HTTP on this machine only, without names of companies.
import { networkInterfaces } from 'node:os'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONNECTORS } from '../checks/connectors/registry.ts'
import { sourceFigures } from '../checks/health/source-figures.ts'
import { type TestServer, testServer } from '../testing/server.ts'
import { type Metrics, makeMetrics } from './metrics.ts'
import { type MetricsServer, serveMetrics } from './metrics-server.ts'

const log = pino({ level: 'silent' })
let server: TestServer
let metrics: Metrics
let serving: MetricsServer

beforeAll(async () => {
  server = await testServer()
  const company = await server.company('nortesecreto')
  await server.vehicles(company, [{ plate: 'NLA100A' }])
  await server.db.system.query(`
    update portal
    set base_url = 'http://direccion-secreta:9', account_key = null, open_seconds = 120,
      open_until = now() + interval '1 hour', price = 2, currency = 'MXN', monthly_cap = 50
      where portal_key = 'apitude';
    update due_check set due_at = now() - interval '3 hours';
    insert into portal_usage values ('apitude', date_trunc('month', now() at time zone 'UTC'), 4, 8);
    insert into source_hourly_stats (connector_key, slot, portal_key, runs, good, not_applicable, outcomes, types_read,
    total_ms, durations, debts, clear, mismatches)
      values ('mx-cdmx-adeudos', date_trunc('hour', now()), 'apitude', 1, 1, 0, '{}', '{}', 1, '{1}', 0, 1, 0);
    update portal
    set credit_out_since = now(),
      drift = '{"mx-cdmx-adeudos": {"since": "2026-11-20T10:00:00Z"}, "mx-otro": {"since": null}}'
      where portal_key = 'apitude';
    update portal set account_key = 'placapi', price = 2, currency = 'COP' where portal_key in ('mx-1', 'mx-2');
    update portal_account set monthly_cap = 60 where account_key = 'placapi';
    insert into portal_usage
    select portal_key, date_trunc('month', now() at time zone 'UTC'), 3, 6
    from portal
    where portal_key in ('mx-1', 'mx-2');
    insert into source_alarm (connector_key, kind, hard, detail) values ('mx-cdmx-adeudos', 'drift', true, 'x')`)
  metrics = makeMetrics(server.db, sourceFigures)
  serving = await serveMetrics(metrics, 0, log)
})
afterAll(async () => {
  await serving.stop()
  await server.stop()
})

const read = async () => (await fetch(`${serving.address}/metrics`)).text()
const figure = (text: string, series: string) => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('backlog, breaker, pause, costs and alarms of each portal', async () => {
  const text = await read()
  expect(figure(text, 'padron_backlog{portal="apitude"}')).toBe(1)
  expect(figure(text, 'padron_in_flight{portal="apitude"}')).toBe(0)
  expect(figure(text, 'padron_oldest_due_seconds{portal="apitude"}')).toBeGreaterThan(10_000)
  expect(figure(text, 'padron_breaker_open{portal="apitude"}')).toBe(1)
  expect(figure(text, 'padron_paused{portal="apitude",reason="no-credit"}')).toBe(1)
  expect(figure(text, 'padron_paused{portal="apitude",reason="shape-drift"}')).toBe(1)
  expect(figure(text, 'padron_spent{portal="apitude",currency="MXN"}')).toBe(8)
  expect(figure(text, 'padron_spent_cap{portal="apitude",currency="MXN"}')).toBe(50)
  expect(figure(text, 'padron_account_spent{account="placapi",currency="COP"}')).toBe(12)
  expect(figure(text, 'padron_account_spent_cap{account="placapi",currency="COP"}')).toBe(60)
  expect(text).not.toContain('padron_account_spent{account="verifik"')
  expect(figure(text, 'padron_alarms{connector="mx-cdmx-adeudos",kind="drift"}')).toBe(1)
  expect(figure(text, 'padron_backlog{portal="nubarium"}')).toBeUndefined()
  expect(text).toContain('process_cpu_seconds_total')
  expect(text).not.toMatch(/nortesecreto|direccion-secreta|NLA100A/)
})

test('checks that have ended', async () => {
  const [connector] = CONNECTORS
  if (!connector) throw new Error('no connector')
  const startedAt = new Date('2026-11-20T10:00:00Z')
  const endedAt = new Date('2026-11-20T10:00:03Z')
  metrics.checkEnded({ connector, outcome: 'ok', startedAt, endedAt })
  metrics.checkEnded({ connector, outcome: 'ok', startedAt, endedAt })
  const text = await read()
  expect(figure(text, `padron_checks_total{portal="${connector.portal}",outcome="ok"}`)).toBe(2)
  expect(figure(text, `padron_check_duration_seconds_sum{portal="${connector.portal}"}`)).toBe(6)
})

test('the metrics of sources are cached for a while, and no other path is served', async () => {
  await server.db.system.query(`update portal set open_seconds = 0, open_until = null`)
  expect(figure(await read(), 'padron_breaker_open{portal="apitude"}')).toBe(1)
  const anew = makeMetrics(server.db, sourceFigures, { cacheMs: 0 })
  expect(figure((await anew.read()).text, 'padron_breaker_open{portal="apitude"}')).toBe(0)
  expect((await fetch(serving.address)).status).toBe(404)
  expect((await fetch(`${serving.address}/metrics`, { method: 'POST' })).status).toBe(404)
})

test('the metrics are served only to this machine, and a port in use is reported', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((own) => own ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')
  if (outside) await expect(fetch(serving.address.replace('127.0.0.1', outside.address))).rejects.toThrow()
  const port = Number(new URL(serving.address).port)
  await expect(serveMetrics(metrics, port, log)).rejects.toThrow(
    `PADRON_METRICS_PORT: el puerto ${port} ya está en uso.`,
  )
})
