// A client that cancels («Cancelar») while its file is checked, over real connections: the check stops at any stage,
// nothing of it is stored, and the next file is accepted at once.
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
/** @returns a function that closes the connection and waits until the server has seen it */
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
/** Number of checks that wait for the table lock held by the test. */
const waiting = async (): Promise<number | null> => {
  const { rowCount } = await server.db.workbooks.query(
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
  ['before the file is read', 'vehicle'],
  ['while the rows are stored', 'vehicle_import_row'],
])('a client that disconnects %s stops the check; no file and no import is stored', async (_, table) => {
  await holding(table, async () => {
    const cancel = begin()
    await expect.poll(waiting, PATIENT).toBe(1)
    await cancel()
    // The table is still locked, so only the check's own cancellation can have ended it.
    await expect.poll(waiting, PATIENT).toBe(0)
  })
  await expect.poll(stored, PATIENT).toEqual([])
  expect(await recent()).toEqual([])
})

test('the next file is accepted while the cancelled check is still ending', async () => {
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
