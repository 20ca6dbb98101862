// How an import's job ends outside its own run: the email of an undo that failed half way, and cancelling an import
// that is already applied.
import { randomUUID } from 'node:crypto'
import type { Import } from '@padron/contract/imports'
import { templateKind } from '@padron/contract/template/kinds'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { asTenant } from '../../../db/client.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { type JobRun, JobStopped } from '../../../jobs/job.ts'
import { noMailbox } from '../../../mail/mailbox.ts'
import { resultFolder, type TestWorker, testWorker } from '../../../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer, vinFor } from '../../../testing/server.ts'
import { deleteExpiredImports } from '../delete-expired.ts'
import { ANA, applyStaged, type RowInput, stageImport } from '../testing/staged.ts'
import { undoImport } from '../undo/undo.ts'

let server: TestServer
let company: Company
let main: Somebody
let worker: TestWorker | undefined
let round = 0
const { files, remove } = resultFolder()
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  await server.stop()
  remove()
})
beforeEach(async () => {
  company = await server.company(`norte${++round}`)
  main = await server.somebody(company, 'admin', ['admin'])
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

const run = (query: string, ...values: unknown[]) => server.db.system.query(query, values)
const newVehicles = (count: number): RowInput[] =>
  Array.from({ length: count }, (_, i) => {
    const plate = `M${String(i).padStart(6, '0')}`
    return { values: { plate, vin: vinFor(plate), stateId: 19 } }
  })
const applied = async (count: number): Promise<string> => {
  const importId = await stageImport(server, company, 'add', newVehicles(count))
  const { firstNew } = await applyStaged(server, company, 'add', importId)
  const counts = { rows: count, new: count, changed: 0, unchanged: 0, refused: 0, warned: 1, omitted: 0 }
  const notes = { errorCount: 0, warningCount: 1, commonNotes: [], otherNotes: 0 }
  const effects = { deactivated: 0, reactivated: 0, replaced: 0, tagged: 0, affected: 0, active: 0 }
  await run(`update vehicle_import set judged = $2 where import_id = $1`, importId, {
    checkId: randomUUID(),
    summary: { fileNotes: [], headings: [], fields: [] },
    totals: { counts, ...notes, ...effects },
    newTags: [],
    newTagCount: 0,
    applied: { created: count, changed: 0, replaced: 0, firstNew },
  })
  return importId
}
/** @param set columns of the queue item that are already set when a worker claims it */
const order = (importId: string, undo: boolean, set: string): Promise<string> =>
  asTenant(
    server.db,
    company.tenantId,
    async (tx) => {
      const payload = { importId, ...(undo ? { undo } : {}) }
      const recipients = ['ana@norte.mx']
      const id = await enqueue(tx, { queueId: templateKind('add').queueId, description: 'Alta', payload, recipients })
      await sql`update vehicle_import set ${sql.raw(undo ? "state = 'undoing', undo_item_id" : 'queue_item_id')} = ${id}
        where import_id = ${importId}`.execute(tx)
      await sql`update queue_item set ${sql.raw(set)} where queue_item_id = ${id}`.execute(tx)
      return id
    },
    ANA,
  )
const end = async (itemId: string) => {
  worker = await testWorker(server, files, { mailbox: { ...noMailbox, configured: true } })
  await worker.ended(itemId)
  const item = await run(
    'select cancelled, success_message as success, error_message as error from queue_item where queue_item_id = $1',
    itemId,
  )
  const emails = await run(`select content from mail where subject_id = $1`, itemId)
  return { ...item.rows[0], emails: emails.rows.map(({ content: { subject, lines } }) => [subject, ...lines]) }
}
const SIXTH_RUN = 'runs = 5'
const INTERRUPTED = 'El trabajo se interrumpió varias veces.'

it('an undo that failed half way says so by email and in its file, and can be finished a week later', async () => {
  const importId = await applied(1_200)
  await run(`update vehicle_import set state = 'undoing' where import_id = $1`, importId)
  const dying = {
    db: server.db,
    item: { tenantId: company.tenantId, itemId: randomUUID(), actor: ANA },
    progress: async () => undefined,
    progressIn: async (_tx: unknown, done: number) => {
      if (done === 1_200) throw new JobStopped('superseded')
    },
  } as unknown as JobRun
  await expect(undoImport(dying, importId)).rejects.toThrow(JobStopped)
  expect(await end(await order(importId, true, SIXTH_RUN))).toMatchObject({
    error: INTERRUPTED,
    emails: [
      [
        'Padrón no terminó de deshacer «Flota norte.xlsx»',
        INTERRUPTED,
        'De 1,200 filas ya se atendieron 1,000; faltan 200. Puede volver a pedirlo desde la misma pantalla: sigue ' +
          'con lo que falta.',
      ],
    ],
  })
  const url = `/api/v2/vehicle/imports/${importId}`
  const read = async () => ((await server.ask(main, { url })).body as { import: Import }).import
  expect(await read()).toMatchObject({ state: 'applied', partlyUndone: { total: 1_200, left: 200 } })
  await run(
    `update vehicle_import
    set applied_at = now() - interval '9 days', created_at = now() - interval '9 days'
    where import_id = $1`,
    importId,
  )
  await deleteExpiredImports(server.db, files, new Date())
  expect(await read()).toMatchObject({ partlyUndone: { total: 1_200, left: 200 }, undoUntil: expect.any(String) })
  const again = await server.ask(main, { method: 'POST', url: `${url}/undo`, payload: {} })
  expect(again.status).toBe(200)
  expect(await read()).toMatchObject({ state: 'undoing', partlyUndone: null })
  await worker?.ended((again.body as { queueItemId: string }).queueItemId)
  expect(await read()).toMatchObject({ state: 'undone', partlyUndone: null, undone: { restored: 1_200, kept: 0 } })
})

it('the email of an undo or an import that failed before its first row says that nothing was done', async () => {
  const undone = await end(await order(await applied(2), true, SIXTH_RUN))
  expect(undone.emails).toEqual([
    ['Padrón no deshizo «Flota norte.xlsx»', `No se deshizo nada del archivo. ${INTERRUPTED}`],
  ])
  await worker?.stop()
  const importId = await stageImport(
    server,
    company,
    'add',
    newVehicles(1).map((row) => ({ ...row, values: { ...row.values, plate: 'ZZZ0001' } })),
  )
  const failed = await end(await order(importId, false, SIXTH_RUN))
  expect(failed.emails).toEqual([
    ['Padrón no aplicó «Flota norte.xlsx»', `No se aplicó nada del archivo. ${INTERRUPTED}`],
  ])
})

const cancel = (id: string) => server.ask(main, { method: 'POST', url: `/api/v2/queueItems/${id}/cancel` })
const offered = async () => {
  const { body } = await server.ask(main, { url: '/api/v2/getQueueItems' })
  const { queueList } = (body as { queueInformation: { queueList: { cancellable: boolean }[] } }).queueInformation
  return queueList.map(({ cancellable }) => cancellable)
}

const linksOf = async (itemId: string) =>
  (await run(`select content->'link' as link from mail where subject_id = $1`, itemId)).rows.map(({ link }) => link)
const toFile = (importId: string) => ({
  text: 'Abrir el archivo en la consola',
  path: `/addVehicles?archivo=${importId}`,
})

it('the email of an undo has a link to its file', async () => {
  const importId = await applied(2)
  const itemId = await order(importId, true, 'runs = 0')
  expect((await end(itemId)).emails).toEqual([
    ['Padrón: Alta', expect.stringMatching(/^.+\.xlsx: 2 vehículos dados de alta se quitaron de la flota\./)],
  ])
  expect(await linksOf(itemId)).toEqual([toFile(importId)])
})

it('an applied import cannot be cancelled: the panel does not offer it, and its job ends with its email', async () => {
  const importId = await applied(2)
  const itemId = await order(importId, false, 'started_at = now(), runs = 1')
  expect(await offered()).toEqual([false])
  expect(await cancel(itemId)).toMatchObject({
    status: 409,
    body: { title: 'Este trabajo ya guardó lo que hace: no se puede cancelar.' },
  })
  // Cancellation requested just before the import was applied, as an older version allowed.
  await run('update queue_item set cancel_asked_at = now() where queue_item_id = $1', itemId)
  const ended = await end(itemId)
  expect(ended).toMatchObject({ cancelled: false, error: null })
  expect(ended.emails[0]).toEqual([
    'Padrón: Alta',
    '2 vehículos dados de alta.',
    expect.stringMatching(/^Archivo «.+\.xlsx» de .+, aplicado por .+\.$/),
    '2 filas: 2 nuevas; 1 con advertencias.',
    'Se puede deshacer durante 7 días desde la misma pantalla en que se envió.',
  ])
  expect(await linksOf(itemId)).toEqual([toFile(importId)])
})

it('the email of an applied import says that it was applied, even if its job failed afterwards', async () => {
  const { emails } = await end(await order(await applied(2), false, SIXTH_RUN))
  expect(emails).toEqual([
    [
      'Padrón aplicó «Flota norte.xlsx», con una falla al final',
      `Se aplicó todo el archivo; falta preparar la consulta a las fuentes, que sigue después. ${INTERRUPTED}`,
    ],
  ])
})

it('an import that is not applied yet can be cancelled, and then nothing is written', async () => {
  const importId = await stageImport(server, company, 'add', newVehicles(2))
  const itemId = await order(importId, false, 'started_at = now(), runs = 1')
  expect(await offered()).toEqual([true])
  expect((await cancel(itemId)).status).toBe(200)
  expect(await end(itemId)).toMatchObject({ cancelled: true, success: null, emails: [] })
  expect((await run('select from vehicle where tenant_id = $1', company.tenantId)).rowCount).toBe(0)
})

it('an import of a fleet tells the planner of its vehicles and their checks', async () => {
  const importId = await applied(1_200)
  expect(await end(await order(importId, false, 'runs = 0'))).toMatchObject({ error: null })
  const { rows } = await run(`
    select relname as name
    from pg_stat_user_tables
    where relname in ('vehicle', 'vehicle_resource', 'due_check') and analyze_count > 0
    order by 1`)
  expect(rows.map(({ name }) => name)).toEqual(['due_check', 'vehicle', 'vehicle_resource'])
})
