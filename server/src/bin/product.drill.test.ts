// The product with its demo, killed again and again, and the demo's whole first round of checks. The short cases are in
// product.test.ts.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { runningDatabase } from '../db/embedded/takeover.ts'
import { onServer, withDatabase } from '../testing/global-setup.ts'
import {
  counts,
  FLEET,
  folder,
  get,
  getAnew,
  inDatabase,
  type Product,
  portalsAt,
  removeFolders,
  serverOf,
  start,
  stopProducts,
  until,
} from '../testing/processes/product-process.ts'
import { buildConsole } from './web-build.ts'

beforeAll(() => buildConsole(), 240_000) // otherwise the first start would build it, and its output would be delayed
afterEach(stopProducts)
afterAll(removeFolders)

it('starts with the demo, refuses a second copy, survives kill -9 of itself and of its database, and stops in order', {
  timeout: 240_000,
}, async () => {
  const dir = folder()
  const first = start({ PADRON_DATA_DIR: dir })
  const url = await first.url
  expect(await get(`${url}/health/live`)).toBe(200)
  expect(await get(`${url}/health/ready`)).toBe(200)
  expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({
    identityUrl: url,
    apiUrl: url,
    clientId: expect.any(String),
    simulated: true,
    mail: false,
  })
  expect(await (await fetch(url)).text()).not.toContain('jsx-dev-runtime') // this runner's NODE_ENV is `test`
  expect(await counts(dir)).toEqual(FLEET)
  const lines = first.out().trim().split('\n')
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([
    `Padrón está listo en ${url}`,
    expect.stringMatching(/^Esta instalación tiene la demostración \(andina, norte y sureste\).* padron demo remove$/),
    expect.stringMatching(/^Portales simulados, con sus fallas a mano: http:\/\/127\.0\.0\.1:\d+\/$/),
  ])

  const second = start({ PADRON_DATA_DIR: dir })
  expect(await second.exit).toBe(1)
  expect(second.out()).toContain(`Otra copia de Padrón (proceso ${serverOf(first)}) ya usa ${dir}`)
  expect(await get(`${url}/health/ready`)).toBe(200)

  const postmaster = () => Number(readFileSync(join(dir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
  const killed = postmaster()
  process.kill(killed, 'SIGKILL')
  await until(async () => postmaster() !== killed && (await counts(dir)).length === 1)
  await until(async () => (await get(`${url}/health/ready`)) === 200)
  expect(await counts(dir)).toEqual(FLEET)

  const before = await inDatabase<{ n: number }>(dir, 'select count(*)::int as n from check_run')
  first.child.kill('SIGKILL')
  await first.exit
  const again = start({ PADRON_DATA_DIR: dir })
  await again.url
  expect(await counts(dir)).toEqual(FLEET)
  const after = await inDatabase<{ n: number }>(dir, 'select count(*)::int as n from check_run')
  expect(after[0]?.n).toBeGreaterThanOrEqual(before[0]?.n ?? 0)

  const simulator = Number(
    execFileSync('pgrep', ['-P', String(serverOf(again)), '-f', 'simulator/src/main.ts']).toString(),
  )
  process.kill(simulator, 'SIGKILL')
  await until(async () => again.out().includes('simulator ended by itself'))

  // A request that never ends must not hold up the stop.
  const stalled = connect(Number(new URL(await again.url).port), '127.0.0.1', () =>
    stalled.write('POST /connect/token HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc'),
  )
  stalled.on('error', () => undefined)
  await new Promise((ready) => stalled.once('ready', ready))
  const startedAt = Date.now()
  again.child.kill('SIGTERM')
  expect(await again.exit).toBe(0)
  expect(Date.now() - startedAt).toBeLessThan(10_000)
  expect(await runningDatabase(join(dir, 'pg'))).toBeUndefined()

  const restarted = await start({ PADRON_DATA_DIR: dir, PADRON_DEMO: '0' }).url
  expect(await (await fetch(`${restarted}/config.json`)).json()).toMatchObject({ simulated: true })
})

it('starts again each time its server, or its server and its database, are killed; no request is rejected', {
  timeout: 240_000,
}, async () => {
  const dir = folder()
  const product = start({ PADRON_DATA_DIR: dir, PADRON_DEMO: '0' })
  const url = await product.url
  for (let kill = 0; kill < 6; kill++) {
    const killed = serverOf(product)
    if (kill % 2 === 1)
      process.kill(Number(readFileSync(join(dir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    process.kill(killed, 'SIGKILL')
    await until(async () => serverOf(product) !== killed)
    expect(await getAnew(`${url}/health/live`)).toBe(200)
    await until(async () => (await getAnew(`${url}/health/ready`)) === 200)
  }
  product.child.kill('SIGTERM')
  expect(await product.exit).toBe(0)
  expect(await runningDatabase(join(dir, 'pg'))).toBeUndefined()
})

it('completes a demo whose first start was killed; the first round of checks has every status', {
  timeout: 240_000,
}, async () => {
  const dir = folder()
  const killed = start({ PADRON_DATA_DIR: dir })
  await until(async () => killed.out().includes('vehículos de norte'))
  killed.child.kill('SIGKILL')
  await killed.exit
  await start({ PADRON_DATA_DIR: dir }).url
  expect(await counts(dir)).toEqual(FLEET)

  const never = `select count(*)::int as n from due_check d where not exists (select from check_run r
    where r.tenant_id = d.tenant_id and r.vehicle_id = d.vehicle_id and r.connector_key = d.connector_key)`
  await until(async () => (await inDatabase<{ n: number }>(dir, never))[0]?.n === 0)
  const met = await inDatabase<{ status_id: number }>(dir, 'select distinct status_id from vehicle_resource order by 1')
  expect(met.map(({ status_id }) => status_id)).toEqual(Array.from({ length: 31 }, (_, i) => i - 1))
  const clear = await inDatabase(
    dir,
    `
      select resource_id
      from vehicle_resource
      where good_run_id is null and status_id in (1, 3, 5, 6, 7, 14, 17, 19, 22, 25, 26, 27)`,
  )
  expect(clear).toEqual([])
  const [known] = await inDatabase<{ vehicles: number; whole: number }>(
    dir,
    `select count(*)::int as vehicles, (count(*) filter (where whole))::int as whole from (
       select bool_and(f.good_at is not null
         and f.fresh_until > now()
         and f.status_id not in (-1, 13, 15, 18)) as whole
       from vehicle v
       join vehicle_resource f using (tenant_id, vehicle_id)
       where v.asset_status_id = 1
       group by v.vehicle_id) x`,
  )
  expect((known?.whole ?? 0) / (known?.vehicles ?? 1)).toBeGreaterThanOrEqual(0.6)
  const opened = await inDatabase(dir, 'select portal_key from portal where open_seconds > 0')
  expect(opened).toEqual([])
})

describe('with a database server', { timeout: 240_000 }, () => {
  it('starts every role on an empty database: one migrates, one loads the demo, one runs the portals', async () => {
    const { url } = inject('postgres')
    const name = `padron_roles_${process.pid}_${Date.now()}`
    await onServer(url, `create database ${name}`)
    const env = { DATABASE_URL: withDatabase(url, name), PADRON_DATA_DIR: folder(), PADRON_DEMO: '1' }
    const processes = ['api', 'api', 'identity', 'worker', 'worker'].map((role) => start({ ...env, PADRON_ROLE: role }))
    const urls = await Promise.all(processes.map((each) => each.url))
    const [api = '', , identity = '', worker = ''] = urls
    expect(await get(`${api}/api/openapi.json`)).toBe(200)
    expect(await get(`${api}/connect/password-key`)).toBe(404)
    expect(await get(`${identity}/connect/password-key`)).toBe(200)
    expect(await get(`${worker}/api/openapi.json`)).toBe(404)
    expect(await get(`${worker}/health/ready`)).toBe(200)
    const client = new pg.Client({ connectionString: env.DATABASE_URL })
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::int as companies, (select count(*)::int from vehicle) as vehicles from company`,
    )
    await client.end()
    expect(rows).toEqual([{ companies: 3, vehicles: 880 }])

    const before = await portalsAt(env.DATABASE_URL)
    const runsThem = ({ out }: Product) => out().includes('Portales simulados')
    await until(async () => processes.some(runsThem))
    const [holder] = processes.splice(processes.findIndex(runsThem), 1)
    holder?.child.kill('SIGKILL')
    await until(async () => (await portalsAt(env.DATABASE_URL)) !== before)
    expect(await get(await portalsAt(env.DATABASE_URL))).toBe(200)
    for (const { child, exit } of processes) {
      child.kill('SIGTERM')
      expect(await exit).toBe(0)
    }
    await onServer(url, `drop database ${name} with (force)`)
  })
})
