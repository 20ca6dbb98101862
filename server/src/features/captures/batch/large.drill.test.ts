// Five thousand rows with five thousand proofs, in bounded memory. Prints how long checking and applying take: about a
// minute each on a dedicated machine.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSystem } from '../../../db/client.ts'
import { readPdfText } from '../../../files/pdf/read-text.ts'
import { plainPdf } from '../../../testing/files/plain-pdf.ts'
import { resultFolder, type TestWorker, testWorker } from '../../../testing/processes/worker.ts'
import { type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { batchCalls, zipOf } from './testing/batches.ts'

const COUNT = 5_000
const GROWTH_MB = 300
const MB = 1_048_576

let server: TestServer
let worker: TestWorker
let who: Somebody
let portal = ''
const plates = Array.from({ length: COUNT }, (_, i) => `LIB${String(i).padStart(4, '0')}`)
const results = resultFolder()

beforeAll(async () => {
  server = await testServer()
  worker = await testWorker(server, results.files)
  const company = await server.company('grande')
  who = await server.somebody(company, 'captura', ['processing_admin', 'vehicles_read'])
  for (let from = 0; from < COUNT; from += 500)
    await server.vehicles(
      company,
      plates.slice(from, from + 500).map((plate) => ({ plate, vin: `3N1CN8AE1RL${plate.slice(1)}` })),
    )
  const { rows } = await asSystem(server.db, (tx) =>
    sql<{ name: string }>`
      select portal_name as name from portal join resource using (portal_key) where resource_id = 1900`.execute(tx),
  )
  portal = rows[0]?.name ?? ''
}, 300_000)
afterAll(async () => {
  await worker.stop()
  await server.stop()
  results.remove()
})

it('five thousand rows and proofs are checked and applied in bounded memory', async () => {
  const { send, proofs, apply, read } = batchCalls(server, () => who)
  const seenAt = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const rows = plates.map((plate, i) => ({
    plate,
    portal,
    seenAt,
    't0.description': 'Tenencia 2026',
    't0.total': 1_000 + i,
    't1.status': 'Sin adeudo',
    't6.status': 'Sin adeudo',
    't8.description': 'Refrendo 2026',
    't8.total': 200,
    't10.status': 'Sin adeudo',
  }))
  const text = (plate: string) => [{ text: `Placa: ${plate}`, at: [50, 700] as [number, number] }]
  const zip = await zipOf(Object.fromEntries(plates.map((plate) => [`${plate}.pdf`, plainPdf([text(plate)])])))
  await readPdfText(plainPdf([text('LIB0000')])) // starts the PDF text thread before measuring
  let peak = 0
  const before = process.memoryUsage().rss
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  const start = performance.now()
  const { batch } = await send(rows)
  const sent = performance.now()
  const looked = await proofs(batch.batchId, zip)
  const seen = performance.now()
  expect(looked.batch).toMatchObject({ statements: COUNT, proofs: COUNT, refusedRows: 0, refusedProofs: 0 })
  expect((await apply(batch.batchId)).status).toBe(200)
  const { rows: job } = await server.db.system.query('select queue_item_id as id from capture_batch')
  await worker.ended(job[0].id)
  const done = performance.now()
  clearInterval(timer)
  const growth = (peak - before) / MB
  const seconds = (from: number, to: number) => Math.round((to - from) / 100) / 10
  process.stdout.write(
    `book ${seconds(start, sent)} s, proofs ${seconds(sent, seen)} s, apply ${seconds(seen, done)} s, ` +
      `memory +${Math.round(growth)} MB\n`,
  )
  expect(await read(batch.batchId)).toMatchObject({ state: 'applied', message: '5,000 estados de cuenta guardados.' })
  expect(growth).toBeLessThan(GROWTH_MB)
}, 600_000)
