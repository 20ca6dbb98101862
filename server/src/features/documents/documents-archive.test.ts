// Documents of a fleet that is deleted and restored: their type cannot change meanwhile, and their expiry follows the
// type at the restoration. The activity log of deleted documents has no empty file.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSystem, bulkAsTenant } from '../../db/client.ts'
import { deleteBatch, restoreDeletion } from '../../fleet/archive/archive.ts'
import {
  DOCUMENTS,
  type DocumentCalls,
  documentCalls,
  EXPIRY,
  errorsOf,
  type FieldInput,
  TYPES,
} from '../../testing/files/documents.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'
import { purgeRemoved } from './change.ts'

let server: TestServer
let names = 0
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

/** Creates a company with a vehicle and a document with a value in each of these fields. */
const filed = async (fields: readonly FieldInput[], values: readonly string[]) => {
  const company = await server.company(`flota${++names}`)
  const client = documentCalls(server, await server.somebody(company, 'admin', ['admin']))
  const [vehicle = 0] = await server.vehicles(company, [{ plate: 'ARC001A' }])
  const type = await client.type('Póliza', fields)
  const ids = type.docFields.map(({ documentFieldId }) => documentFieldId)
  const { documentId } = await client.create({
    vehicle,
    type: type.documentTypeId,
    values: ids.map((id, n) => [id, values[n] ?? '']),
    name: 'Papel',
  })
  return { company, client, vehicle, type: type.documentTypeId, ids, documentId }
}
const wipe = async ({ tenantId }: Company): Promise<string> => {
  const id = randomUUID()
  await bulkAsTenant(server.db, tenantId, async (tx) => {
    await sql`insert into deletion (deletion_id, who) values (${id}, 'x')`.execute(tx)
    expect(await deleteBatch(tx, tenantId, id, new Date(Date.now() + 60_000).toISOString())).toBe(1)
  })
  return id
}
const bringBack = ({ tenantId }: Company, deletion: string) =>
  asSystem(server.db, (tx) => restoreDeletion(tx, tenantId, deletion))
const change = (client: DocumentCalls, type: number, version: number, fields: readonly FieldInput[], name = 'Póliza') =>
  client.ask('PUT', TYPES, {
    documentType: { DocumentTypeId: type, DocumentTypeName: name, version },
    fields,
  })
const datesOf = async (id: number) =>
  (
    await server.db.system.query(
      'select title, due_on, told_by from obligation where document_id = $1 order by due_on',
      [id],
    )
  ).rows

it('a field with values in a deleted fleet keeps its type; an empty one may change', async () => {
  const fields = [
    { FieldName: 'Dato', DocumentDataTypeId: 0 },
    { FieldName: 'Vacío', DocumentDataTypeId: 0 },
  ]
  const { company, client, type, ids, vehicle } = await filed(fields, ['hola', ''])
  const deletion = await wipe(company)
  const as = (dato: number, vacio: number) => [
    { DocumentFieldId: ids[0] ?? 0, FieldName: 'Dato', DocumentDataTypeId: dato },
    { DocumentFieldId: ids[1] ?? 0, FieldName: 'Vacío', DocumentDataTypeId: vacio },
  ]
  const refused = await change(client, type, 1, as(3, 0))
  expect([refused.status, errorsOf(refused)]).toEqual([
    409,
    [
      'fields.0.DocumentDataTypeId: El tipo de «Dato» ya no puede cambiar: hay un documento de vehículos borrados ' +
        'que aún se pueden recuperar, con algo escrito en él.',
    ],
  ])
  expect((await change(client, type, 1, as(0, 1))).status).toBe(200)
  await bringBack(company, deletion)
  expect((await client.list(vehicle))[0]?.docFields.map(({ value }) => value)).toEqual(['hola', null])
  const again = await change(client, type, 2, as(3, 1))
  expect(errorsOf(again)[0]).toMatch(/hay un documento con algo escrito en él\.$/)
})

it('the expiry of a restored fleet follows its types at that time', async () => {
  const off = await filed([EXPIRY], ['2027-01-01'])
  const field = { ...EXPIRY, DocumentFieldId: off.ids[0] ?? 0 }
  const offDeletion = await wipe(off.company)
  expect((await change(off.client, off.type, 1, [{ ...field, FieldExpiry: false }])).status).toBe(200)
  await bringBack(off.company, offDeletion)
  expect((await off.client.list(off.vehicle))[0]?.expiresOn).toBeNull()
  expect(await datesOf(off.documentId)).toEqual([])

  const on = await filed([{ FieldName: 'Alta', DocumentDataTypeId: 3 }, EXPIRY], ['2026-12-01', '2027-01-01'])
  const [first = 0, second = 0] = on.ids
  const onDeletion = await wipe(on.company)
  const both = [
    { DocumentFieldId: first, FieldName: 'Alta', DocumentDataTypeId: 3, FieldExpiry: true },
    { DocumentFieldId: second, FieldName: 'Vence', DocumentDataTypeId: 3, FieldExpiry: true },
  ]
  expect((await change(on.client, on.type, 1, both, 'Seguro')).status).toBe(200)
  await bringBack(on.company, onDeletion)
  expect((await on.client.list(on.vehicle))[0]?.expiresOn).toBe('2026-12-01')
  expect(await datesOf(on.documentId)).toEqual([
    { title: 'Seguro: Alta', due_on: '2026-12-01', told_by: 'Padrón' },
    { title: 'Seguro: Vence', due_on: '2027-01-01', told_by: `${on.company.name}-admin` },
  ])
})

it.each(['hola', '2027-02-31', '0000-01-01', '2027-1-1', '12027-01-01'])(
  'a value that is no date (%s) never expires and blocks nothing',
  async (value) => {
    const { client, type, ids, vehicle, documentId } = await filed([EXPIRY], ['2027-01-01'])
    await server.db.system.query('update document_value set value = $1 where document_id = $2', [value, documentId])
    const field = { ...EXPIRY, DocumentFieldId: ids[0] ?? 0 }
    expect((await change(client, type, 1, [field])).status).toBe(200)
    expect((await client.ask('PUT', DOCUMENTS, { document: { documentId, documentName: 'Otra' } })).status).toBe(200)
    expect((await client.list(vehicle))[0]?.expiresOn).toBeNull()
    expect(await datesOf(documentId)).toEqual([])
  },
)

it('the activity of a document that is purged, deleted with its fleet or restored has no empty file', async () => {
  const { company, client, documentId, vehicle, type } = await filed([], [])
  const other = await client.create({ vehicle, type, name: 'Otro' })
  await client.ask('DELETE', DOCUMENTS, documentId)
  expect(await purgeRemoved(server.db, new Date(Date.now() + 31 * 86_400_000))).toBe(1)
  await bringBack(company, await wipe(company))
  const { rows } = await server.db.system.query(
    `
      select subject_id = $2 as forgotten, action, changes
      from activity
      where tenant_id = $1 and subject_kind = 'document'
      and (subject_id = $2 and action = 'delete' or subject_id = $3) and not changes ? 'removed_at'
      order by activity_id`,
    [company.tenantId, documentId, other.documentId],
  )
  expect(rows).toEqual([
    {
      forgotten: false,
      action: 'create',
      changes: { document_name: [null, 'Otro'], type: [null, 'Póliza'], file: [null, 'poliza.pdf'] },
    },
    { forgotten: true, action: 'delete', changes: { document_name: ['Papel', null], type: ['Póliza', null] } },
    { forgotten: false, action: 'delete', changes: { document_name: ['Otro', null], type: ['Póliza', null] } },
    { forgotten: false, action: 'create', changes: { document_name: [null, 'Otro'], type: [null, 'Póliza'] } },
  ])
})
