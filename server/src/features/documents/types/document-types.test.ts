// Document types as an administrator uses them: names, fields, patterns, concurrent edits, and what remains of a
// removed field.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefused } from '../../../testing/attacks/refusal.ts'
import {
  type DocumentCalls,
  documentCalls,
  EXPIRY,
  errorsOf,
  type FieldInput,
  readTitle,
  TYPES,
} from '../../../testing/files/documents.ts'
import { createTag } from '../../../testing/fixtures.ts'
import { tenantRowHashes } from '../../../testing/rows.ts'
import { type Company, type TestServer, testServer } from '../../../testing/server.ts'

let server: TestServer
let company: Company
let client: DocumentCalls
let otherClient: DocumentCalls
let elsewhere: Company
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  client = documentCalls(server, await server.somebody(company, 'admin', ['admin']))
  elsewhere = await server.company('sur')
  otherClient = documentCalls(server, await server.somebody(elsewhere, 'admin', ['admin']))
})
afterAll(() => server.stop())

const change = (
  type: { documentTypeId: number; version: number; documentTypeName: string },
  fields: readonly FieldInput[],
  more: object = {},
) =>
  client.ask('PUT', TYPES, {
    documentType: {
      DocumentTypeId: type.documentTypeId,
      DocumentTypeName: type.documentTypeName,
      version: type.version,
      ...more,
    },
    fields,
  })

describe('a type', () => {
  it('is created with its fields and listed by name, with or without a trailing slash', async () => {
    const made = await client.makeType('Póliza de seguro', [
      { FieldName: 'Número', DocumentDataTypeId: 0, FieldRequiered: true, FieldRegex: '[A-Z]{2}-\\d+' },
      EXPIRY,
    ])
    expect(made).toMatchObject({ status: 200, body: { message: 'Se realizó la operación con éxito' } })
    await client.ask('POST', `${TYPES}/`, { documentType: { DocumentTypeName: 'Factura' }, fields: [] })
    expect((await client.ask('GET', `${TYPES}/`)).body).toEqual((await client.ask('GET', TYPES)).body)
    const [first, second] = await client.types()
    expect(first?.documentTypeName).toBe('Factura')
    expect(second).toEqual({
      documentTypeId: expect.any(Number),
      documentTypeName: 'Póliza de seguro',
      version: 1,
      documents: 0,
      required: 'none',
      requiredTags: [],
      missing: null,
      asked: null,
      docFields: [
        {
          documentFieldId: expect.any(Number),
          fieldName: 'Número',
          documentDataTypeId: 0,
          dataTypeName: 'Alfanumérico',
          fieldRegex: '[A-Z]{2}-\\d+',
          fieldRequiered: true,
          fieldExpiry: false,
          fieldSelectValues: [],
        },
        {
          documentFieldId: expect.any(Number),
          fieldName: 'Vigencia',
          documentDataTypeId: 3,
          dataTypeName: 'Fecha',
          fieldRegex: '-',
          fieldRequiered: false,
          fieldExpiry: true,
          fieldSelectValues: [],
        },
      ],
    })
  })

  it.each([
    ['', 'Ingrese un nombre para el tipo de documento'],
    ['x'.repeat(31), 'Tamaño máximo 30'],
    ['Póliza  doble', 'No se permiten carácteres especiales'],
    [' Póliza', 'No se permiten carácteres especiales'],
    ['../etc', 'No se permiten carácteres especiales'],
    ['a\r\nb', 'No se permiten carácteres especiales'],
    ['\u202eazilóP', 'No se permiten carácteres especiales'],
  ])('is rejected with the name %j', async (name, fault) => {
    const refused = await client.makeType(name)
    expect([refused.status, errorsOf(refused)]).toEqual([422, [`documentType.DocumentTypeName: ${fault}`]])
  })

  it('is rejected with a name of 300 characters', async () =>
    expect((await client.makeType('x'.repeat(300))).status).toBe(400))

  it('has a unique name in its company regardless of case and accents, also when renamed', async () => {
    const nameConflict = 'Ya existe un tipo de documento con ese nombre'
    for (const name of ['POLIZA DE SEGURO', 'póliza de séguro', 'Po\u0301liza de seguro'])
      expect(errorsOf(await client.makeType(name)), name).toEqual([`documentType.DocumentTypeName: ${nameConflict}`])
    const other = await client.type('Tenencia')
    expect(await change({ ...other, documentTypeName: 'FACTURA' }, [])).toMatchObject({
      status: 409,
      body: { title: nameConflict },
    })
    expect((await otherClient.makeType('Póliza de seguro')).status).toBe(200)
    const both = await Promise.all([client.makeType('Gemela'), client.makeType('gemela'), client.makeType('GEMELA')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it('reports all errors of its fields at once, each with its path', async () => {
    const refused = await client.makeType('Mala', [
      { FieldName: '', DocumentDataTypeId: 0 },
      { FieldName: 'Serie', DocumentDataTypeId: 0, FieldRegex: '(' },
      { FieldName: 'SERÍE', DocumentDataTypeId: 1, FieldExpiry: true },
      { FieldName: 'Atrás', DocumentDataTypeId: 0, FieldRegex: '(?<=x)y' },
      { FieldName: 'Ajeno', DocumentDataTypeId: 0, DocumentFieldId: 1 },
    ])
    expectRefused(refused, [422], 'fields')
    expect(errorsOf(refused)).toEqual([
      'fields.0.FieldName: Ingrese el nombre del campo',
      'fields.1.FieldRegex: La expresión regular no es válida. Le sobra o le falta un paréntesis.',
      'fields.2.FieldName: Ya hay un campo con ese nombre',
      'fields.2.FieldExpiry: Solo una fecha puede ser el vencimiento',
      expect.stringMatching(/^fields\.3\.FieldRegex: La expresión regular no es válida\. No se aceptan condiciones/),
      'fields.4.DocumentFieldId: El campo no es de este tipo de documento.',
    ])
    expect((await client.types()).some(({ documentTypeName }) => documentTypeName === 'Mala')).toBe(false)
  })

  it('is rejected with 500 fields, an unknown kind of field, or options', async () => {
    const fields = (n: number) =>
      Array.from({ length: n }, (_, i) => ({ FieldName: `Campo ${i}`, DocumentDataTypeId: 0 }))
    expect(errorsOf(await client.makeType('Enorme', fields(500)))).toEqual([
      'fields: Un tipo de documento tiene 50 campos como máximo',
    ])
    expect((await client.makeType('Ancha', fields(50))).status).toBe(200)
    expect(errorsOf(await client.makeType('Rara', [{ FieldName: 'x', DocumentDataTypeId: 6 }]))[0]).toContain(
      'Seleccione un tipo de campo',
    )
    const options = { FieldName: 'x', DocumentDataTypeId: 5, FieldSelectValues: ['a'] }
    expect(errorsOf(await client.makeType('Rara', [options]))[0]).toContain(
      'Las opciones múltiples no están disponibles',
    )
  })

  it('accepts a pattern that would block other engines, and validates with it at once', async () => {
    const [vehicle = 0] = await server.vehicles(company, [{ plate: 'CAT001A' }])
    const { documentTypeId, docFields } = await client.type('Catastrófica', [
      { FieldName: 'Clave', DocumentDataTypeId: 0, FieldRegex: '(a+)+$' },
      { FieldName: 'Otra', DocumentDataTypeId: 0, FieldRegex: '(x+x+)+y' },
    ])
    const [clave = 0, otra = 0] = docFields.map(({ documentFieldId }) => documentFieldId)
    const long = [
      [clave, `${'a'.repeat(900)}!`],
      [otra, 'x'.repeat(900)],
    ] as const
    expect(errorsOf(await client.send({ vehicle, type: documentTypeId, values: long }))).toEqual([
      'documentInfo.0.Value: Campo obligatorio',
      'documentInfo.1.Value: Campo obligatorio',
    ])
    expect((await client.send({ vehicle, type: documentTypeId, values: [[clave, 'a'.repeat(900)]] })).status).toBe(200)
  })

  it('is limited to 200 per company', async () => {
    const full = await server.company('llena')
    const many = documentCalls(server, await server.somebody(full, 'admin', ['admin']))
    await server.db.system.query(
      `insert into document_type (tenant_id, type_name) select $1, 'Tipo ' || n from generate_series(1, 199) n`,
      [full.tenantId],
    )
    const three = await Promise.all(['Uno', 'Dos', 'Tres'].map((name) => many.makeType(name)))
    expect(three.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(readTitle(await many.makeType('Más'))).toBe('Su empresa ya tiene 200 tipos de documento, que es el máximo.')
  })
})

describe('a type that is changed', () => {
  it('keeps, renames, adds and retires fields; values of a retired one stay readable', async () => {
    const [vehicle = 0] = await server.vehicles(company, [{ plate: 'CAM001A' }])
    const type = await client.type('Cambiante', [
      { FieldName: 'Uno', DocumentDataTypeId: 0 },
      { FieldName: 'Dos', DocumentDataTypeId: 0 },
      { FieldName: 'Tres', DocumentDataTypeId: 1 },
    ])
    const [one = 0, two = 0, three = 0] = type.docFields.map(({ documentFieldId }) => documentFieldId)
    await client.create({
      vehicle,
      type: type.documentTypeId,
      values: [
        [one, 'a'],
        [two, 'b'],
      ],
    })
    const changed = await change(type, [
      { DocumentFieldId: three, FieldName: 'Tercero', DocumentDataTypeId: 3 },
      { FieldName: 'Cuatro', DocumentDataTypeId: 4 },
      { DocumentFieldId: one, FieldName: 'Uno', DocumentDataTypeId: 0 },
    ])
    expect(changed).toMatchObject({ status: 200, body: { message: 'Tipo de documento guardado correctamente' } })
    const now = await client.typeOf(type.documentTypeId)
    expect([now.version, now.docFields.map(({ fieldName }) => fieldName)]).toEqual([2, ['Tercero', 'Cuatro', 'Uno']])
    const [document] = await client.list(vehicle)
    expect(document?.docFields.map(({ fieldName, value, retired }) => [fieldName, value, retired])).toEqual([
      ['Tercero', null, false],
      ['Cuatro', null, false],
      ['Uno', 'a', false],
      ['Dos', 'b', true],
    ])
    const other = await change({ ...now }, [{ DocumentFieldId: one, FieldName: 'Uno', DocumentDataTypeId: 1 }])
    expect([other.status, errorsOf(other)]).toEqual([
      409,
      ['fields.0.DocumentDataTypeId: El tipo de «Uno» ya no puede cambiar: hay un documento con algo escrito en él.'],
    ])
  })

  it('restores a retired field by its id with its values; a deleted one without values is unknown', async () => {
    const [vehicle = 0] = await server.vehicles(company, [{ plate: 'REC001A' }])
    const type = await client.type('Recobrada', [
      { FieldName: 'Uno', DocumentDataTypeId: 0 },
      { FieldName: 'Dos', DocumentDataTypeId: 0 },
    ])
    const [one = 0, two = 0] = type.docFields.map(({ documentFieldId }) => documentFieldId)
    await client.create({ vehicle, type: type.documentTypeId, values: [[one, 'escrito']] })
    await change(type, [])
    const both = (ids: readonly number[]): FieldInput[] =>
      ids.map((DocumentFieldId) => ({ DocumentFieldId, FieldName: `Campo ${DocumentFieldId}`, DocumentDataTypeId: 0 }))
    const now = await client.typeOf(type.documentTypeId)
    expect(now.docFields).toEqual([])
    expect(errorsOf(await change(now, both([one, two])))).toEqual([
      'fields.1.DocumentFieldId: El campo no es de este tipo de documento.',
    ])
    expect((await change(now, both([one]))).status).toBe(200)
    const [document] = await client.list(vehicle)
    expect(document?.docFields.map(({ documentFieldId, value, retired }) => [documentFieldId, value, retired])).toEqual(
      [[one, 'escrito', false]],
    )
  })

  it('keeps the first of two concurrent edits', async () => {
    const type = await client.type('Disputada')
    const two = await Promise.all([
      change(type, [{ FieldName: 'A', DocumentDataTypeId: 0 }]),
      change(type, [{ FieldName: 'B', DocumentDataTypeId: 0 }]),
    ])
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = two.find(({ status }) => status === 409)
    expect(late && readTitle(late)).toBe('Otra persona cambió este tipo de documento mientras usted lo editaba.')
    expect((await client.typeOf(type.documentTypeId)).docFields).toHaveLength(1)
  })

  it('keeps only its current fields after many replacements', async () => {
    let type = await client.type('Inquieta')
    for (let i = 0; i < 3; i++) {
      await change(
        type,
        Array.from({ length: 50 }, (_, n) => ({ FieldName: `C${i}.${n}`, DocumentDataTypeId: 0 })),
      )
      type = await client.typeOf(type.documentTypeId)
    }
    const { rows } = await server.db.system.query(
      'select count(*)::int as n from document_field where document_type_id = $1',
      [type.documentTypeId],
    )
    expect(rows).toEqual([{ n: 50 }])
  })
})

describe('a type that is removed', () => {
  it('is deleted only without documents, including those that can be restored', async () => {
    const [vehicle = 0] = await server.vehicles(company, [{ plate: 'BOR001A' }])
    const { documentTypeId } = await client.type('Pasajera', [EXPIRY])
    const remove = () => client.ask('DELETE', TYPES, { DocumentTypeId: documentTypeId })
    const first = await client.create({ vehicle, type: documentTypeId })
    const second = await client.create({ vehicle, type: documentTypeId, name: 'Otro' })
    expect([(await remove()).status, readTitle(await remove())]).toEqual([
      409,
      'No se puede eliminar: de este tipo hay 2 documentos en uso.',
    ])
    await client.ask('DELETE', '/api/v2/document', first.documentId)
    expect(readTitle(await remove())).toBe(
      'No se puede eliminar: de este tipo hay un documento en uso y un documento eliminado que aún se puede recuperar.',
    )
    await server.db.system.query('delete from document where document_id = any($1)', [
      [first.documentId, second.documentId],
    ])
    expect(await remove()).toMatchObject({
      status: 200,
      body: { message: 'Tipo de documento eliminado correctamente' },
    })
    expect((await remove()).status).toBe(404)
  })
})

describe('another company’s type, fields and tags', () => {
  it('appear not to exist, and do not change', async () => {
    const foreign = await otherClient.type('Ajena', [EXPIRY])
    const own = await client.type('Propia', [EXPIRY])
    const tag = await createTag(server, elsewhere, 'ajena')
    const before = await tenantRowHashes(server.db, elsewhere.tenantId)
    const [vehicle = 0] = await server.vehicles(company, [{ plate: 'PRO001A' }])
    const field = foreign.docFields[0]?.documentFieldId ?? 0
    const tries = (typeId: number, fieldId: number, tagId: number) => [
      change({ ...foreign, documentTypeId: typeId }, []),
      change(own, [{ ...EXPIRY, DocumentFieldId: fieldId }]),
      client.ask('DELETE', TYPES, { DocumentTypeId: typeId }),
      client.ask('PUT', `${TYPES}/required`, { documentTypeId: typeId, version: 1, required: 'all' }),
      client.ask('PUT', `${TYPES}/required`, {
        documentTypeId: own.documentTypeId,
        version: 1,
        required: 'tags',
        tagIds: [tagId],
      }),
      client.ask('PUT', `${TYPES}/exception`, {
        documentTypeId: typeId,
        vehicleAssetId: vehicle,
        exception: 'required',
      }),
      client.ask('GET', `${TYPES}/${typeId}/missing`),
      client.ask('GET', `/api/v2/document?vehicleAssetId=${vehicle}&idDocType=${typeId}`),
      client.send({ vehicle, type: typeId }),
      client.send({ vehicle, type: own.documentTypeId, values: [[fieldId, '2030-01-01']] }),
    ]
    const [foreignAnswers, missingAnswers] = await Promise.all([
      Promise.all(tries(foreign.documentTypeId, field, tag)),
      Promise.all(tries(999_999_999, 999_999_998, 999_999_997)),
    ])
    expect(foreignAnswers.map(({ status, body }) => [status, body])).toEqual(
      missingAnswers.map(({ status, body }) => [status, body]),
    )
    expect(foreignAnswers.map(({ status }) => status)).toEqual([404, 422, 404, 404, 422, 404, 404, 404, 422, 422])
    expect(await tenantRowHashes(server.db, elsewhere.tenantId)).toEqual(before)
  })
})
