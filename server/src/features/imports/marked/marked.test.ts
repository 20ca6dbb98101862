// The marked copy of a workbook, and the rules of corrections, templates and names: over HTTP, on a real database.
import { existsSync, readdirSync } from 'node:fs'
import type { Import, Uploaded } from '@padron/contract/imports'
import { UPLOAD_TEXTS } from '@padron/contract/imports'
import type { ImportRow } from '@padron/contract/imports/rows'
import { openXlsx } from 'hucre'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asTenant } from '../../../db/client.ts'
import { readXlsx } from '../../../files/xlsx/read/reader.ts'
import { isDrill } from '../../../testing/drill.ts'
import { bookOf, type CellValue, formOf, send, vinOf } from '../../../testing/files/workbooks.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'

let server: TestServer
let company: Company
let ana: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  ana = await server.somebody(company, 'ana', ['admin'])
})
afterAll(() => server.stop())

const HEADINGS = ['Placa', 'VIN', 'Estado', 'Motivo de alta']
const vehicle = (n: number, rest: CellValue[] = []): CellValue[] => [
  `RKA${String(n).padStart(3, '0')}B`,
  vinOf(n),
  'Nuevo León',
  'Expansión',
  ...rest,
]
const preview = { fields: { preview: 'true' } }
const add = async (rows: CellValue[][], who = ana): Promise<Import> => {
  const { body } = await send(server, who, 'uploadTemplate', { file: await bookOf(rows), ...preview })
  return (body as Uploaded).import
}
const act = (importId: string, step: string, payload: object = {}, who = ana) =>
  server.ask(who, { method: 'POST', url: `/api/v2/vehicle/imports/${importId}/${step}`, payload })
const recheck = async (importId: string, payload: object): Promise<Import> =>
  ((await act(importId, 'check', payload)).body as { import: Import }).import
const madeCopies = (): number => (existsSync(server.generatedFolder) ? readdirSync(server.generatedFolder).length : 0)
const bytesAt = async (url: string | null): Promise<Buffer> => (await server.app.inject({ url: url ?? '' })).rawPayload

/** The sender's sheet as a spreadsheet shows it: its rows, and the note and fill of each cell. */
const copyOf = async ({ fileUrl }: Import) => {
  const bytes = await bytesAt(fileUrl)
  const book = await openXlsx(bytes, { readStyles: true })
  const sheet = book.sheets.find(({ name }) => name === 'Vehículos')
  const errors = (await Array.fromAsync(readXlsx(bytes, 'Errores'))).map(({ cells }) => cells.join(' | '))
  const list = errors.slice(errors.findIndex((line) => line.startsWith('Fila | ')) + 1)
  const rows = await Array.fromAsync(readXlsx(bytes, 'Vehículos'))
  return {
    list,
    rows: new Map(rows.map(({ row, cells }) => [row, cells])),
    noteAt: (row: number, column: number) => sheet?.cells?.get(`${row - 1},${column}`)?.comment?.text,
    fillAt: (row: number, column: number) =>
      JSON.stringify(sheet?.cells?.get(`${row - 1},${column}`)?.style?.fill ?? ''),
  }
}

describe('an error of the whole file', () => {
  test.runIf(isDrill)('marks no cell if it is not about a column, even if a heading is blank', async () => {
    const { list, noteAt } = await copyOf(await add([['', ...HEADINGS]]))
    expect(list).toEqual(['Archivo |  |  | Error | La hoja no tiene vehículos debajo de los encabezados.'])
    expect(noteAt(1, 0)).toBeUndefined()
  })
  test.runIf(isDrill)(
    'about a repeated heading marks both columns, and each unknown column is marked in its place',
    async () => {
      const { noteAt } = await copyOf(
        await add([[...HEADINGS, ' Cosa ', 'Color', 'color', 'Cosa'], vehicle(1, ['x', 'ROJO', 'AZUL', 'y'])]),
      )
      for (const column of [5, 6]) expect(noteAt(1, column)).toBe('Error: La columna «Color» está más de una vez.')
      for (const column of [4, 7]) expect(noteAt(1, column)).toBe('Aviso: La columna no se reconoce y no se leyó.')
    },
  )
})

describe('the list of errors', () => {
  test.runIf(isDrill)(
    'has the value of each cell, also for errors of the whole file or fleet, and headings without star',
    async () => {
      const ids = await server.vehicles(company, [{ plate: 'RKA090B', vin: vinOf(90) }])
      const headings = ['Placa *', 'VIN *', 'Estado *', 'Motivo de alta', 'Otra *']
      const checked = await add([
        headings,
        vehicle(91),
        ['RKA091B', vinOf(92), 'nuevo leon', ''],
        ['RKA093B', vinOf(90), 'NL', ''],
      ])
      const { list } = await copyOf(checked)
      expect(list).toEqual([
        '1 | Otra | Otra | Aviso | La columna no se reconoce y no se leyó.',
        '3 | Placa | RKA091B | Error | La placa RKA091B ya está en la fila 2.',
        `4 | VIN | ${vinOf(90)} | Error | El VIN ${vinOf(90)} ya es de un vehículo activo de su flota.`,
      ])
      expect([checked.fileNotes, checked.commonNotes].flat().map(({ column }) => column)).toEqual(
        expect.arrayContaining(['Otra', 'Placa', 'VIN']),
      )
      const { body } = await server.ask(ana, { url: `/api/v2/vehicle/imports/${checked.importId}/rows?show=refused` })
      expect((body as { rows: ImportRow[] }).rows.map(({ notes }) => notes[0]?.column)).toEqual(['Placa', 'VIN'])
      await server.db.system.query('delete from vehicle where vehicle_id = any($1)', [ids])
    },
  )
})

describe('cells corrected and rows omitted in the grid', () => {
  const COLUMNS = [...HEADINGS, 'Año']
  const sent = async () =>
    add([
      COLUMNS,
      ['RKA010B', vinOf(10), 'MAL', 'Expansión', 2020],
      ['RKA011B', vinOf(11), 'MAL', '', 2024],
      ['x', '', '', '', ''],
    ])

  test.runIf(isDrill)('are in the copy, as texts, with the original value', async () => {
    const { importId } = await sent()
    const result = await recheck(importId, {
      corrections: [
        { row: 2, field: 'stateId', text: 'Nuevo León' },
        { row: 3, field: 'stateId', text: 'OTROMAL' },
        { row: 3, field: 'acquisitionReasonId', text: 'Expansión' },
        { row: 2, field: 'year', text: '' },
      ],
      omit: [4],
    })
    const { list, rows, noteAt, fillAt } = await copyOf(result)
    expect(rows.get(2)).toEqual(['RKA010B', vinOf(10), 'Nuevo León', 'Expansión'])
    expect(rows.get(3)).toEqual(['RKA011B', vinOf(11), 'OTROMAL', 'Expansión', '2024'])
    expect(rows.get(4)).toEqual(['x'])
    expect(noteAt(2, 2)).toBe('Corregido en Padrón: decía «MAL».')
    expect(fillAt(2, 2)).toBe('""')
    expect(noteAt(3, 2)).toBe(
      'Corregido en Padrón: decía «MAL».\n\nError: Estado desconocido; elija uno de la lista de la plantilla.',
    )
    expect(fillAt(3, 2)).toContain('F9C8C3')
    expect(noteAt(3, 3)).toBe('Corregido en Padrón: estaba en blanco.')
    expect(noteAt(2, 4)).toBe('Corregido en Padrón: decía «2020».')
    expect(noteAt(4, 0)).toBe('Fila omitida en Padrón.')
    expect(list).toEqual([
      '2 | Estado | Nuevo León | Corregido | Corregido en Padrón: decía «MAL».',
      '2 | Año |  | Corregido | Corregido en Padrón: decía «2020».',
      '3 | Estado | OTROMAL | Corregido | Corregido en Padrón: decía «MAL».',
      '3 | Motivo de alta | Expansión | Corregido | Corregido en Padrón: estaba en blanco.',
      '3 | Estado | OTROMAL | Error | Estado desconocido; elija uno de la lista de la plantilla.',
      '4 |  |  | Omitida | Fila omitida en Padrón.',
    ])
  })
  test.runIf(isDrill)('are still there when the copy is sent again', async () => {
    const { importId } = await sent()
    const result = await recheck(importId, { corrections: [{ row: 2, field: 'stateId', text: 'Nuevo León' }] })
    const file = await bytesAt(result.fileUrl)
    const { body } = await send(server, ana, 'uploadTemplate', { file, ...preview })
    const again = (body as Uploaded).import
    expect(again).toMatchObject({ counts: { rows: 3, new: 1, refused: 2 } })
  })
  test.runIf(isDrill)('are in a column of their own if the file does not have that column', async () => {
    const { importId } = await add([HEADINGS, vehicle(20), ['RKA021B', vinOf(21), 'MAL', 'Expansión', '', 'suelto']])
    const result = await recheck(importId, { corrections: [{ row: 2, field: 'vehicleColor', text: 'ROJO' }] })
    const { rows, noteAt, list } = await copyOf(result)
    expect(rows.get(1)).toEqual([...HEADINGS, '', '', 'Color'])
    expect(rows.get(2)?.[6]).toBe('ROJO')
    expect(noteAt(1, 6)).toBe('Columna agregada en Padrón.')
    expect(list[0]).toBe('1 | Color | Color | Corregido | Columna agregada en Padrón.')
  })
  test.each([
    [
      { corrections: [{ row: 1, field: 'stateId', text: 'x' }] },
      'corrections.0.row',
      'El archivo no tiene datos de un vehículo en la fila 1.',
    ],
    [
      {
        corrections: [
          { row: 2, field: 'stateId', text: 'x' },
          { row: 900, field: 'stateId', text: 'x' },
        ],
      },
      'corrections.1.row',
      'El archivo no tiene datos de un vehículo en la fila 900.',
    ],
    [{ omit: [3, 77] }, 'omit.1', 'El archivo no tiene datos de un vehículo en la fila 77.'],
  ])('are rejected if the file does not have the row: %o', async (payload, path, message) => {
    const { importId } = await sent()
    expect((await act(importId, 'check', payload)).body).toMatchObject({ status: 422, errors: [{ path, message }] })
  })
})

describe('the address of a copy', () => {
  test.runIf(isDrill)(
    'opened ten times at once creates one copy; after another check there is a new copy',
    async () => {
      const result = await add([HEADINGS, ['RKA095B', vinOf(95), 'MAL', 'Expansión']])
      const before = madeCopies()
      const opened = await Promise.all(
        Array.from({ length: 10 }, () => server.app.inject({ url: result.fileUrl ?? '' })),
      )
      expect(opened.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
      expect(new Set(opened.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1)
      expect(madeCopies() - before).toBe(1)
      const again = await recheck(result.importId, { corrections: [{ row: 2, field: 'stateId', text: 'OTROMAL' }] })
      expect((await copyOf(again)).rows.get(2)?.[2]).toBe('OTROMAL')
      expect(madeCopies() - before).toBe(2)
    },
  )
  test.runIf(isDrill)(
    'works only for its user, and no longer after they lose the permission or are deactivated',
    async () => {
      const clerk = await server.somebody(company, 'captura', ['masive_upload'])
      const { fileUrl } = await add([HEADINGS, ['x', '', '', '']], clerk)
      expect((await server.app.inject({ url: fileUrl ?? '' })).statusCode).toBe(200)
      const stolen = (fileUrl ?? '').replace(`/${clerk.userId}/`, `/${ana.userId}/`)
      expect((await server.app.inject({ url: stolen })).statusCode).toBe(404)
      const change = (columns: string) =>
        server.db.system.query(`update app_user set ${columns} where user_id = $1`, [clerk.userId])
      await change("role_ids = '{}'")
      expect((await server.app.inject({ url: fileUrl ?? '' })).statusCode).toBe(404)
      const editor = await server.somebody(company, 'editora', ['masive_upload'])
      const { fileUrl: own } = await add([HEADINGS, ['y', '', '', '']], editor)
      await server.db.system.query('update app_user set active = false where user_id = $1', [editor.userId])
      expect((await server.app.inject({ url: own ?? '' })).statusCode).toBe(404)
    },
  )
})

describe('templates', () => {
  const tagsIn = async (bytes: Buffer) =>
    (await openXlsx(bytes)).sheets
      .find(({ name }) => name === 'Listas')
      ?.rows.flat()
      .filter((word) => word === 'Uso: secreto')
  beforeAll(() =>
    asTenant(server.db, company.tenantId, async (tx) => {
      await sql`
        with c as (insert into tag_category (category_name, color)
        values ('Uso', '#111111')
        returning tag_category_id)
        insert into tag (tag_category_id, tag_name) select tag_category_id, 'secreto' from c`.execute(tx)
    }),
  )
  test('list the tags only for users with permission to read them', async () => {
    const clerk = await server.somebody(company, 'sin', ['masive_upload'])
    const get = async (who: Somebody) => {
      const headers = { authorization: `Bearer ${who.token}` }
      return (await server.app.inject({ url: '/api/v2/vehicle/generateUploadTemplate', headers })).rawPayload
    }
    expect(await tagsIn(await get(ana))).toHaveLength(1)
    expect(await tagsIn(await get(clerk))).toEqual([])
  })
  test('count only the vehicles in them: replaced vehicles are left out', async () => {
    const ids = await server.vehicles(company, [{ plate: 'AAA001A' }, { plate: 'AAA002A' }, { plate: 'AAA003A' }])
    await asTenant(server.db, company.tenantId, (tx) =>
      sql`update vehicle set replaced_by = ${ids[1]}, asset_status_id = 8 where vehicle_id = ${ids[0]}`.execute(tx),
    )
    const url = '/api/v2/vehicle/generateReplacementTemplate'
    const { body } = await server.ask(ana, { method: 'POST', url, payload: { vehicleClass: {} } })
    const { totalCount, fileUrl } = body as { totalCount: number; fileUrl: string }
    const rows = await Array.fromAsync(readXlsx(await bytesAt(fileUrl)))
    expect([totalCount, rows.length - 1]).toEqual([2, 2])
  })
})

describe('the upload form', () => {
  const post = (sent: Parameters<typeof formOf>[0]) =>
    server.ask(ana, { method: 'POST', url: '/api/v2/vehicle/uploadTemplate/', ...formOf(sent) })
  test.each([undefined, '', 'ana'])('requires a valid email address and rejects %o', async (notifyTo) => {
    const file = await bookOf([HEADINGS])
    const { status, body } = await post({ file, fields: notifyTo === undefined ? {} : { notifyTo } })
    expect(status).toBe(400)
    expect(body).toMatchObject({ errors: [{ path: 'notifyTo', message: UPLOAD_TEXTS.mail }] })
  })
  test.each(['', '   '])('requires a file with a name and rejects «%s»', async (fileName) => {
    const { status, body } = await post({ file: Buffer.from(''), fileName, fields: { notifyTo: 'ana@ejemplo.mx' } })
    expect([status, body]).toMatchObject([422, { errors: [{ path: 'file', message: UPLOAD_TEXTS.file }] }])
  })
})

describe('replacing a vehicle that is already inactive', () => {
  const COLUMNS = ['Placa actual', 'Motivo del reemplazo', 'Placa nueva', 'VIN nuevo']
  test('shows its former status as the value before', async () => {
    await server.vehicles(company, [{ plate: 'BBB001B', status: 8 }, { plate: 'BBB002B' }])
    const file = await bookOf([
      COLUMNS,
      ['BBB001B', 'Robado', 'BBB901B', vinOf(901)],
      ['BBB002B', 'Robado', 'BBB902B', vinOf(902)],
    ])
    const { body } = await send(server, ana, 'replaceTemplate', { file, ...preview })
    const { importId } = (body as Uploaded).import
    const { rows } = (await server.ask(ana, { url: `/api/v2/vehicle/imports/${importId}/rows` })).body as {
      rows: ImportRow[]
    }
    const reasons = rows.map(({ changes }) => changes.find(({ field }) => field === 'replacementReasonId'))
    expect(reasons).toEqual([
      { field: 'replacementReasonId', column: 'Motivo del reemplazo', before: 'Vendido', after: 'Robado' },
      { field: 'replacementReasonId', column: 'Motivo del reemplazo', before: null, after: 'Robado' },
    ])
  })
})

test('an import whose file was deleted has no copy (404) and cannot be checked again (410)', async () => {
  const { importId, fileUrl } = await add([HEADINGS, ['RKA090B', vinOf(90), 'MAL', 'Expansión']])
  await server.db.system.query(`update vehicle_import set file_path = '' where import_id = $1`, [importId])
  expect((await server.app.inject({ url: fileUrl ?? '' })).statusCode).toBe(404)
  const { status, body } = await act(importId, 'check', { omit: [2] })
  expect(status).toBe(410)
  expect(body).toMatchObject({ title: 'El archivo ya no se conserva; envíelo de nuevo.' })
})
