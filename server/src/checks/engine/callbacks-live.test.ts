// A callback from end to end: stored settings, the simulated source over HTTP, the worker, the callback address, and
// the drawer with the PDF that the source sent.
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ScrapedResourceType } from '@padron/contract/resource-status'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { resultFolder } from '../../testing/processes/worker.ts'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { loadConnectors } from '../connectors/registry.ts'
import { startSimulator } from '../testing/connectors.ts'
import { startWorker, type Worker } from './worker.ts'

const PORTAL = 'webhook-example'
const SETTINGS = new URL('../testing/callback-example.json', import.meta.url)
const VIN = '3N1CN8AE1RL000101'

let server: TestServer
let simulator: { base: string; process: ChildProcess }
let app: Awaited<ReturnType<typeof buildApp>>
let worker: Worker | undefined
let who: Somebody
let vehicleId = 0
const folder = resultFolder()

beforeAll(async () => {
  server = await testServer()
  simulator = await startSimulator()
  const system = server.db.system
  const settings = JSON.parse(readFileSync(SETTINGS, 'utf8'))
  await system.query(
    `
    insert into portal (portal_key, portal_name, owner_name, country, declared, base_url, credential, pace_ms,
      concurrency)
    values ($1, $2, $3, 'MX', false, $4, 'demo-webhook', 0, 4)`,
    [PORTAL, settings.portal.name, settings.portal.owner, `${simulator.base}/webhook-example`],
  )
  await system.query(`insert into json_connector (connector_key, definition, changed_by) values ($1, $2, 'prueba')`, [
    settings.key,
    settings,
  ])
  const connector = (await loadConnectors(server.db)).find(({ key }) => key === settings.key)
  if (!connector) throw new Error('the settings were not loaded')
  const log = pino({ level: 'silent' })
  const openCredential = (_portal: string, stored: string) => stored
  app = await buildApp({
    db: server.db,
    log,
    state: { ready: true, simulated: true },
    publicUrl: undefined,
    parts: new Set(['api']),
    stores: { evidence: folder.files },
    hooks: { connectors: async () => [connector], openCredential },
  })
  const callbackBase = await app.listen({ port: 0, host: '127.0.0.1' })
  const company = await server.company('norte')
  who = await server.somebody(company, 'consulta', ['vehicles_read'])
  await system.query(`update resource set connector_key = $1, portal_key = $2 where resource_id in (5002, 5004)`, [
    connector.key,
    PORTAL,
  ])
  const [id] = await server.vehicles(company, [{ plate: 'FAA123A', vin: VIN }])
  vehicleId = id ?? 0
  worker = startWorker({
    db: server.db,
    log,
    connectors: [connector],
    openCredential,
    evidence: folder.files,
    callbackBase,
    idleMs: 50,
  })
})
afterAll(async () => {
  await worker?.stop()
  await app.close()
  simulator.process.kill()
  folder.remove()
  await server.stop()
})

const typeOf = async (id: number) => {
  const { body } = await server.ask(who, { url: `/sapy/v2/${vehicleId}/byType` })
  const { scrapedResourceTypes } = body as { scrapedResourceTypes: ScrapedResourceType[] }
  return scrapedResourceTypes.find(({ resourceType }) => resourceType.resourceTypeId === id)
}

it('the drawer shows the registry data, the theft report and the PDF of a callback, stored once', async () => {
  const runs = async () =>
    (await server.db.system.query('select origin, outcome, remark from check_run where vehicle_id = $1', [vehicleId]))
      .rows
  // A failure shows the runs.
  await vi.waitFor(
    async () => expect([(await typeOf(4))?.freshness?.state, await runs()]).toEqual(['current', expect.anything()]),
    { timeout: 30_000, interval: 100 },
  )
  expect(await typeOf(2)).toMatchObject({ freshness: { state: 'current' } })
  expect([4, 5]).toContain((await typeOf(4))?.status.statusId)
  const proof = (await typeOf(4))?.resources[0]?.scraped.evidenceURL.find(({ url }) => url.includes('/files/proof/'))
  const file = await app.inject({ url: proof?.url ?? '' })
  expect(file.headers['content-type']).toContain('application/pdf')
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await runs()).toMatchObject([{ origin: 'webhook', outcome: 'ok' }])
})
