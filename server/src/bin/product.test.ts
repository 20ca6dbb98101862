// The product as an operator meets it: real processes, real ports, real signals. Slow by nature, so each start is used
// for as much as it can show.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { runningDatabase } from '../db/embedded-takeover.ts'
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
  START,
  serverOf,
  start,
  stopProducts,
  until,
} from '../testing/product-process.ts'
import { buildConsole } from './web-build.ts'

beforeAll(() => buildConsole(), 240_000) // the first start would, and whatever it is to show would wait for it
afterEach(stopProducts)
afterAll(removeFolders)

describe('a wrong setting', () => {
  it.each([
    ['PORT', 'ochenta'],
    ['PORT', '70000'],
    ['PADRON_ROLE', 'todo'],
    ['DATABASE_URL', 'mysql://x'],
    ['PUBLIC_URL', 'padron'],
    ['PADRON_DEMO', 'si'],
    ['PUBLIC_URL', 'http://:'],
    ['DATABASE_URL', 'postgresql://[malo'],
    ['DATABASE_URL', 'postgresql://nadie@127.0.0.1:1/nada'],
    ['PADRON_ROLE', 'worker'],
    ['PADRON_SMTP_URL', 'http://correo'],
    ['PADRON_MAIL_FROM', 'Padrón <avisos@x.mx>'],
  ])('%s=%s stops the start and is named', async (name, value) => {
    const product = start({ [name]: value, PADRON_DATA_DIR: folder() })
    expect(await product.exit).toBe(1)
    expect(product.out()).toMatch(new RegExp(`^${name}: `, 'm'))
  })

  it('a data directory that is a file is named', async () => {
    const product = start({ PADRON_DATA_DIR: START, PADRON_DEMO: '0' })
    expect(await product.exit).toBe(1)
    expect(product.out()).toContain('PADRON_DATA_DIR: no se puede usar la carpeta')
  })

  it('a taken port says so', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((ready) => taken.once('listening', ready))
    const { port } = taken.address() as { port: number }
    const product = start({ PORT: String(port), PADRON_DATA_DIR: folder(), PADRON_DEMO: '0' })
    expect(await product.exit).toBe(1)
    expect(product.out()).toContain(`El puerto ${port} ya está en uso`)
    taken.close()
  })
})

describe('with the embedded database', { timeout: 240_000 }, () => {
  it('starts, refuses a second copy, survives kill -9 of itself and of its database, stops in order, and without the demo still says that its portals are simulated', async () => {
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
    const asked = Date.now()
    again.child.kill('SIGTERM')
    expect(await again.exit).toBe(0)
    expect(Date.now() - asked).toBeLessThan(10_000)
    expect(await runningDatabase(join(dir, 'pg'))).toBeUndefined()

    const later = await start({ PADRON_DATA_DIR: dir, PADRON_DEMO: '0' }).url
    expect(await (await fetch(`${later}/config.json`)).json()).toMatchObject({ simulated: true })
  })

  it('is there again each time after its server was killed, or its server and its database together, and nobody is refused', async () => {
    const dir = folder()
    const product = start({ PADRON_DATA_DIR: dir, PADRON_DEMO: '0' })
    const url = await product.url
    for (let kill = 0; kill < 2; kill++) {
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

  it('completes a demo whose first start was killed', async () => {
    const dir = folder()
    const killed = start({ PADRON_DATA_DIR: dir })
    await until(async () => killed.out().includes('vehículos de norte'))
    killed.child.kill('SIGKILL')
    await killed.exit
    await start({ PADRON_DATA_DIR: dir }).url
    expect(await counts(dir)).toEqual(FLEET)
  })

  it.each([
    ['without the demo', { PADRON_DEMO: '0' }],
    ['where others reach it, as an image is started', { HOST: '0.0.0.0' }],
  ])('starts empty %s', async (_, settings) => {
    const dir = folder()
    const product = start({ PADRON_DATA_DIR: dir, ...settings })
    const url = (await product.url).replace('0.0.0.0', '127.0.0.1')
    await until(async () => product.out().includes('Todavía no hay empresas'))
    expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({ simulated: false })
    expect(await counts(dir)).toEqual([{ companies: 0, vehicles: 0, users: 0 }])
  })
})

describe('with a database server', { timeout: 240_000 }, () => {
  it('lets processes of every role start at once on an empty database; one migrates, one loads the demo, and another takes the portals over', async () => {
    const { url } = inject('postgres')
    const name = `padron_roles_${process.pid}_${Date.now()}` // a second try finds the first one's
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
