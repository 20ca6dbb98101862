// «Cancelar» while a file is checked, over real connections: the check ends wherever it is, nothing is left of it,
// and the next file is taken at once.
import { readdirSync } from 'node:fs'
import type { Import } from '@padron/contract/imports'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../../../testing/attacks/raw-http.ts'
import { bookOf, formOf } from '../../../testing/files/workbooks.ts'
import { resultFolder } from '../../../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { appBeside } from '../../../testing/sign-in/identity.ts'

let server: TestServer
let app: FastifyInstance
let port: number
let company: Company
let ana: Somebody
let file: Buffer
const { files, folder, remove } = resultFolder()

beforeAll(async () => {
  server = await testServer()
  app = await appBeside(server.db, { stores: { files } })
  port = await listen(app)
  company = await server.company('norte')
  ana = await server.somebody(company, 'ana', ['admin'])
  const [id = 0] = await server.vehicles(company, [{ plate: 'AAA111A' }])
  file = await bookOf([
    ['ID', 'Color'],
    [id, 'ROJO'],
  ])
})
afterAll(async () => {
  await app.close()
  await server.stop()
  remove()
})

const PATIENT = { timeout: 20_000 }
const authorization = () => `Bearer ${ana.token}`
const send = async (signal?: AbortSignal): Promise<number> => {
  const { payload, headers } = formOf({ file, fields: { preview: 'true', notifyTo: 'ana@ejemplo.mx' } })
  const url = `http://127.0.0.1:${port}/api/v2/vehicle/editTemplate/`
  const sent = { method: 'POST', body: payload, headers: { ...headers, authorization: authorization() } }
  return (await fetch(url, { ...sent, ...(signal ? { signal } : {}) })).status
}
/** @returns what closes its connection, and waits until the server has seen it */
const begin = (): (() => Promise<void>) => {
  const sending = new AbortController()
  void send(sending.signal).catch(() => undefined)
  return async () => {
    sending.abort()
    await expect.poll(connections, PATIENT).toBe(0)
  }
}
const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
const recent = async (): Promise<Import[]> => {
  const { body } = await server.ask(ana, { url: '/api/v2/vehicle/imports?kind=edit' })
  return (body as { imports: Import[] }).imports
}
const stored = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
/** The checks that wait for what the test holds. */
const waiting = async (): Promise<number | null> => {
  const { rowCount } = await server.db.checks.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
  )
  return rowCount
}
const holding = async (table: string, work: () => Promise<void>): Promise<void> => {
  const holder = await server.db.system.connect()
  try {
    await holder.query('begin')
    await holder.query(`lock table ${table} in access exclusive mode`)
    await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

test.each([
  ['before it is read', 'vehicle'],
  ['while its rows are kept', 'vehicle_import_row'],
])('%s: the check ends, and nothing is left', async (_, table) => {
  await holding(table, async () => {
    const cancel = begin()
    await expect.poll(waiting, PATIENT).toBe(1)
    await cancel()
    // What it waits for is still held: only its own end lets it go.
    await expect.poll(waiting, PATIENT).toBe(0)
  })
  await expect.poll(stored, PATIENT).toEqual([])
  expect(await recent()).toEqual([])
})

test('the next file is taken while the cancelled check still ends', async () => {
  let next: Promise<number> | undefined
  await holding('vehicle', async () => {
    const cancel = begin()
    await expect.poll(waiting, PATIENT).toBe(1)
    await cancel()
    next = send()
    await expect.poll(waiting, PATIENT).toBe(1)
  })
  expect(await next).toBe(200)
  expect(await recent()).toHaveLength(1)
  expect(stored()).toHaveLength(1)
})
