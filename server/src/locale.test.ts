// The number format of texts for a company of Colombia: in a call's validation, in the thread that reads its workbook,
// in a job, and in an email. A company of Mexico makes the same calls at the same time.
import type { Country } from '@padron/contract/places/countries'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asTenant } from './db/client.ts'
import { LIMITS } from './files/xlsx/read/limits.ts'
import { readEmailBranding } from './mail/branding.ts'
import { emailParts } from './mail/email-parts.ts'
import { isDrill } from './testing/drill.ts'
import { bookOf, send } from './testing/files/workbooks.ts'
import { resultFolder, type TestWorker, testWorker } from './testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from './testing/server.ts'

const SIZE = 1_100
let server: TestServer
let worker: TestWorker
const results = resultFolder()
type Side = { country: Country; company: Company; admin: Somebody }
let bogota: Side
let norte: Side

beforeAll(async () => {
  server = await testServer()
  worker = await testWorker(server, results.files)
  const sideOf = async (name: string, country: Country): Promise<Side> => {
    const company = await server.company(name, country)
    return { country, company, admin: await server.somebody(company, 'ana', ['admin']) }
  }
  bogota = await sideOf('bogota', 'CO')
  norte = await sideOf('norte', 'MX')
})
afterAll(async () => {
  await worker.stop()
  await server.stop()
  results.remove()
})

const both = <T>(ask: (side: Side) => Promise<T>): Promise<[T, T]> => Promise.all([ask(bogota), ask(norte)])
const textOf = ({ body }: { body: unknown }): string => JSON.stringify(body)

it('the error of a call has the numbers of the company’s country', async () => {
  const payload = {
    documentType: { DocumentTypeName: 'Factura' },
    fields: [{ FieldName: 'Folio', DocumentDataTypeId: 0, FieldRegex: '(a{9}){999}' }],
  }
  const [there, here] = await both(({ admin }) =>
    server.ask(admin, { method: 'POST', url: '/api/v2/documentType', payload }),
  )
  expect(textOf(there)).toContain('pasa de 1.000 pasos')
  expect(textOf(here)).toContain('pasa de 1,000 pasos')
})

it('the errors of a workbook that a thread reads have them too', async () => {
  const [there, here] = await both(async ({ country, admin }) => {
    const [where, state] = country === 'CO' ? ['Departamento', 'Antioquia'] : ['Estado', 'Nuevo León']
    const rows = Array.from({ length: SIZE }, (_, i) => [`ABC${i}`, '', state, 'Expansión', i])
    const file = await bookOf([['Placa', 'VIN', where, 'Motivo de alta', 'Identificador'], ...rows])
    return send(server, admin, 'uploadTemplate', { file, fields: { preview: 'true' } })
  })
  expect(textOf(there)).toContain('En 1.100 filas es un número')
  expect(textOf(here)).toContain('En 1,100 filas es un número')
})

it('a limit that a file exceeds has them too', async () => {
  const [there, here] = await both(({ country, admin }) => {
    const where = country === 'CO' ? 'Departamento' : 'Estado'
    const file = Buffer.from(`Placa,VIN,${where},Motivo de alta\n${'A,,,\n'.repeat(LIMITS.rows)}`)
    return send(server, admin, 'uploadTemplate', { file, fileName: 'flota.csv', fields: { preview: 'true' } })
  })
  expect(textOf(there)).toContain('El archivo tiene más de 100.000 filas')
  expect(textOf(here)).toContain('El archivo tiene más de 100,000 filas')
})

it.runIf(isDrill)('the result of a job has them too', async () => {
  const [there, here] = await both(async ({ company, admin }) => {
    await server.vehicles(
      company,
      Array.from({ length: SIZE }, (_, i) => ({ plate: `FLT${i}` })),
    )
    const payload = { confirmation: 'BORRAR TODO' }
    const { body } = await server.ask(admin, { method: 'DELETE', url: '/api/v2/vehicleAsset', payload })
    const { queueItemId } = body as { queueItemId: string }
    await worker.ended(queueItemId)
    const { rows } = await server.db.system.query<{ message: string }>(
      'select success_message as message from queue_item where queue_item_id = $1',
      [queueItemId],
    )
    return rows[0]?.message
  })
  expect(there).toMatch(/^1\.100 vehículos borrados/)
  expect(here).toMatch(/^1,100 vehículos borrados/)
})

it('an email has them too', async () => {
  const file = {
    fileId: 'a',
    name: 'a.xlsx',
    path: '/files/letters/1/a',
    type: 'x/y',
    size: 2.5 * 1024 ** 2,
    until: '2026-12-22T02:00:00Z',
  }
  const content = { subject: 'x', lines: ['x'], company: true as const, files: [file] }
  const [there, here] = await both(async ({ company }) => {
    const branding = await asTenant(server.db, company.tenantId, (tx) => readEmailBranding(tx, company.tenantId))
    return emailParts(content, branding, { addressOf: (path) => path, picture: 'cid' }).files[0]?.note
  })
  expect(there).toContain('2,5 MB')
  expect(here).toContain('2.5 MB')
})
