// The product as an operator meets it: real processes, real ports, real signals, on an empty installation. Those that
// load the demo, or kill again and again, are in product.drill.test.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runningDatabase } from '../db/embedded-takeover.ts'
import { freshDatabase } from '../testing/database.ts'
import { counts, folder, get, removeFolders, serverOf, start, stopProducts, until } from '../testing/product-process.ts'
import { buildConsole } from './web-build.ts'

beforeAll(() => buildConsole(), 240_000) // the first start would, and whatever it is to show would wait for it
afterEach(stopProducts)
afterAll(removeFolders)

describe('with the embedded database', { timeout: 240_000 }, () => {
  it('starts empty, refuses a second copy, survives kill -9 of itself and of its database, and stops in order', async () => {
    const dir = folder()
    const first = start({ PADRON_DATA_DIR: dir, HOST: '0.0.0.0' })
    const url = (await first.url).replace('0.0.0.0', '127.0.0.1')
    expect(await get(`${url}/health/live`)).toBe(200)
    expect(await get(`${url}/health/ready`)).toBe(200)
    expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({
      identityUrl: url,
      apiUrl: url,
      clientId: expect.any(String),
      simulated: false,
      mail: false,
    })
    expect(await (await fetch(url)).text()).not.toContain('jsx-dev-runtime') // this runner's NODE_ENV is `test`
    await until(async () => first.out().includes('Todavía no hay empresas'))
    expect(await counts(dir)).toEqual([{ companies: 0, vehicles: 0, users: 0 }])

    const second = start({ PADRON_DATA_DIR: dir })
    expect(await second.exit).toBe(1)
    expect(second.out()).toContain(`Otra copia de Padrón (proceso ${serverOf(first)}) ya usa ${dir}`)
    expect(await get(`${url}/health/ready`)).toBe(200)

    const postmaster = () => Number(readFileSync(join(dir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
    const killed = postmaster()
    process.kill(killed, 'SIGKILL')
    await until(async () => postmaster() !== killed && (await counts(dir)).length === 1)
    await until(async () => (await get(`${url}/health/ready`)) === 200)

    first.child.kill('SIGKILL')
    await first.exit
    const again = start({ PADRON_DATA_DIR: dir, PADRON_DEMO: '0' })
    expect(await get(`${await again.url}/health/ready`)).toBe(200)
    again.child.kill('SIGTERM')
    expect(await again.exit).toBe(0)
    expect(await runningDatabase(join(dir, 'pg'))).toBeUndefined()
  })
})

describe('with a database server', { timeout: 240_000 }, () => {
  it('a process of each role serves its own calls', async () => {
    const { addressOf, drop } = await freshDatabase()
    const { connectionString } = addressOf('padron_owner')
    const env = { DATABASE_URL: connectionString, PADRON_DATA_DIR: folder(), PADRON_DEMO: '0' }
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
    await drop()
  })
})
