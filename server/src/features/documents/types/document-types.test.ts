// Types of documents as their administrator meets them: names, fields, patterns, two people at once, and what is left
// of a field.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPIRY, errorsOf, type FieldInput, type DocumentCalls, documentCalls, TYPES, titleOf } from '../../../testing/documents.ts'
import { expectRefused } from '../../../testing/refusal.ts'
import { rowsOf } from '../../../testing/rows.ts'
import { type Company, type TestServer, testServer } from '../../../testing/server.ts'
import { createTag } from '../../../testing/fixtures.ts'

let server: TestServer
let company: Company
let papers: DocumentCalls
let theirs: DocumentCalls
let elsewhere: Company
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  papers = documentCalls(server, await server.somebody(company, 'admin', ['admin']))
  elsewhere = await server.company('sur')
  theirs = documentCalls(server, await server.somebody(elsewhere, 'admin', ['admin']))
})
afterAll(() => server.stop())

const change = (
  type: { documentTypeId: number; version: number; documentTypeName: string },
  fields: readonly FieldInput[],
  more: object = {},
) =>
  papers.ask('PUT', TYPES, {
    documentType: {
      DocumentTypeId: type.documentTypeId,
      DocumentTypeName: type.documentTypeName,
      version: type.version,
      ...more,
    },
    fields,
  })

describe('a type', () => {
  it('is made with its fields and listed by name, with a slash at the end of its address or without', async () => {
    const made = await papers.makeType('Póliza de seguro', [
      { FieldName: 'Número', DocumentDataTypeId: 0, FieldRequiered: true, FieldRegex: '[A-Z]{2}-\\d+' },
      EXPIRY,
    ])
    expect(made).toMatchObject({ status: 200, body: { message: 'Se realizó la operación con éxito' } })
    await papers.ask('POST', `${TYPES}/`, { documentType: { DocumentTypeName: 'Factura' }, fields: [] })
    expect((await papers.ask('GET', `${TYPES}/`)).body).toEqual((await papers.ask('GET', TYPES)).body)
    const [first, second] = await papers.types()
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
  ])('refuses the name %j', async (name, fault) => {
    const refused = await papers.makeType(name)
    expect([refused.status, errorsOf(refused)]).toEqual([422, [`documentType.DocumentTypeName: ${fault}`]])
  })

  it('refuses a name of 300 characters', async () => expect((await papers.makeType('x'.repeat(300))).status).toBe(400))

  it('has a name of its own in its company, whatever its case and accents, also when renamed', async () => {
    const taken = 'Ya existe un tipo de documento con ese nombre'
    for (const name of ['POLIZA DE SEGURO', 'póliza de séguro', 'Po\u0301liza de seguro'])
      expect(errorsOf(await papers.makeType(name)), name).toEqual([`documentType.DocumentTypeName: ${taken}`])
    const other = await papers.type('Tenencia')
    expect(await change({ ...other, documentTypeName: 'FACTURA' }, [])).toMatchObject({
      status: 409,
      body: { title: taken },
    })
    expect((await theirs.makeType('Póliza de seguro')).status).toBe(200)
    const both = await Promise.all([papers.makeType('Gemela'), papers.makeType('gemela'), papers.makeType('GEMELA')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it('tells everything that is wrong with its fields at once, each by its place', async () => {
    const refused = await papers.makeType('Mala', [
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
    expect((await papers.types()).some(({ documentTypeName }) => documentTypeName === 'Mala')).toBe(false)
  })

  it('refuses 500 fields, a kind of field that there is not, and options', async () => {
    const fields = (n: number) =>
      Array.from({ length: n }, (_, i) => ({ FieldName: `Campo ${i}`, DocumentDataTypeId: 0 }))
    expect(errorsOf(await papers.makeType('Enorme', fields(500)))).toEqual([
      'fields: Un tipo de documento tiene 50 campos como máximo',
    ])
    expect((await papers.makeType('Ancha', fields(50))).status).toBe(200)
    expect(errorsOf(await papers.makeType('Rara', [{ FieldName: 'x', DocumentDataTypeId: 6 }]))[0]).toContain(
      'Seleccione un tipo de campo',
    )
    const options = { FieldName: 'x', DocumentDataTypeId: 5, FieldSelectValues: ['a'] }
    expect(errorsOf(await papers.makeType('Rara', [options]))[0]).toContain(
      'Las opciones múltiples no están disponibles',
    )
  })

  it('takes a pattern that makes other engines hang, and answers at once with it', async () => {
    const [vehicle = 0] = await server.vehicles(company, [{ plate: 'CAT001A' }])
    const { documentTypeId, docFields } = await papers.type('Catastrófica', [
      { FieldName: 'Clave', DocumentDataTypeId: 0, FieldRegex: '(a+)+$' },
      { FieldName: 'Otra', DocumentDataTypeId: 0, FieldRegex: '(x+x+)+y' },
    ])
    const [clave = 0, otra = 0] = docFields.map(({ documentFieldId }) => documentFieldId)
    const long = [
      [clave, `${'a'.repeat(900)}!`],
      [otra, 'x'.repeat(900)],
    ] as const
    expect(errorsOf(await papers.send({ vehicle, type: documentTypeId, values: long }))).toEqual([
      'documentInfo.0.Value: Campo obligatorio',
      'documentInfo.1.Value: Campo obligatorio',
    ])
    expect((await papers.send({ vehicle, type: documentTypeId, values: [[clave, 'a'.repeat(900)]] })).status).toBe(200)
  })

  it('is one of 200 at most', async () => {
    const full = await server.company('llena')
    const many = documentCalls(server, await server.somebody(full, 'admin', ['admin']))
    await server.db.system.query(
      `insert into document_type (tenant_id, type_name) select $1, 'Tipo ' || n from generate_series(1, 199) n`,
      [full.tenantId],
    )
    const three = await Promise.all(['Uno', 'Dos', 'Tres'].map((name) => many.makeType(name)))
    expect(three.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(titleOf(await many.makeType('Más'))).toBe('Su empresa ya tiene 200 tipos de documento, que es el máximo.')
  })
})

describe('a type that is changed', () => {
  it('keeps, renames, adds and retires fields; what was written in a retired one is read and no longer asked for', async () => {
    const [vehicle = 0] = await server.vehicles(company, [{ plate: 'CAM001A' }])
    const type = await papers.type('Cambiante', [
      { FieldName: 'Uno', DocumentDataTypeId: 0 },
      { FieldName: 'Dos', DocumentDataTypeId: 0 },
      { FieldName: 'Tres', DocumentDataTypeId: 1 },
    ])
    const [one = 0, two = 0, three = 0] = type.docFields.map(({ documentFieldId }) => documentFieldId)
    await papers.create({
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
    const now = await papers.typeOf(type.documentTypeId)
    expect([now.version, now.docFields.map(({ fieldName }) => fieldName)]).toEqual([2, ['Tercero', 'Cuatro', 'Uno']])
    const [document] = await papers.list(vehicle)
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

  it('takes up a retired field again by its id, with what is written in it; one where nothing was is no longer known', async () => {
    const [vehicle = 0] = await server.vehicles(company, [{ plate: 'REC001A' }])
    const type = await papers.type('Recobrada', [
      { FieldName: 'Uno', DocumentDataTypeId: 0 },
      { FieldName: 'Dos', DocumentDataTypeId: 0 },
    ])
    const [one = 0, two = 0] = type.docFields.map(({ documentFieldId }) => documentFieldId)
    await papers.create({ vehicle, type: type.documentTypeId, values: [[one, 'escrito']] })
    await change(type, [])
    const both = (ids: readonly number[]): FieldInput[] =>
      ids.map((DocumentFieldId) => ({ DocumentFieldId, FieldName: `Campo ${DocumentFieldId}`, DocumentDataTypeId: 0 }))
    const now = await papers.typeOf(type.documentTypeId)
    expect(now.docFields).toEqual([])
    expect(errorsOf(await change(now, both([one, two])))).toEqual([
      'fields.1.DocumentFieldId: El campo no es de este tipo de documento.',
    ])
    expect((await change(now, both([one]))).status).toBe(200)
    const [document] = await papers.list(vehicle)
    expect(document?.docFields.map(({ documentFieldId, value, retired }) => [documentFieldId, value, retired])).toEqual(
      [[one, 'escrito', false]],
    )
  })

  it('by two, keeps the first', async () => {
    const type = await papers.type('Disputada')
    const two = await Promise.all([
      change(type, [{ FieldName: 'A', DocumentDataTypeId: 0 }]),
      change(type, [{ FieldName: 'B', DocumentDataTypeId: 0 }]),
    ])
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = two.find(({ status }) => status === 409)
    expect(late && titleOf(late)).toBe('Otra persona cambió este tipo de documento mientras usted lo editaba.')
    expect((await papers.typeOf(type.documentTypeId)).docFields).toHaveLength(1)
  })

  it('a thousand fields later has no more than it asks for', async () => {
    let type = await papers.type('Inquieta')
    for (let i = 0; i < 3; i++) {
      await change(
        type,
        Array.from({ length: 50 }, (_, n) => ({ FieldName: `C${i}.${n}`, DocumentDataTypeId: 0 })),
      )
      type = await papers.typeOf(type.documentTypeId)
    }
    const { rows } = await server.db.system.query(
      'select count(*)::int as n from document_field where document_type_id = $1',
      [type.documentTypeId],
    )
    expect(rows).toEqual([{ n: 50 }])
  })
})

describe('a type that is removed', () => {
  it('is gone only when nothing of it is left, not even what can be brought back', async () => {
    const [vehicle = 0] = await server.vehicles(company, [{ plate: 'BOR001A' }])
    const { documentTypeId } = await papers.type('Pasajera', [EXPIRY])
    const remove = () => papers.ask('DELETE', TYPES, { DocumentTypeId: documentTypeId })
    const first = await papers.create({ vehicle, type: documentTypeId })
    const second = await papers.create({ vehicle, type: documentTypeId, name: 'Otro' })
    expect([(await remove()).status, titleOf(await remove())]).toEqual([
      409,
      'No se puede eliminar: de este tipo hay 2 documentos en uso.',
    ])
    await papers.ask('DELETE', '/api/v2/document', first.documentId)
    expect(titleOf(await remove())).toBe(
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
  it('are ones that do not exist, and stay as they are', async () => {
    const foreign = await theirs.type('Ajena', [EXPIRY])
    const own = await papers.type('Propia', [EXPIRY])
    const tag = await createTag(server, elsewhere, 'ajena')
    const before = await rowsOf(server.db, elsewhere.tenantId)
    const [vehicle = 0] = await server.vehicles(company, [{ plate: 'PRO001A' }])
    const field = foreign.docFields[0]?.documentFieldId ?? 0
    const tries = (typeId: number, fieldId: number, tagId: number) => [
      change({ ...foreign, documentTypeId: typeId }, []),
      change(own, [{ ...EXPIRY, DocumentFieldId: fieldId }]),
      papers.ask('DELETE', TYPES, { DocumentTypeId: typeId }),
      papers.ask('PUT', `${TYPES}/required`, { documentTypeId: typeId, version: 1, required: 'all' }),
      papers.ask('PUT', `${TYPES}/required`, {
        documentTypeId: own.documentTypeId,
        version: 1,
        required: 'tags',
        tagIds: [tagId],
      }),
      papers.ask('PUT', `${TYPES}/exception`, {
        documentTypeId: typeId,
        vehicleAssetId: vehicle,
        exception: 'required',
      }),
      papers.ask('GET', `${TYPES}/${typeId}/missing`),
      papers.ask('GET', `/api/v2/document?vehicleAssetId=${vehicle}&idDocType=${typeId}`),
      papers.send({ vehicle, type: typeId }),
      papers.send({ vehicle, type: own.documentTypeId, values: [[fieldId, '2030-01-01']] }),
    ]
    const [asked, nobodys] = await Promise.all([
      Promise.all(tries(foreign.documentTypeId, field, tag)),
      Promise.all(tries(999_999_999, 999_999_998, 999_999_997)),
    ])
    expect(asked.map(({ status, body }) => [status, body])).toEqual(nobodys.map(({ status, body }) => [status, body]))
    expect(asked.map(({ status }) => status)).toEqual([404, 422, 404, 404, 422, 404, 404, 404, 422, 422])
    expect(await rowsOf(server.db, elsewhere.tenantId)).toEqual(before)
  })
})
