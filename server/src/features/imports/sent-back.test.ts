// An export sent back to «Edición de vehículos» as it is changes nothing: every kind of export, fleets with unusual
// texts and tags that the forms accept, and in the drills every fleet of the demo.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Uploaded } from '@padron/contract/imports'
import type { Country } from '@padron/contract/places/countries'
import { categoryFault, storedCategory, storedTag, tagFault } from '@padron/contract/tags'
import { VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import { readVehicleForm } from '@padron/contract/vehicles/rules'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asSystem, snapshotAsTenant, type Tx } from '../../db/client.ts'
import { loadDemo } from '../../demo/load.ts'
import { diskContents } from '../../files/contents/disk-contents.ts'
import { fileStore } from '../../files/contents/file-store.ts'
import { VEHICLE_COLUMNS } from '../../fleet/fields.ts'
import { reportColumns } from '../../fleet/workbook/columns.ts'
import { writeFleetWorkbook } from '../../fleet/workbook/fleet-workbook.ts'
import { isDrill, someCases } from '../../testing/drill.ts'
import { send } from '../../testing/files/workbooks.ts'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { composeReport } from '../reports/content/compose-report.ts'
import { loadReportContext } from '../reports/content/load-report-context.ts'

const FLEETS = isDrill ? ['norte', 'sureste', 'andina'] : ['documentos']
type Person = Somebody & { country: Country }
let server: TestServer
const people = new Map<string, Person>()
const folder = mkdtempSync(join(tmpdir(), 'padron-demo-'))
const person = (name: string) => people.get(name) as Person
const addPerson = async (name: string, tenantId: number, country: Country) => {
  const roles = ['vehicles_report', 'tags_admin', 'masive_edit'] as const
  people.set(name, { ...(await server.somebody({ tenantId, name }, 'devuelve', roles)), country })
}

const addDemo = async () => {
  const documents = {
    tools: {
      contents: diskContents(join(folder, 'documents')),
      scan: async () => 'unchecked' as const,
      quotaBytes: 1e9,
    },
    room: { folder: join(folder, 'incoming'), bytes: 1e8 },
    evidence: fileStore(join(folder, 'evidence')),
  }
  await loadDemo(server.db, { simulatorUrl: 'http://localhost:9', documents, log: () => undefined })
  const { rows } = await server.db.system.query<{ name: string; id: number; country: Country }>(
    'select short_name as name, tenant_id as id, country from company',
  )
  for (const { name, id, country } of rows) await addPerson(name, id, country)
}

beforeAll(async () => {
  server = await testServer()
  if (isDrill) await addDemo()
  await addPerson('raros', (await server.company('raros')).tenantId, 'MX')
  const documents = await server.company('documentos', 'CO')
  await addPerson('documentos', documents.tenantId, 'CO')
  const holders = [
    '900123456-8',
    '1018464851-9',
    '12345',
    'CC 51234567',
    'CE 123456',
    'PA AB12345',
    'PPT 1234567',
    'NIT 1018464851-9',
  ]
  await server.vehicles(
    documents,
    holders.map((holder, i) => ({ plate: `DOC10${i}`, stateId: 1011, columns: { tax_identifier: holder } })),
  )
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ACTIVE = { vehicleClass: { assetHistoric: { assetStatusId: 1 } } }
const ALL = { vehicleClass: {} }
/** Inactive vehicles, replaced ones too; their plates may now belong to other vehicles. */
const GONE = { vehicleClass: { assetHistoric: { assetStatusId: [3, 8, 9] } } }
const NAMED_BY_PLATE = { columns: [{ key: 'plate' }, { key: 'tags' }, { key: 'assetStatusId' }] }
const everyColumn = (name: string) => ({
  columns: [...new Set(reportColumns(person(name).country).map(({ key }) => key))].map((key) => ({ key })),
})

const download = async (name: string, url: string, payload: object): Promise<Buffer> => {
  const { status, body } = await server.ask(person(name), { method: 'POST', url: `/api/v2/${url}`, payload })
  expect(status, JSON.stringify(body)).toBe(200)
  return (await server.ask(undefined, { url: (body as { fileUrl: string }).fileUrl })).bytes
}
const collectFile = async (name: string, write: (tx: Tx, into: PassThrough) => Promise<unknown>): Promise<Buffer> => {
  const into = new PassThrough()
  const done = snapshotAsTenant(server.db, person(name).tenantId, async (tx) => {
    return write(tx, into)
  })
  return (await Promise.all([done, buffer(into)]))[1]
}
/** As the job of «Generar Reporte» writes it. */
const report = (name: string, more: object): Promise<Buffer> => {
  const at = new Date()
  const request = { query: ALL, sort: {}, withTags: true, who: 'x', at, readAt: at, ...more }
  return collectFile(name, (tx, into) => writeFleetWorkbook(tx, person(name).tenantId, request, into))
}
/** What a scheduled report sends. */
const scheduled = (name: string, kind: 'debts' | 'vehicles' | 'expiries' | 'changes'): Promise<Buffer> =>
  collectFile(name, async (tx, into) => {
    const by = {
      tools: { db: server.db, now: () => new Date() },
      roles: new Set(['tags_read', 'documents_read'] as const),
      who: 'x',
      at: new Date(),
    }
    const context = await loadReportContext(
      tx,
      person(name).tenantId,
      { name: 'Semanal', viewId: null, filter: {}, changesFrom: '2020-01-01' },
      by,
    )
    const { file } = await composeReport(kind, 'send', context)
    await file?.write(into, async () => undefined)
  })

type Export = (name: string) => Promise<Buffer>
const EXPORTS: Readonly<Record<string, Export>> = {
  'Generar Reporte': (name) => report(name, { query: ACTIVE }),
  'Generar Reporte de toda la flota, con todas las columnas': (name) => report(name, everyColumn(name)),
  'Descargar vista': (name) => download(name, 'vehiclesDownload', ACTIVE),
  'Descargar vista de toda la flota, con todas las columnas': (name) =>
    download(name, 'vehiclesDownload', { ...ALL, ...everyColumn(name) }),
  'Descargar vista de los dados de baja, sin el VIN': (name) =>
    download(name, 'vehiclesDownload', { ...GONE, ...NAMED_BY_PLATE }),
  'plantilla de edición': (name) => download(name, 'vehicle/generateEditionTemplate', ALL),
  'reporte programado de vehículos': (name) => scheduled(name, 'vehicles'),
  'reporte programado de adeudos': (name) => scheduled(name, 'debts'),
}
const sendBack = async (name: string, file: Buffer) => {
  const { status, body } = await send(server, person(name), 'editTemplate', { file, fields: { preview: 'true' } })
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as Uploaded).import
}

describe.each(FLEETS.map((name, place) => [name, place] as const))(
  'an export of the fleet %s, sent back,',
  (name, place) => {
    test.each(someCases(Object.entries(EXPORTS), 3, place))('changes nothing: %s', async (_, make) => {
      const { counts, commonNotes } = await sendBack(name, await make(name))
      expect([commonNotes, counts]).toEqual([[], expect.objectContaining({ changed: 0, refused: 0, warned: 0 })])
      expect(counts.rows).toBeGreaterThan(3)
    })

    test.each(someCases(['expiries', 'changes'] as const, 1, place))(
      'changes nothing if it is not a list of vehicles: %s',
      async (kind) => {
        const { counts } = await sendBack(name, await scheduled(name, kind))
        expect(counts.changed).toBe(0)
      },
    )
  },
)

const HOLDER_EXPORTS = ['Generar Reporte', 'Descargar vista', 'plantilla de edición', 'reporte programado de vehículos']
test.each(someCases(HOLDER_EXPORTS, 2, 0))(
  'every kind of holder document is unchanged when it is sent back: %s',
  async (kind) => {
    const { counts } = await sendBack('documentos', (await EXPORTS[kind]?.('documentos')) as Buffer)
    expect(counts).toMatchObject({ rows: 8, unchanged: 8, changed: 0, refused: 0, warned: 0 })
  },
)

// What the forms accept, except the two texts with a meaning in a workbook: «(vaciar)» and a formula's error.
const word = fc.constantFrom(
  '=1+1',
  '+52',
  '-1',
  '@SUM(A1)',
  '0012345',
  '12345678901234567890',
  '1E5',
  '31/12/2024',
  '2024-02-29',
  'Ñandú',
  'a\nb',
  'c\td',
  '"',
  "'",
  ',',
  ':',
  'x  y',
  'N\u0303',
  '_x000D_',
  '&amp;',
  '<b>',
  '\r',
  'VERDADERO',
  '😀',
  '#',
)
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const TEXTS = VEHICLE_FIELDS.flatMap(({ field, kind }) =>
  kind === 'text' && !['plate', 'vin', 'taxIdentifier', 'customId'].includes(field) ? [field] : [],
)
const day = fc
  .integer({ min: -25_566, max: 47_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
const tag = fc
  .record({ category: text, name: text })
  .filter(({ category, name }) => categoryFault(category) === undefined && tagFault(name) === undefined)
  .map(({ category, name }) => ({ category: storedCategory(category), name: storedTag(name) }))
const vehicle = fc.record({
  texts: fc.dictionary(fc.constantFrom(...TEXTS, 'plateDate', 'registrationDate', 'year', 'doors'), text, {
    maxKeys: 12,
  }),
  plateDate: day,
  year: fc.integer({ min: 1950, max: 2028 }),
  customId: fc.constantFrom('=1', '00', '+1E5', '@', '31/12/2024', '12345678901234567890', "'", ','),
  status: fc.constantFrom(1, 0, 2, 8),
  tags: fc.array(tag, { maxLength: 5 }),
})
type Odd = typeof vehicle extends fc.Arbitrary<infer V> ? V : never

const keep = async (fleet: readonly Odd[]): Promise<void> => {
  const { tenantId } = person('raros')
  await asSystem(server.db, async (tx) => {
    await sql`delete from vehicle where tenant_id = ${tenantId}`.execute(tx)
    await sql`delete from tag_category where tenant_id = ${tenantId}`.execute(tx)
    for (const [i, { texts, plateDate, year, customId, status, tags }] of fleet.entries()) {
      const { values } = readVehicleForm(
        { ...texts, plateDate, year: `${year}` },
        { country: 'MX', thisYear: 2026, mode: 'edit' },
      )
      const columns = Object.fromEntries(
        Object.entries(values).map(([field, value]) => [VEHICLE_COLUMNS[field as 'class'], value]),
      )
      const number = `${100_000 + i}`
      const row = {
        ...columns,
        tenant_id: tenantId,
        plate: `P${number}`,
        vin: `3N1CN8AE1RL${number}`,
        state_id: 19,
        asset_status_id: status,
        custom_id: `${customId}${i}`,
      }
      const { vehicle_id } = await tx
        .insertInto('vehicle')
        .values(row)
        .returning('vehicle_id')
        .executeTakeFirstOrThrow()
      for (const { category, name } of tags)
        await sql`
          with n as (select ${tenantId}::bigint as tenant_id, ${vehicle_id}::bigint as vehicle_id,
          ${category}::text as category, ${name}::text as name),
          old as (select c.tag_category_id
          from n
          join tag_category c on c.tenant_id = n.tenant_id and fold(c.category_name) = fold(n.category)),
          made as (insert into tag_category (tenant_id, category_name, color)
          select tenant_id, category, 'red'
          from n
          where not exists (select from old)
            returning tag_category_id),
          g as (insert into tag (tenant_id, tag_category_id, tag_name)
          select n.tenant_id, c.tag_category_id, n.name
          from n, (table old union table made) c
            on conflict (tenant_id, tag_category_id, tag_name) do update
            set tag_name = excluded.tag_name
            returning tag_id)
          insert into vehicle_tag (tenant_id, vehicle_id, tag_id)
          select n.tenant_id, n.vehicle_id, g.tag_id
          from n, g
          on conflict do nothing`.execute(tx)
    }
  })
}

test.runIf(isDrill)(
  'vehicles with unusual texts and tags are unchanged when they are sent back',
  { timeout: 240_000 },
  async () => {
    const fleets = fc.array(vehicle, { minLength: 30, maxLength: 40 })
    const check = async (fleet: readonly Odd[]) => {
      await keep(fleet)
      for (const make of [EXPORTS['plantilla de edición'], (name: string) => report(name, everyColumn(name))]) {
        const { importId, counts } = await sendBack('raros', (await make?.('raros')) as Buffer)
        const { body } = await server.ask(person('raros'), {
          url: `/api/v2/vehicle/imports/${importId}/rows?show=changed`,
        })
        const refused = await server.ask(person('raros'), {
          url: `/api/v2/vehicle/imports/${importId}/rows?show=refused`,
        })
        expect([body, refused.body]).toMatchObject([
          { rows: [], totalCount: 0 },
          { rows: [], totalCount: 0 },
        ])
        expect(counts.unchanged).toBe(fleet.length)
      }
    }
    await fc.assert(fc.asyncProperty(fleets, check), { numRuns: isDrill ? 5 : 1, seed: 22, endOnFailure: true })
  },
)
