// The product as an operator meets it: real processes, real ports, real signals. Each start shows as much as it can;
// those that kill again and again, or load the demo more than once, are in product.drill.test.ts.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { runningDatabase } from '../db/embedded-takeover.ts'
import { onServer, withDatabase } from '../testing/global-setup.ts'
import {
  counts,
  FLEET,
  folder,
  get,
  inDatabase,
  removeFolders,
  serverOf,
  start,
  stopProducts,
  until,
} from '../testing/product-process.ts'
import { buildConsole } from './web-build.ts'

beforeAll(() => buildConsole(), 240_000) // the first start would, and whatever it is to show would wait for it
afterEach(stopProducts)
afterAll(removeFolders)

describe('with the embedded database', { timeout: 240_000 }, () => {
  it('starts, refuses a second copy, survives kill -9 of itself and of its database, and stops in order', async () => {
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
      expect.stringMatching(
        /^Esta instalación tiene la demostración \(andina, norte y sureste\).* padron demo remove$/,
      ),
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

  it('starts empty where others reach it, as an image is started', async () => {
    const dir = folder()
    const product = start({ PADRON_DATA_DIR: dir, HOST: '0.0.0.0' })
    const url = (await product.url).replace('0.0.0.0', '127.0.0.1')
    await until(async () => product.out().includes('Todavía no hay empresas'))
    expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({ simulated: false })
    expect(await counts(dir)).toEqual([{ companies: 0, vehicles: 0, users: 0 }])
  })
})

describe('with a database server', { timeout: 240_000 }, () => {
  it('starts a process of every role at once on an empty database; each serves its own calls', async () => {
    const { url } = inject('postgres')
    const name = `padron_roles_${process.pid}_${Date.now()}` // a second try finds the first one's
    await onServer(url, `create database ${name}`)
    const env = { DATABASE_URL: withDatabase(url, name), PADRON_DATA_DIR: folder(), PADRON_DEMO: '0' }
    const processes = ['api', 'identity', 'worker'].map((role) => start({ ...env, PADRON_ROLE: role }))
    const [api = '', identity = '', worker = ''] = await Promise.all(processes.map((each) => each.url))
    expect(await get(`${api}/api/openapi.json`)).toBe(200)
    expect(await get(`${api}/connect/password-key`)).toBe(404)
    expect(await get(`${identity}/connect/password-key`)).toBe(200)
    expect(await get(`${worker}/api/openapi.json`)).toBe(404)
    expect(await get(`${worker}/health/ready`)).toBe(200)
    expect(await (await fetch(`${api}/config.json`)).json()).toMatchObject({ simulated: false })
    for (const { child, exit } of processes) {
      child.kill('SIGTERM')
      expect(await exit).toBe(0)
    }
    await onServer(url, `drop database ${name} with (force)`)
  })
})
