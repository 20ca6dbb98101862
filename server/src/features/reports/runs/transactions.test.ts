// Slow work runs without a transaction: files are stored and PDFs are written after the data is read.
import { beforeEach, expect, it } from 'vitest'
import { asTenant } from '../../../db/client.ts'
import type { FileStore } from '../../../files/contents/file-store.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { runItem } from '../../../jobs/run-item.ts'
import { noMailbox } from '../../../mail/mailbox.ts'
import type { Company, TestServer } from '../../../testing/server.ts'
import { vehiclesReport } from '../../exports/vehicles-report.job.ts'
import { addReport, log } from '../testing/reports.ts'
import { startRounds } from '../testing/rounds.ts'
import { scheduledReports } from './run.job.ts'

let server: TestServer
let company: Company
const { of, enqueueDue, runHere, outcomesOf } = startRounds()
beforeEach(async () => {
  ;({ server, company } = of)
  await server.vehicles(company, [{ plate: 'NLA100A' }])
})

/** Bulk connections in use. */
const held = (): number => server.db.bulk.totalCount - server.db.bulk.idleCount
/** Records how many are in use when a file begins; while the complete file is stored there must be none. */
const watching = (store: FileStore, seen: number[]): FileStore => ({
  ...store,
  write: async (id, at, fill) => {
    seen.push(held())
    const written = await store.write(id, at, fill)
    await expect.poll(held).toBe(0)
    return written
  },
})

it.each(['debts', 'vehicles', 'expiries', 'changes'])(
  'a file of kind %s is read in one transaction, and stored after it',
  async (kind) => {
    await addReport(server, company, { kind })
    const itemId = await enqueueDue()
    const seen: number[] = []
    await runHere(itemId, scheduledReports, undefined, watching(server.emailFiles, seen))
    expect(seen).toEqual([1])
    expect(await outcomesOf(itemId)).toEqual([['Adeudos', 'sent']])
  },
)

it('PDFs are written after the transaction that reads the list of vehicles', async () => {
  await addReport(server, company, { kind: 'sheets' })
  const itemId = await enqueueDue()
  const seen: number[] = []
  await runHere(itemId, scheduledReports, undefined, watching(server.emailFiles, seen))
  expect(seen).toEqual([0])
  expect(await outcomesOf(itemId)).toEqual([['Adeudos', 'sent']])
})

it('a workbook of vehicles requested by a user is stored after its transaction', async () => {
  const payload = { query: { vehicleClass: {} }, sort: {} }
  const itemId = await asTenant(server.db, company.tenantId, (tx) =>
    enqueue(tx, { queueId: 5, description: 'x', payload }),
  )
  const files = watching(of.files, [])
  const tools = {
    db: server.db,
    files,
    emailFiles: server.emailFiles,
    mailbox: noMailbox,
    log,
    now: () => new Date(),
  }
  const item = { tenantId: company.tenantId, itemId }
  await runItem({ ...tools, kinds: new Map([[5, vehiclesReport]]) }, item, new AbortController().signal)
  const { rows } = await server.db.system.query(
    'select success_message as message from queue_item where queue_item_id = $1',
    [itemId],
  )
  expect(rows).toEqual([{ message: expect.stringContaining('El reporte está listo: 1 vehículo') }])
})
