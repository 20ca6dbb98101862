// The product as an operator uses it: real processes, real ports, real signals, on an empty installation. The tests
// that load the demo, kill repeatedly, or start every role are in product.drill.test.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runningDatabase } from '../db/embedded/takeover.ts'
import { freshDatabase } from '../testing/database.ts'
import { isDrill } from '../testing/drill.ts'
import {
  counts,
  folder,
  get,
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

describe('with the embedded database', { timeout: 240_000 }, () => {
  it.runIf(isDrill)(
    'starts empty, refuses a second copy, survives kill -9 of its database, and stops in order',
    async () => {
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

      first.child.kill('SIGTERM')
      expect(await first.exit).toBe(0)
      expect(await runningDatabase(join(dir, 'pg'))).toBeUndefined()
    },
  )
})

const ROLES = [
  { role: 'api', calls: { '/api/openapi.json': 200, '/connect/password-key': 404 } },
  { role: 'identity', calls: { '/connect/password-key': 200 } },
  { role: 'worker', calls: { '/api/openapi.json': 404, '/health/ready': 200 } },
]

describe('with a database server', { timeout: 240_000 }, () => {
  it.runIf(isDrill).each(ROLES)('a process of the role $role serves its own calls', async ({ role, calls }) => {
    const { addressOf, drop } = await freshDatabase()
    const { connectionString } = addressOf('padron_owner')
    const env = { DATABASE_URL: connectionString, PADRON_DATA_DIR: folder(), PADRON_DEMO: '0' }
    const { child, exit, url } = start({ ...env, PADRON_ROLE: role })
    const answers = Object.keys(calls).map(async (path) => [path, await get(`${await url}${path}`)] as const)
    expect(Object.fromEntries(await Promise.all(answers))).toEqual(calls)
    if (role === 'api')
      expect(await (await fetch(`${await url}/config.json`)).json()).toMatchObject({ simulated: false })
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    await drop()
  })
})
