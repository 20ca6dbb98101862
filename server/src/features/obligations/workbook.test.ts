// «Exportar» of the list: from the request to the workbook, at once and by a job.
import type { QueueItem } from '@padron/contract/queue'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readXlsx, type SheetRow } from '../../files/xlsx/read/reader.ts'
import { isDrill } from '../../testing/drill.ts'
import { owe } from '../../testing/obligations.ts'
import { resultFolder, type TestWorker, testWorker } from '../../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { appBeside } from '../../testing/sign-in/identity.ts'

let server: TestServer
let app: FastifyInstance
let company: Company
let who: Somebody
let ids: number[]
let worker: TestWorker
const { files, remove } = resultFolder()
const clock = () => new Date('2026-11-21T18:00:00Z')

beforeAll(async () => {
  server = await testServer(clock)
  app = await appBeside(server.db, { stores: { files }, now: clock })
  company = await server.company('norte')
  who = await server.somebody(company, 'lee', ['vehicles_read', 'documents_read', 'queue_read'])
  ids = await server.vehicles(company, [
    { plate: 'BBB222B', columns: { rfc_name: '=1+1' } },
    { plate: 'AAA111A', columns: { rfc_name: 'Ázteca' } },
  ])
  await owe(server, company, [
    { vehicleId: ids[0] ?? 0, key: 'p:1', dueOn: '2026-11-20', kind: 'payment', amount: 100.5 },
    { vehicleId: ids[0] ?? 0, key: 'd:1', dueOn: '2026-11-30', kind: 'document', title: 'Permiso' },
    { vehicleId: ids[1] ?? 0, key: 'r:1', dueOn: '2026-11-25' },
    { vehicleId: ids[1] ?? 0, key: 'r:2', dueOn: '2026-12-01' },
  ])
  worker = await testWorker(server, files)
})
afterAll(async () => {
  await worker.stop()
  await app.close()
  await server.stop()
  remove()
})

const call = (as: Somebody, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${as.token}` }, ...(payload ? { payload } : {}) })
type Ordered = { totalCount: number; fileUrl: string | null; queueItemId: string | null; title: string }
const order = async (payload: object, as = who) => {
  const reply = await call(as, 'POST', '/api/v2/obligations/workbook', payload)
  return { status: reply.statusCode, body: reply.json<Ordered>() }
}
const rowsAt = async (url: string) => {
  const reply = await app.inject({ url })
  expect(reply.statusCode).toBe(200)
  const rows: SheetRow[] = []
  for await (const row of readXlsx(reply.rawPayload, 'Vencimientos')) rows.push(row)
  return rows.map(({ cells }) => cells)
}
const book = async (payload: object, as = who) => rowsAt((await order(payload, as)).body.fileUrl ?? '')
const HEADING = 'Fecha'
const tableOf = (rows: Awaited<ReturnType<typeof rowsAt>>) => {
  const at = rows.findIndex(([first]) => first === HEADING)
  return { above: rows.slice(0, at).map(([text]) => text), rows: rows.slice(at + 1) }
}

it('the workbook has the rows, groups and filters of the list, and states them above the table', async () => {
  const { above, rows } = tableOf(await book({ month: '2026-11', groupBy: 'holder', kinds: 'insurance,payment' }))
  expect(above).toEqual([
    'Vencimientos: noviembre de 2026',
    'norte · al 21/11/2026',
    'Tipos: Seguro, Línea de captura',
    'Agrupados por razón social',
  ])
  expect(rows.map((cells) => [cells[2], cells[5], cells[1], cells[10]])).toEqual([
    ['BBB222B', '=1+1', '-1', '100.5'],
    ['AAA111A', 'Ázteca', '4', ''],
  ])
  const found = tableOf(await book({ month: '2026-11', search: 'azteca' }))
  expect(found.rows.map((cells) => cells[2])).toEqual(['AAA111A'])
  expect(tableOf(await book({ overdue: 'true' })).rows).toHaveLength(1)
})

it('the workbook has no documents without permission to read them, and belongs to its company', async () => {
  const other = await server.somebody(company, 'poco', ['vehicles_read'])
  const kinds = async (as: Somebody) => tableOf(await book({ month: '2026-11' }, as)).rows.map((cells) => cells[7])
  expect(await kinds(who)).toContain('Documento')
  expect(await kinds(other)).not.toContain('Documento')
  const stranger = await server.somebody(await server.company('sur'), 'lee', ['vehicles_read'])
  expect((await order({ month: '2026-11' }, stranger)).body.totalCount).toBe(0)
  const { fileUrl } = (await order({ month: '2026-11' })).body
  expect((await app.inject({ url: (fileUrl ?? '').replace(/obligations\/\d+/, 'obligations/999') })).statusCode).toBe(
    404,
  )
})

it.runIf(isDrill)(
  'a workbook above the download’s limit is a job; a user without access to the panel gets an error',
  async () => {
    const many = Array.from({ length: 10_001 }, (_, i) => ({
      vehicleId: ids[0] ?? 0,
      key: `m:${i}`,
      dueOn: '2027-03-02',
    }))
    await owe(server, company, many)
    const { body } = await order({ month: '2027-03', groupBy: 'kind' })
    expect(body).toMatchObject({ totalCount: 10_001, fileUrl: null })
    await worker.ended(body.queueItemId ?? '')
    const reply = await call(who, 'GET', '/api/v2/getQueueItems')
    const [item] = reply.json<{ queueInformation: { queueList: QueueItem[] } }>().queueInformation.queueList
    expect(item).toMatchObject({ queueName: 'Vencimientos', queueDescription: 'Archivo de 10,001 vencimientos' })
    expect(tableOf(await rowsAt(item?.fileUrl ?? '')).rows).toHaveLength(10_001)

    // A user who sees only the other vehicle, in another state, gets only its dates in the file.
    const part = await server.somebody(company, 'parte', ['vehicles_read', 'queue_read'])
    await server.db.system.query('update vehicle set state_id = 9 where vehicle_id = $1', [ids[1]])
    await owe(server, company, [...many, ...many.map((row) => ({ ...row, vehicleId: ids[1] ?? 0 }))])
    await server.db.system.query(`update app_user set vehicle_scope = '{"states":[9]}' where user_id = $1`, [
      part.userId,
    ])
    const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
    await owner.connect()
    await owner.query('analyze') // as autovacuum does after a while
    await owner.end()
    const theirs = await order({ month: '2027-03', groupBy: 'kind' }, part)
    expect(theirs.body).toMatchObject({ totalCount: 10_001, fileUrl: null })
    await worker.ended(theirs.body.queueItemId ?? '')
    const panel = await call(part, 'GET', '/api/v2/getQueueItems')
    const [own, ...others] = panel.json<{ queueInformation: { queueList: QueueItem[] } }>().queueInformation.queueList
    expect(others).toEqual([])
    const plates = (await rowsAt(own?.fileUrl ?? '')).flat().filter((cell) => /^[AB]{3}\d{3}[AB]$/.test(String(cell)))
    expect([plates.length, new Set(plates)]).toEqual([10_001, new Set(['AAA111A'])])

    const unable = await server.somebody(company, 'sinpanel', ['vehicles_read'])
    const refused = await order({ month: '2027-03' }, unable)
    expect([refused.status, refused.body.title]).toEqual([422, expect.stringContaining('panel de trabajos')])
  },
)
