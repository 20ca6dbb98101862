// Documents of a vehicle: what is accepted and rejected, versions, removal and restoration, concurrency, other
// companies.
import type { ActivityRow } from '@padron/contract/activity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefused } from '../../testing/attacks/refusal.ts'
import { isDrill } from '../../testing/drill.ts'
import {
  DOCUMENTS,
  type DocumentCalls,
  documentCalls,
  EXPIRY,
  errorsOf,
  readTitle,
} from '../../testing/files/documents.ts'
import { HTML, PDF, PNG } from '../../testing/files/proof-files.ts'
import { tenantRowHashes } from '../../testing/rows.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { purgeRemoved } from './change.ts'

const DAY_MS = 86_400_000
let clock = new Date('2026-11-21T18:00:00Z')
let server: TestServer
let company: Company
let main: Somebody
let client: DocumentCalls
let elsewhere: Company
let otherClient: DocumentCalls
let vehicle: number
let type: { documentTypeId: number; fields: Record<string, number> }

const FIELDS = [
  { FieldName: 'Número', DocumentDataTypeId: 0, FieldRequiered: true, FieldRegex: '[A-Z]{2}-\\d{1,6}' },
  { FieldName: 'Piezas', DocumentDataTypeId: 1 },
  { FieldName: 'Monto', DocumentDataTypeId: 2 },
  { ...EXPIRY, FieldRequiered: true },
  { FieldName: 'Endosada', DocumentDataTypeId: 4 },
]
beforeAll(async () => {
  server = await testServer(() => clock)
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  client = documentCalls(server, main)
  elsewhere = await server.company('sur')
  otherClient = documentCalls(server, await server.somebody(elsewhere, 'admin', ['admin']))
  ;[vehicle = 0] = await server.vehicles(company, [{ plate: 'DOC001A' }])
  const made = await client.type('Póliza', FIELDS)
  const fields = Object.fromEntries(
    made.docFields.map(({ fieldName, documentFieldId }) => [fieldName, documentFieldId]),
  )
  type = { documentTypeId: made.documentTypeId, fields }
})
afterAll(() => server.stop())

const field = (name: string): number => type.fields[name] ?? 0
const right = (more: Record<string, string> = {}) =>
  Object.entries({ Número: 'AB-12', Vigencia: '2027-03-01', ...more }).map(
    ([name, value]) => [field(name), value] as const,
  )
const send = (more: Record<string, string> = {}, rest: object = {}) =>
  client.send({ vehicle, type: type.documentTypeId, values: right(more), ...rest })
const newVehicle = async (plate: string): Promise<number> => (await server.vehicles(company, [{ plate }]))[0] ?? 0
const obligationsOf = async (id: number) =>
  (
    await server.db.system.query(
      'select source_key, due_on, title, detail, told_by from obligation where document_id = $1 order by 1',
      [id],
    )
  ).rows

describe('a document', () => {
  it('has its file, type, values, sender and expiry', async () => {
    const sent = await send({ Piezas: '3', Monto: '1250.50', Endosada: 'true' }, { name: '  Seguro 2026  ' })
    expect(sent).toMatchObject({ status: 200, body: { message: 'Archivo agregado con éxito' } })
    const { documentId } = sent.body as { documentId: number }
    const [document] = await client.list(vehicle)
    expect(document).toMatchObject({
      documentId,
      documentName: 'Seguro 2026',
      documentTypeId: type.documentTypeId,
      documentTypeName: 'Póliza',
      vehicleAssetId: vehicle,
      version: 1,
      fileName: 'poliza.pdf',
      mediaType: 'application/pdf',
      size: PDF.length,
      preview: 'pdf',
      scan: 'unchecked',
      files: 1,
      who: 'norte-admin',
      expiresOn: '2027-03-01',
    })
    expect(document?.docFields.map(({ fieldName, value }) => [fieldName, value])).toEqual([
      ['Número', 'AB-12'],
      ['Piezas', '3'],
      ['Monto', '1250.50'],
      ['Vigencia', '2027-03-01'],
      ['Endosada', 'true'],
    ])
    expect(await obligationsOf(documentId)).toEqual([
      {
        source_key: `d:${documentId}:${field('Vigencia')}`,
        due_on: '2027-03-01',
        title: 'Póliza: Vigencia',
        detail: 'Seguro 2026',
        told_by: 'norte-admin',
      },
    ])
  })

  it('gets a clean name from its file by default', async () => {
    const own = await newVehicle('DOC002A')
    const form = { vehicle: own, type: type.documentTypeId, values: right() }
    await client.create({ ...form, fileName: '../../etc/passwd.pdf' })
    await client.create({ ...form, fileName: '\u202efdp.exe' })
    await client.create({ ...form, fileName: `${'ñ'.repeat(300)}.pdf` })
    await client.create({ ...form, fileName: 'foto.pdf', file: PNG })
    const names = (await client.list(own)).map(({ documentName }) => documentName).toReversed()
    expect(names.slice(0, 2)).toEqual(['passwd.pdf', 'fdp.exe.pdf'])
    expect(names[2]?.length).toBeLessThanOrEqual(200)
    expect((await client.list(own))[0]).toMatchObject({
      mediaType: 'image/png',
      fileName: expect.stringMatching(/\.png$/),
    })
  })

  it('stores texts trimmed and composed, and numbers as typed', async () => {
    const own = await newVehicle('DOC003A')
    const free = await client.type('Libre', [{ FieldName: 'Nota', DocumentDataTypeId: 0 }])
    const created = await client.create({
      vehicle: own,
      type: free.documentTypeId,
      values: [[free.docFields[0]?.documentFieldId ?? 0, '  cafe\u0301 😀 ']],
    })
    expect(created.docFields[0]?.value).toBe('café 😀')
    const { docFields } = await client.create({
      vehicle: own,
      type: type.documentTypeId,
      values: right({ Piezas: '007', Monto: '-0012.500' }),
    })
    expect(docFields.slice(1, 3).map(({ value }) => value)).toEqual(['007', '-0012.500'])
  })
})

describe('an invalid form', () => {
  it('reports all errors at once: the file, and each field with its path', async () => {
    const refused = await client.send({
      vehicle,
      type: type.documentTypeId,
      file: null,
      name: 'a\u202eb',
      values: [
        [field('Piezas'), '1.5'],
        [field('Monto'), '1,5'],
        [field('Vigencia'), '2027-02-30'],
        [field('Endosada'), 'sí'],
        [field('Monto'), '1'],
        [999_999_999, 'x'],
      ],
    })
    expectRefused(refused, [422], 'form')
    expect(errorsOf(refused)).toEqual([
      'file: Seleccione el archivo que desea agregar',
      'document.DocumentName: El nombre tiene caracteres que no se ven',
      'documentInfo.0.Value: Escriba un número entero',
      'documentInfo.1.Value: Escriba un número, con punto decimal',
      'documentInfo.2.Value: Escriba una fecha válida',
      'documentInfo.3.Value: Elija sí o no',
      'documentInfo.4.DocumentFieldId: El campo viene más de una vez.',
      'documentInfo.5.DocumentFieldId: El campo no es de este tipo de documento.',
      'documentInfo: Campo obligatorio: Número',
    ])
  })

  it.each([
    [{ Número: '' }, 'documentInfo.0.Value: Campo obligatorio'],
    [{ Número: 'ab-12' }, 'documentInfo.0.Value: Campo obligatorio'],
    [{ Número: 'AB-12 y más' }, 'documentInfo.0.Value: Campo obligatorio'],
    [{ Número: 'A\u0007B' }, 'documentInfo.0.Value: El texto contiene un carácter no permitido.'],
    [{ Número: '\u202eAB-12' }, 'documentInfo.0.Value: El texto contiene un carácter no permitido.'],
    [{ Vigencia: '01/03/2027' }, 'documentInfo.1.Value: Escriba una fecha válida'],
    [{ Vigencia: 'infinity' }, 'documentInfo.1.Value: Escriba una fecha válida'],
  ])('is rejected with %j', async (values, error) => {
    const refused = await send(values)
    expect([refused.status, errorsOf(refused)]).toEqual([422, [error]])
  })

  it('is rejected with other file types, a long name, or an unknown type', async () => {
    expectRefused(await send({}, { file: HTML }), [415], 'html')
    expectRefused(await send({}, { name: 'x'.repeat(300) }), [400], 'name')
    expect(errorsOf(await send({}, { type: 999_999_999, values: [] }))).toEqual([
      'document.DocumentTypeId: Seleccione el tipo de documento',
    ])
    expectRefused(await send({}, { vehicle: '1; drop table document' }), [400], 'vehicle')
    const { rows } = await server.db.system.query('select from document where document_name = $1', ['x'.repeat(300)])
    expect(rows).toEqual([])
  })
})

describe('a changed document', () => {
  const update = (document: object, fields: object[] = []) => client.ask('PUT', DOCUMENTS, { document, fields })

  it('has the new values, date and name', async () => {
    const own = await newVehicle('DOC010A')
    const { documentId, docFields, version } = await client.create({
      vehicle: own,
      type: type.documentTypeId,
      values: right(),
    })
    const info = docFields.find(({ fieldName }) => fieldName === 'Vigencia')
    const changed = await update({ documentId, documentName: 'Otra', version }, [
      { documentInfoId: info?.documentInfoId, documentId, documentFieldId: field('Vigencia'), value: '2028-01-31' },
      { documentInfoId: null, documentFieldId: field('Piezas'), value: '7' },
    ])
    expect(changed).toMatchObject({ status: 200, body: { message: 'Documento editado correctamente' } })
    const [document] = await client.list(own)
    expect(document).toMatchObject({ documentName: 'Otra', version: 2, expiresOn: '2028-01-31', files: 1 })
    expect(await obligationsOf(documentId)).toMatchObject([{ due_on: '2028-01-31', detail: 'Otra' }])
    await update({ documentId }, [{ documentFieldId: field('Piezas'), value: null }])
    expect((await client.list(own))[0]?.docFields.find(({ fieldName }) => fieldName === 'Piezas')).toMatchObject({
      value: null,
    })
  })

  it('is rejected with an invalid value, another document’s data, or an empty name', async () => {
    const own = await newVehicle('DOC011A')
    const one = await client.create({ vehicle: own, type: type.documentTypeId, values: right() })
    const two = await client.create({ vehicle: own, type: type.documentTypeId, values: right(), name: 'Dos' })
    const before = await client.list(own)
    const info = two.docFields[0]?.documentInfoId
    const refused = await update({ documentId: one.documentId, documentName: '   ' }, [
      { documentInfoId: info, documentId: two.documentId, documentFieldId: field('Número'), value: 'AB-1' },
      { documentFieldId: field('Vigencia'), value: '' },
    ])
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      [
        'document.documentName: Escriba el nombre del documento',
        'fields.0.documentId: El campo es de otro documento.',
        'fields.0.documentInfoId: El dato no es de este campo.',
        'fields.1.value: Campo obligatorio',
      ],
    ])
    expect((await client.list(own)).map(({ docFields, version }) => [docFields, version])).toEqual(
      before.map(({ docFields, version }) => [docFields, version]),
    )
  })

  it('keeps the first of two concurrent edits', async () => {
    const own = await newVehicle('DOC012A')
    const { documentId, version } = await client.create({ vehicle: own, type: type.documentTypeId, values: right() })
    const two = await Promise.all(['Una', 'Otra'].map((documentName) => update({ documentId, documentName, version })))
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(two.map(readTitle)).toContain('Otra persona cambió este documento mientras usted lo editaba.')
  })

  it('follows its type’s expiry field when it is set, unset, renamed or retired', async () => {
    const own = await newVehicle('DOC013A')
    const made = await client.type('Dúctil', [{ FieldName: 'Hasta', DocumentDataTypeId: 3 }])
    const id = made.docFields[0]?.documentFieldId ?? 0
    const { documentId } = await client.create({
      vehicle: own,
      type: made.documentTypeId,
      values: [[id, '2027-05-05']],
      name: 'Papel',
    })
    let version = 1
    const change = async (DocumentTypeName: string, fields: object[]) => {
      const documentType = { DocumentTypeId: made.documentTypeId, DocumentTypeName, version: version++ }
      expect((await client.ask('PUT', '/api/v2/documentType', { documentType, fields })).status).toBe(200)
      const [document] = await client.list(own)
      return [document?.expiresOn, (await obligationsOf(documentId)).map(({ title, due_on }) => [title, due_on])]
    }
    const hasta = { DocumentFieldId: id, FieldName: 'Hasta', DocumentDataTypeId: 3 }
    expect(await obligationsOf(documentId)).toEqual([])
    expect(await change('Dúctil', [{ ...hasta, FieldExpiry: true }])).toEqual([
      '2027-05-05',
      [['Dúctil: Hasta', '2027-05-05']],
    ])
    expect(await change('Maleable', [{ ...hasta, FieldName: 'Vence', FieldExpiry: true }])).toEqual([
      '2027-05-05',
      [['Maleable: Vence', '2027-05-05']],
    ])
    expect(await change('Maleable', [hasta])).toEqual([null, []])
    expect(await change('Maleable', [{ ...hasta, FieldExpiry: true }])).toEqual([
      '2027-05-05',
      [['Maleable: Hasta', '2027-05-05']],
    ])
    expect(await change('Maleable', [])).toEqual([null, []])
  })
})

describe('a replaced file', () => {
  it('becomes the document’s file, and the earlier one stays readable', async () => {
    const own = await newVehicle('DOC020A')
    const { documentId, version } = await client.create({ vehicle: own, type: type.documentTypeId, values: right() })
    const replaced = await client.replace(documentId, version, {
      file: PNG,
      fileName: 'renovada.png',
      values: [[field('Vigencia'), '2029-01-01']],
    })
    expect(replaced).toMatchObject({ status: 200, body: { documentId, message: 'Archivo agregado con éxito' } })
    expect((await client.list(own))[0]).toMatchObject({
      version: 2,
      files: 2,
      fileName: 'renovada.png',
      expiresOn: '2029-01-01',
    })
    const { files } = (await client.ask('GET', `${DOCUMENTS}/${documentId}/files`)).body as {
      files: { documentUrl: string }[]
    }
    expect(files).toMatchObject([
      { fileVersion: 2, current: true, mediaType: 'image/png' },
      { fileVersion: 1, current: false, fileName: 'poliza.pdf' },
    ])
    const read = await Promise.all(files.map(({ documentUrl }) => server.app.inject({ url: documentUrl })))
    expect(read.map(({ rawPayload }) => rawPayload)).toEqual([PNG, PDF])
  })

  it('may have the name of the earlier one', async () => {
    const own = await newVehicle('DOC022A')
    const { documentId, version } = await client.create({ vehicle: own, type: type.documentTypeId, values: right() })
    expect((await client.replace(documentId, version, { fileName: 'poliza.pdf' })).status).toBe(200)
    expect((await client.list(own))[0]).toMatchObject({ files: 2, fileName: 'poliza.pdf' })
  })

  it('is rejected without a file or for an unknown or changed document, and nothing changes', async () => {
    const own = await newVehicle('DOC021A')
    const { documentId } = await client.create({ vehicle: own, type: type.documentTypeId, values: right() })
    const two = await Promise.all([client.replace(documentId, 1), client.replace(documentId, 1, { file: PNG })])
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(errorsOf(await client.replace(documentId, 2, { file: null, values: [[field('Vigencia'), 'x']] }))).toEqual([
      'file: Seleccione el archivo que desea agregar',
      'documentInfo.0.Value: Escriba una fecha válida',
    ])
    expectRefused(await client.replace(documentId, 2, { file: HTML }), [415], 'html')
    expectRefused(await client.replace(999_999_999, 1), [404], 'nobody')
    expect((await client.list(own))[0]).toMatchObject({ version: 2, files: 2 })
  })
})

describe('a removed document', () => {
  it('is hidden everywhere, can be restored for thirty days, and is then deleted', async () => {
    const own = await newVehicle('DOC030A')
    const { documentId, documentUrl } = await client.create({
      vehicle: own,
      type: type.documentTypeId,
      values: right(),
      name: 'Efímera',
    })
    const removed = await client.ask('DELETE', `${DOCUMENTS}/`, documentId)
    expect(removed).toMatchObject({ status: 200, body: { message: 'Archivo eliminado correctamente' } })
    expect(await client.list(own)).toEqual([])
    expect(await obligationsOf(documentId)).toEqual([])
    for (const url of [documentUrl, `${DOCUMENTS}/${documentId}/files`])
      expect((await client.ask('GET', url)).status, url).toBe(404)
    expect((await client.ask('DELETE', DOCUMENTS, documentId)).status).toBe(404)
    expect((await client.ask('PUT', DOCUMENTS, { document: { documentId, documentName: 'x' } })).status).toBe(404)
    expect((await client.replace(documentId, 2)).status).toBe(404)
    const gone = (await client.ask('GET', `${DOCUMENTS}/removed?vehicleAssetId=${own}`)).body
    expect(gone).toMatchObject({
      documentList: [
        {
          documentId,
          documentName: 'Efímera',
          documentTypeName: 'Póliza',
          who: 'norte-admin',
          removedAt: '2026-11-21T18:00:00Z',
          until: '2026-12-21T18:00:00Z',
        },
      ],
    })

    const restore = () => client.ask('POST', `${DOCUMENTS}/restore`, { documentId })
    expect(await restore()).toMatchObject({ status: 200, body: { message: 'Documento recuperado correctamente' } })
    expect(await restore()).toMatchObject({ status: 409, body: { title: 'El documento no está eliminado.' } })
    expect((await client.list(own))[0]).toMatchObject({ documentName: 'Efímera', expiresOn: '2027-03-01' })
    expect(await obligationsOf(documentId)).toHaveLength(1)
    expect((await server.app.inject({ url: documentUrl })).rawPayload).toEqual(PDF)

    await client.ask('DELETE', DOCUMENTS, documentId)
    const remaining = await client.create({ vehicle: own, type: type.documentTypeId, values: right() })
    expect(await purgeRemoved(server.db, new Date(clock.getTime() + 29 * DAY_MS))).toBe(0)
    const before = clock
    clock = new Date(before.getTime() + 30 * DAY_MS)
    expect((await restore()).status).toBe(404)
    expect((await client.ask('GET', `${DOCUMENTS}/removed?vehicleAssetId=${own}`)).body).toEqual({ documentList: [] })
    expect(await purgeRemoved(server.db, clock)).toBe(1)
    clock = before
    expect((await client.list(own)).map((document) => document.documentId)).toEqual([remaining.documentId])
    const { rows } = await server.db.system.query(
      'select from document_value where document_id = $1 union all select from document_version where document_id = $1',
      [documentId],
    )
    expect(rows).toEqual([])
  })
})

describe('concurrency and limits', () => {
  it.runIf(isDrill)('twenty concurrent uploads create twenty documents of one stored content', async () => {
    const own = await newVehicle('DOC040A')
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        client.send({ vehicle: own, type: type.documentTypeId, values: right(), name: `N${n}` }),
      ),
    )
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect(new Set((await client.list(own)).map(({ documentName }) => documentName)).size).toBe(20)
    const { rows } = await server.db.system.query(
      'select count(distinct sha256)::int as n from document_version x join document d using (tenant_id, ' +
        'document_id) where d.vehicle_id = $1',
      [own],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('a vehicle has at most 500 documents', async () => {
    const own = await newVehicle('DOC041A')
    const { documentId } = await client.create({ vehicle: own, type: type.documentTypeId, values: right() })
    await client.ask('DELETE', DOCUMENTS, documentId)
    await server.db.system.query(
      `
        insert into document (tenant_id, vehicle_id, document_type_id, document_name)
        select $1, $2, $3, 'N' || n
        from generate_series(1, 499) n`,
      [company.tenantId, own, type.documentTypeId],
    )
    const three = await Promise.all(
      ['Uno', 'Dos', 'Tres'].map((name) =>
        client.send({ vehicle: own, type: type.documentTypeId, values: right(), name }),
      ),
    )
    expect(three.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const back = await client.ask('POST', `${DOCUMENTS}/restore`, { documentId })
    expect([back.status, readTitle(back)]).toEqual([409, 'El vehículo ya tiene 500 documentos, que es el máximo.'])
  })
})

describe('permissions', () => {
  it('documents_read permits reading, documents_admin writing', async () => {
    const own = await newVehicle('DOC050A')
    const { documentId } = await client.create({ vehicle: own, type: type.documentTypeId, values: right() })
    const reader = documentCalls(server, await server.somebody(company, 'lectora', ['documents_read']))
    expect(await reader.list(own)).toHaveLength(1)
    const tries = await Promise.all([
      reader.send({ vehicle: own, type: type.documentTypeId, values: right() }),
      reader.replace(documentId, 1),
      reader.ask('PUT', DOCUMENTS, { document: { documentId } }),
      reader.ask('DELETE', DOCUMENTS, documentId),
      reader.ask('POST', `${DOCUMENTS}/restore`, { documentId }),
      reader.ask('GET', `${DOCUMENTS}/removed?vehicleAssetId=${own}`),
    ])
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 403))
  })

  it('another company’s document, vehicle and data appear not to exist, and do not change', async () => {
    const [car = 0] = await server.vehicles(elsewhere, [{ plate: 'AJE001A' }])
    const foreignType = await otherClient.type('Ajena', [EXPIRY])
    const foreign = await otherClient.create({
      vehicle: car,
      type: foreignType.documentTypeId,
      values: [[foreignType.docFields[0]?.documentFieldId ?? 0, '2027-01-01']],
    })
    const own = await client.create({
      vehicle: await newVehicle('DOC051A'),
      type: type.documentTypeId,
      values: right(),
    })
    const before = await tenantRowHashes(server.db, elsewhere.tenantId)
    const tries = async (document: number, car: number, info: number) => [
      await client.ask('GET', `${DOCUMENTS}?vehicleAssetId=${car}`),
      await client.ask('GET', `${DOCUMENTS}/removed?vehicleAssetId=${car}`),
      await client.ask('GET', `/api/v2/documentType/papers/${car}`),
      await client.ask('GET', `${DOCUMENTS}/${document}/files`),
      await client.send({ vehicle: car, type: type.documentTypeId, values: right() }),
      await client.replace(document, 1),
      await client.ask('PUT', DOCUMENTS, { document: { documentId: document, documentName: 'robada' } }),
      await client.ask('DELETE', DOCUMENTS, document),
      await client.ask('POST', `${DOCUMENTS}/restore`, { documentId: document }),
      await client.ask('PUT', '/api/v2/documentType/exception', {
        documentTypeId: type.documentTypeId,
        vehicleAssetId: car,
        exception: 'exempt',
      }),
      await client.ask('PUT', DOCUMENTS, {
        document: { documentId: own.documentId },
        fields: [{ documentInfoId: info, documentFieldId: field('Número'), value: 'AB-9' }],
      }),
    ]
    const foreignAnswers = await tries(foreign.documentId, car, foreign.docFields[0]?.documentInfoId ?? 0)
    const missingAnswers = await tries(999_999_999, 999_999_998, 999_999_997)
    expect(foreignAnswers.map(({ status, body }) => [status, body])).toEqual(
      missingAnswers.map(({ status, body }) => [status, body]),
    )
    expect(foreignAnswers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(404), 422])
    expect(await tenantRowHashes(server.db, elsewhere.tenantId)).toEqual(before)
  })
})

describe('the activity log', () => {
  it('has who added, changed, replaced, removed and restored the document, with values before and after', async () => {
    const own = await newVehicle('DOC060A')
    const { documentId } = await client.create({
      vehicle: own,
      type: type.documentTypeId,
      values: right(),
      name: 'Contada',
    })
    await client.ask('PUT', DOCUMENTS, {
      document: { documentId, documentName: 'Recontada' },
      fields: [{ documentFieldId: field('Vigencia'), value: '2028-01-01' }],
    })
    await client.replace(documentId, 2, { fileName: 'nueva.pdf' })
    await client.ask('DELETE', DOCUMENTS, documentId)
    await client.ask('POST', `${DOCUMENTS}/restore`, { documentId })
    const { body } = await client.ask('POST', '/api/v2/activity', {
      filter: { subjectKind: 'document', subjectId: documentId },
    })
    const rows = (body as { activities: ActivityRow[] }).activities.toReversed()
    expect(rows.every(({ who, subject }) => who.name === 'norte-admin' && subject.name.startsWith('DOC060A · '))).toBe(
      true,
    )
    expect(
      rows.map(({ action, changes }) => [
        action,
        ...changes.map(({ field: what, before, after }) => `${what}: ${before} → ${after}`),
      ]),
    ).toEqual([
      ['create', 'Nombre: null → Contada', 'Tipo de documento: null → Póliza', 'Archivo: null → poliza.pdf'],
      ['update', 'Campo «Número»: null → AB-12', 'Campo «Vigencia»: null → 01/03/2027'],
      ['update', 'Nombre: Contada → Recontada'],
      ['update', 'Campo «Vigencia»: 01/03/2027 → 01/01/2028'],
      ['update', 'Archivo: poliza.pdf → nueva.pdf'],
      ['update', 'Eliminado: null → 21/11/2026 12:00'],
      ['update', 'Eliminado: 21/11/2026 12:00 → null'],
    ])
    const byPlate = await client.ask('POST', '/api/v2/activity', {
      filter: { text: 'doc060a', subjectKind: 'document' },
    })
    expect(byPlate.body).toMatchObject({ totalCount: 7 })
  })

  it('has a type’s fields, its requirement and its exceptions', async () => {
    const made = await client.type('Relatada', [EXPIRY])
    const id = made.documentTypeId
    await client.ask('PUT', '/api/v2/documentType/required', { documentTypeId: id, version: 1, required: 'all' })
    await client.ask('PUT', '/api/v2/documentType/exception', {
      documentTypeId: id,
      vehicleAssetId: vehicle,
      exception: 'exempt',
    })
    await client.ask('PUT', '/api/v2/documentType', {
      documentType: { DocumentTypeId: id, DocumentTypeName: 'Relatada', version: 2 },
      fields: [{ FieldName: 'Otro', DocumentDataTypeId: 0, FieldRequiered: true, FieldRegex: '\\d+' }],
    })
    const { body } = await client.ask('POST', '/api/v2/activity', {
      filter: { subjectKind: 'document_type', subjectId: id },
    })
    const rows = (body as { activities: ActivityRow[] }).activities.toReversed()
    expect(
      rows.flatMap(({ changes }) => changes.map(({ field: what, before, after }) => `${what}: ${before} → ${after}`)),
    ).toEqual([
      'Nombre: null → Relatada',
      'Se pide: null → A ningún vehículo',
      'Campos: null → Vigencia (Fecha, vencimiento)',
      'Se pide: A ningún vehículo → A todos los vehículos',
      'Excepción: null → DOC001A: no se le pide',
      'Campos: Vigencia (Fecha, vencimiento) → null',
      'Campos: null → Otro (Alfanumérico, obligatorio, expresión \\d+)',
    ])
  })
})
