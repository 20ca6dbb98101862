// A company's own sheet over HTTP, on a real database: how its columns are proposed, mapped and read, and which
// mappings are saved.
import type { Import, Uploaded } from '@padron/contract/imports'
import type { ImportMapping } from '@padron/contract/imports/mapping'
import type { ImportRow } from '@padron/contract/imports/rows'
import { stateName } from '@padron/contract/places/states'
import { type WriteSheet, writeXlsx } from 'hucre'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { readXlsx } from '../../files/xlsx/read/reader.ts'
import { isDrill } from '../../testing/drill.ts'
import { type CellValue, send, vinOf } from '../../testing/files/workbooks.ts'
import { resultFolder, type TestWorker, testWorker } from '../../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let worker: TestWorker
const results = resultFolder()
let company: Company
let ana: Somebody
let other: Somebody

beforeAll(async () => {
  server = await testServer()
  worker = await testWorker(server, results.files)
  company = await server.company('norte')
  ana = await server.somebody(company, 'ana', ['admin'])
  other = await server.somebody(await server.company('sur'), 'otro', ['admin'])
})
afterAll(async () => {
  await worker.stop()
  await server.stop()
  results.remove()
})

const plateOf = (n: number): string => `RKA-${String(n).padStart(3, '0')}-B`

type Columns = {
  sheets: {
    name: string
    headingRow: number | null
    firstRows: { row: number; text: string }[]
    rows: number
    columns: ColumnView[]
  }[]
  mapping: ImportMapping
  name: string | null
}
type ColumnView = { heading: string; samples: string[]; values: { text: string; count: number }[] | null } & Record<
  'field' | 'category',
  string | null
>

const bookOf = async (sheets: Record<string, CellValue[][]>, more: Partial<WriteSheet> = {}): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows, ...more })) }))
const upload = async (file: Buffer, fileName: string, who = ana) => {
  const { status, body } = await send(server, who, 'uploadTemplate', { file, fileName, fields: { preview: 'true' } })
  return { status, body, file: (body as Uploaded).import }
}
const columnsOf = async ({ importId }: Import): Promise<Columns> =>
  (await server.ask(ana, { url: `/api/v2/vehicle/imports/${importId}/columns` })).body as Columns
const map = (importId: string, mapping: ImportMapping, keepAs?: string, who = ana) =>
  server.ask(who, { method: 'POST', url: `/api/v2/vehicle/imports/${importId}/map`, payload: { mapping, keepAs } })
const mapped = async ({ importId }: Import, mapping: ImportMapping, keepAs?: string): Promise<Import> =>
  ((await map(importId, mapping, keepAs)).body as { import: Import }).import
const rowsOf = async ({ importId }: Import): Promise<ImportRow[]> =>
  ((await server.ask(ana, { url: `/api/v2/vehicle/imports/${importId}/rows` })).body as { rows: ImportRow[] }).rows

const OWN = ['Placas', 'No. de serie', 'Núm. Económico', 'Edo.', 'Sucursal', 'Estatus', 'Póliza']
const ownRow = (n: number, state: string, status = 'ACTIVA'): CellValue[] => [
  plateOf(n),
  vinOf(n),
  `E-${n}`,
  state,
  'Centro',
  status,
  'GNP 1',
]
const titled = (rows: CellValue[][]): Promise<Buffer> =>
  bookOf(
    { Flota: [['TRANSPORTES DEL NORTE'], ['Corte al 30 de noviembre'], [], OWN, ...rows] },
    { merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 6 }] },
  )
const words = (mapping: ImportMapping): ImportMapping => ({
  ...mapping,
  values: [
    { field: 'stateId', text: 'Mty', value: 'Nuevo León' },
    { field: 'assetStatusId', text: 'activa', value: 'Activo' },
    { field: 'assetStatusId', text: 'BAJA VENTA', value: 'Vendido' },
  ],
})

test('a workbook with own headings gets a proposed mapping, is applied, and is recognized next time', async () => {
  const { file } = await upload(await titled([ownRow(1, 'Mty'), ownRow(2, 'N.L.', 'BAJA VENTA')]), 'FLOTILLA (3).xlsx')
  expect(file).toMatchObject({ state: 'refused', isUnmapped: true, mapping: null })
  const { sheets, mapping } = await columnsOf(file)
  expect(sheets[0]).toMatchObject({ name: 'Flota', headingRow: 4, rows: 2 })
  expect(mapping.columns).toEqual([
    { heading: 'Placas', field: 'plate', category: null },
    { heading: 'No. de serie', field: 'vin', category: null },
    { heading: 'Núm. Económico', field: 'customId', category: null },
    { heading: 'Edo.', field: 'stateId', category: null },
    { heading: 'Sucursal', field: null, category: 'Sucursal' },
    { heading: 'Estatus', field: 'assetStatusId', category: null },
    { heading: 'Póliza', field: null, category: null },
  ])
  expect(sheets[0]?.columns[3]).toMatchObject({ samples: ['Mty', 'N.L.'] })
  const unmapped = await mapped(file, mapping)
  expect(unmapped).toMatchObject({ state: 'refused', counts: { rows: 2, refused: 2 }, isUnmapped: false })
  expect((await rowsOf(unmapped))[0]).toMatchObject({
    row: 5,
    notes: [
      { field: 'stateId', column: 'Edo.', level: 'error' },
      { field: 'assetStatusId', column: 'Estatus', level: 'error' },
    ],
  })
  const ready = await mapped(file, words(mapping), 'Control de flota')
  expect(ready).toMatchObject({ state: 'checked', counts: { new: 2 }, mapping: { name: 'Control de flota' } })
  const rows = await rowsOf(ready)
  expect(rows.map(({ row, texts: { stateId, tags, customId } }) => [row, stateId, tags, customId])).toEqual([
    [5, 'Nuevo León', 'Sucursal: centro', 'E-1'],
    [6, 'Nuevo León', 'Sucursal: centro', 'E-2'],
  ])
  const url = `/api/v2/vehicle/imports/${file.importId}/apply`
  const { body } = await server.ask(ana, { method: 'POST', url, payload: { notifyTo: 'ana@norte.mx' } })
  await worker.ended((body as { queueItemId: string }).queueItemId)
  const { rows: vehicles } = await server.db.system.query(
    'select plate, asset_status_id as status from vehicle where tenant_id = $1 order by plate',
    [company.tenantId],
  )
  expect(vehicles).toEqual([
    { plate: 'RKA001B', status: 1 },
    { plate: 'RKA002B', status: 8 },
  ])
  // The next month's file, with its columns in another order.
  const next = await titled([ownRow(3, 'Mty')])
  const again = (await upload(next, 'FLOTILLA (4).xlsx')).file
  expect(again).toMatchObject({ state: 'checked', counts: { new: 1 }, mapping: { name: 'Control de flota' } })
  expect(await columnsOf(again)).toMatchObject({ name: 'Control de flota', mapping: words(mapping) })
})

test('an edit template read by a mapping, new or saved, warns that the vehicle changed since', async () => {
  const sur = { tenantId: other.tenantId, name: 'sur' }
  const [id = 0] = await server.vehicles(sur, [{ plate: 'SUR001A' }])
  const [{ vin, version }] = (
    await server.db.system.query('select vin, row_version as version from vehicle where vehicle_id = $1', [id])
  ).rows as [{ vin: string; version: number }]
  const file = await bookOf({
    Vehículos: [
      ['ID', 'Placa', 'VIN', 'Color', 'Versión del registro'],
      [id, 'SUR001A', vin, 'Rojo', version],
    ],
  })
  const sendEdit = async () =>
    ((await send(server, other, 'editTemplate', { file, fields: { preview: 'true' } })).body as Uploaded).import
  const first = await sendEdit()
  expect(first).toMatchObject({ state: 'checked', counts: { changed: 1, warned: 0 } })
  await server.db.system.query('update vehicle set row_version = row_version + 1 where vehicle_id = $1', [id])
  const { body } = await server.ask(other, { url: `/api/v2/vehicle/imports/${first.importId}/columns` })
  const answer = await map(first.importId, (body as Columns).mapping, 'Plantilla', other)
  const warnings = async ({ importId }: Import) =>
    ((await server.ask(other, { url: `/api/v2/vehicle/imports/${importId}/rows` })).body as { rows: ImportRow[] }).rows
  const changed = [{ notes: [{ level: 'warning', message: expect.stringMatching(/^Alguien cambió este vehículo/) }] }]
  const mappedFile = (answer.body as { import: Import }).import
  expect(mappedFile).toMatchObject({ mapping: { name: 'Plantilla' }, counts: { changed: 1, warned: 1 } })
  expect(await warnings(mappedFile)).toMatchObject(changed)
  const next = await sendEdit()
  expect(next).toMatchObject({ mapping: { name: 'Plantilla' }, counts: { changed: 1, warned: 1 } })
  expect(await warnings(next)).toMatchObject(changed)
})

const at = ({ importId }: Import, sheet: string, headingRow: number | string) => {
  const query = new URLSearchParams({ sheet, headingRow: `${headingRow}` })
  return server.ask(ana, { url: `/api/v2/vehicle/imports/${importId}/columns?${query}` })
}

describe('the row of the headings', () => {
  afterEach(() => server.db.system.query('delete from import_mapping where name = $1', ['Con resumen']))
  /** A summary whose row names more known columns than the headings do. */
  const WITH_SUMMARY = [
    ['Placas', 'Serie', 'Estado', 'Marca'],
    ['528', '528', '12', '9'],
    [],
    ['Matrícula oficial', 'Serie', 'Edo.'],
  ]
  const summary = (...rows: CellValue[][]) => bookOf({ Flota: [...WITH_SUMMARY, ...rows] })
  const vehicle = (n: number): CellValue[] => [plateOf(n), vinOf(n), 'NL']
  const asPlate = (mapping: ImportMapping, look: Columns): ImportMapping => ({
    ...mapping,
    sheets: [{ name: 'Flota', stateId: null, headingRow: 4 }],
    columns: (look.sheets[0]?.columns ?? []).map(({ heading, field, category }) =>
      heading === 'Matrícula oficial' ? { heading, field: 'plate', category: null } : { heading, field, category },
    ),
  })

  it.runIf(isDrill)(
    'can be chosen if another row was found, and is recognized in the next file with the same headings',
    async () => {
      const { file } = await upload(await summary(vehicle(101), vehicle(102)), 'con resumen.xlsx')
      const { sheets, mapping } = await columnsOf(file)
      expect(sheets[0]).toMatchObject({
        headingRow: 1,
        rows: 4,
        firstRows: [
          { row: 1, text: 'Placas · Serie · Estado · Marca' },
          { row: 2, text: '528 · 528 · 12 · 9' },
          { row: 4, text: 'Matrícula oficial · Serie · Edo.' },
          { row: 5 },
          { row: 6 },
        ],
      })
      const { status, body } = await at(file, 'Flota', 4)
      expect(status).toBe(200)
      const look = body as Columns
      expect(look.sheets).toHaveLength(1)
      expect(look.sheets[0]).toMatchObject({
        headingRow: 4,
        rows: 2,
        columns: [
          { heading: 'Matrícula oficial', samples: [plateOf(101), plateOf(102)] },
          { heading: 'Serie', field: 'vin' },
          { heading: 'Edo.', field: 'stateId', samples: ['NL'] },
        ],
      })
      const ready = await mapped(file, asPlate(mapping, look), 'Con resumen')
      expect(ready).toMatchObject({ state: 'checked', counts: { rows: 2, new: 2 }, mapping: { name: 'Con resumen' } })
      expect((await rowsOf(ready)).map(({ row, texts }) => [row, texts.plate])).toEqual([
        [5, 'RKA101B'],
        [6, 'RKA102B'],
      ])
      // The choice is stored with the import, and a later correction uses it.
      expect(await columnsOf(ready)).toMatchObject({
        sheets: [{ headingRow: 4, rows: 2 }],
        mapping: { sheets: [{ name: 'Flota', headingRow: 4 }] },
      })
      const url = `/api/v2/vehicle/imports/${file.importId}/check`
      const again = await server.ask(ana, { method: 'POST', url, payload: { omit: [6] } })
      expect(again.body).toMatchObject({ import: { counts: { new: 1, omitted: 1 } } })
      // The next month's file has one more row above the headings.
      const next = await bookOf({ Hoja9: [['Resumen'], ...WITH_SUMMARY, vehicle(103)] })
      const known = (await upload(next, 'con resumen de diciembre.xlsx')).file
      expect(known).toMatchObject({ state: 'checked', counts: { rows: 1, new: 1 }, mapping: { name: 'Con resumen' } })
      expect((await columnsOf(known)).mapping.sheets).toEqual([{ name: 'Hoja9', stateId: null, headingRow: 5 }])
      // A file whose headings are found automatically has no chosen row.
      const plain = await bookOf({ Uno: [...WITH_SUMMARY.slice(3), vehicle(104)] })
      expect((await upload(plain, 'sin resumen.xlsx')).file).toMatchObject({ state: 'checked', counts: { new: 1 } })
    },
  )

  it.runIf(isDrill)('can be chosen in a CSV file that has no known column', async () => {
    const lines = ['Matrícula oficial;Bastidor oficial;Edo', `${plateOf(105)};${vinOf(105)};NL`]
    const { file } = await upload(Buffer.from(lines.join('\n')), 'raro.csv')
    const { sheets, mapping } = await columnsOf(file)
    expect(sheets).toMatchObject([{ name: '', headingRow: null, columns: [], firstRows: [{ row: 1 }, { row: 2 }] }])
    expect(mapping).toMatchObject({ sheets: [{ name: '' }], columns: [] })
    const look = (await at(file, '', 1)).body as Columns
    const fields = ['plate', 'vin', 'stateId']
    const columns = (look.sheets[0]?.columns ?? []).map(({ heading }, i) => ({
      heading,
      field: fields[i] ?? null,
      category: null,
    }))
    const read = { ...mapping, sheets: [{ name: '', stateId: null, headingRow: 1 }], columns }
    expect(await mapped(file, read)).toMatchObject({ state: 'checked', counts: { new: 1 } })
  })

  it.runIf(isDrill)(
    'is rejected if it is blank, past the last row or invalid, and the file can still be mapped',
    async () => {
      const { file } = await upload(await summary(vehicle(106)), 'con resumen.xlsx')
      const refusals: [string, number | string, number, RegExp][] = [
        ['Flota', 3, 422, /^La fila 3 de la hoja «Flota» está en blanco/],
        ['Flota', 40, 422, /^La última fila de la hoja «Flota» es la 5: no tiene la 40/],
        ['Flota', 9_999_999, 422, /es la 5: no tiene la 9999999/],
        ['Otra', 1, 422, /no tiene una hoja visible con el nombre «Otra»/],
        ['Flota', 0, 400, /./],
        ['Flota', '1e9', 400, /./],
      ]
      for (const [sheet, row, status, message] of refusals) {
        const answer = await at(file, sheet, row)
        expect([answer.status, (answer.body as { title: string }).title]).toEqual([
          status,
          expect.stringMatching(message),
        ])
        if (status === 422) expect(answer.body).toMatchObject({ errors: [{ path: 'headingRow' }] })
      }
      const { mapping } = await columnsOf(file)
      for (const [headingRow, message] of [
        [3, /^La fila 3 de la hoja «Flota» está en blanco/],
        [40, /no tiene la 40/],
      ] as const) {
        const sheets = [{ name: 'Flota', stateId: null, headingRow }]
        const refused = await mapped(file, { ...mapping, sheets }, 'Imposible')
        expect(refused).toMatchObject({ state: 'refused', fileNotes: [{ message: expect.stringMatching(message) }] })
      }
      for (const headingRow of [0, 2_000_000, 1.5])
        expect(
          (await map(file.importId, { ...mapping, sheets: [{ name: 'x', stateId: null, headingRow }] })).status,
        ).toBe(400)
      expect((await columnsOf(file)).sheets).toMatchObject([{ headingRow: null, firstRows: [{}, {}, {}, {}] }])
      const saved = (await server.ask(ana, { url: '/api/v2/import-mappings?kind=add' })).body
      expect(JSON.stringify(saved)).not.toContain('Imposible')
      const look = (await at(file, 'Flota', 4)).body as Columns
      expect(await mapped(file, asPlate(mapping, look))).toMatchObject({ state: 'checked', counts: { new: 1 } })
    },
  )
})

test.runIf(isDrill)(
  'a CSV file with semicolons in Windows encoding is read, and errors have its own row numbers',
  async () => {
    const lines = [
      'Relación de unidades;;;',
      'Placas;Núm. de Serie;Ubicación;Año',
      `${plateOf(11)};${vinOf(11)};Nuevo León;2024`,
      '',
      `${plateOf(12)};corto;Nuevo León;2024`,
    ]
    const { file } = await upload(Buffer.from(lines.join('\r\n'), 'latin1'), 'unidades.csv')
    const { mapping } = await columnsOf(file)
    expect(mapping.columns.map(({ field }) => field)).toEqual(['plate', 'vin', 'stateId', 'year'])
    const result = await mapped(file, mapping)
    expect(result).toMatchObject({ counts: { rows: 2, new: 1, refused: 1 } })
    expect((await rowsOf(result))[1]).toMatchObject({
      row: 5,
      notes: [{ column: 'Núm. de Serie', message: 'El VIN debe de contener 17 caracteres.' }],
    })
    const copy = await server.app.inject({ url: result.fileUrl ?? '' })
    const list = (await Array.fromAsync(readXlsx(copy.rawPayload, 'Errores'))).map(({ cells }) => cells.join(' | '))
    expect(list).toContain('5 | Núm. de Serie | corto | Error | El VIN debe de contener 17 caracteres.')
  },
)

test.runIf(isDrill)(
  'of a workbook with a sheet per branch, the state and a tag come from the sheet’s name',
  async () => {
    const branch = ['No. Eco.', 'Placas', 'Serie']
    const file = await bookOf({
      'Nuevo León': [branch, ['1', plateOf(21), vinOf(21)]],
      Jalisco: [branch, ['2', 'JAB-022-B', vinOf(22)], ['3', plateOf(21), vinOf(23)]],
      Notas: [['Sin vehículos']],
    })
    const sent = await upload(file, 'sucursales.xlsx')
    const { sheets, mapping } = await columnsOf(sent.file)
    expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
      ['Nuevo León', 1],
      ['Jalisco', 2],
      ['Notas', 0],
    ])
    expect(mapping.sheets).toEqual([
      { name: 'Nuevo León', stateId: 19 },
      { name: 'Jalisco', stateId: 14 },
    ])
    const result = await mapped(sent.file, { ...mapping, sheetCategory: 'Sucursal' })
    expect(result).toMatchObject({ counts: { rows: 3, refused: 1 } })
    const rows = await rowsOf(result)
    expect(rows.map(({ sheet, sheetRow, texts }) => [sheet, sheetRow, texts.stateId, texts.tags])).toEqual([
      ['Nuevo León', 2, 'Nuevo León', 'Sucursal: nuevo león'],
      ['Jalisco', 2, 'Jalisco', 'Sucursal: jalisco'],
      ['Jalisco', 3, 'Jalisco', 'Sucursal: Jalisco'],
    ])
    expect(rows[2]?.notes.find(({ level }) => level === 'error')?.message).toBe(
      'La placa RKA021B ya está en la fila 2 de la hoja «Nuevo León».',
    )
  },
)

test.runIf(isDrill)(
  'an error in a column that only the second sheet has is reported under its own heading',
  async () => {
    const sheets = {
      Centro: [
        ['Placas', 'Serie', 'Edo.'],
        [plateOf(24), vinOf(24), 'NL'],
      ],
      Norte: [
        ['Año modelo', 'Placas', 'Serie', 'Edo.'],
        ['mil', plateOf(25), vinOf(25), 'NL'],
      ],
    }
    const { file } = await upload(await bookOf(sheets), 'dos hojas.xlsx')
    const { mapping } = await columnsOf(file)
    const result = await mapped(file, {
      ...mapping,
      sheets: ['Centro', 'Norte'].map((name) => ({ name, stateId: null })),
      columns: [...mapping.columns, { heading: 'Año modelo', field: 'year', category: null }],
    })
    expect(result.commonNotes).toMatchObject([{ column: 'Año modelo', level: 'error' }])
    expect((await rowsOf(result))[1]).toMatchObject({
      sheet: 'Norte',
      sheetRow: 2,
      notes: [{ field: 'year', column: 'Año modelo', level: 'error' }],
    })
  },
)

test.runIf(isDrill)('a warning names a second sheet with the template’s headings that was not read', async () => {
  const rows = (n: number): CellValue[][] => [
    ['Placa', 'VIN', 'Estado'],
    [plateOf(n), vinOf(n), 'NL'],
  ]
  const { file } = await upload(await bookOf({ Centro: rows(71), Norte: rows(72), Notas: [['x']] }), 'dos.xlsx')
  expect(file).toMatchObject({ state: 'checked', counts: { new: 1 } })
  expect(file.fileNotes).toEqual([
    {
      field: null,
      column: '',
      level: 'warning',
      message:
        'Solo se leyó la hoja «Centro». Tiene los mismos encabezados «Norte»; para leerlas también, use ' +
        '«Asignar columnas».',
    },
  ])
  const { mapping } = await columnsOf(file)
  expect(await mapped(file, mapping)).toMatchObject({ state: 'checked', counts: { new: 2 } })
})

test.runIf(isDrill)(
  'a missing state is derived from the plate’s series, or is the one chosen for federal plates',
  async () => {
    const own = [
      ['Placas', 'Serie'],
      [plateOf(31), vinOf(31)],
      ['12AB3C', vinOf(32)],
      ['ZZZZ99', vinOf(33)],
    ]
    const { file } = await upload(await bookOf({ Hoja1: own }), 'sin estado.xlsx')
    const { sheets, mapping } = await columnsOf(file)
    expect(sheets[0]).toMatchObject({ withoutState: { series: [{ stateId: 19, rows: 1 }], federal: 1, other: 1 } })
    const result = await mapped(file, { ...mapping, missingState: { bySeries: true, federal: 9, other: null } })
    expect((await rowsOf(result)).map(({ texts }) => texts.stateId)).toEqual([
      'Nuevo León',
      'Ciudad de México',
      undefined,
    ])
    expect(result.counts).toMatchObject({ new: 2, refused: 1 })
  },
)

test.runIf(isDrill)(
  'a row whose state is in a column with another heading does not count as without a state',
  async () => {
    const own = [
      ['Placas', 'Serie', 'Ubicación'],
      [plateOf(34), vinOf(34), 'Jalisco'],
      [plateOf(35), vinOf(35)],
    ]
    const { file } = await upload(await bookOf({ Hoja1: own }), 'ubicación.xlsx')
    const { sheets } = await columnsOf(file)
    expect(sheets[0]?.columns[2]).toMatchObject({ field: 'stateId' })
    expect(sheets[0]).toMatchObject({ withoutState: { series: [{ stateId: 19, rows: 1 }], federal: 0, other: 0 } })
  },
)

test.runIf(isDrill)('in Colombia a missing department must be chosen, since plates do not determine it', async () => {
  const andina = await server.somebody(await server.company('andina', 'CO'), 'andrea', ['admin'])
  const own = [
    ['Placas', 'Chasis'],
    ['KZT101', vinOf(36)],
  ]
  const { file } = await upload(await bookOf({ Hoja1: own }), 'flota.xlsx', andina)
  const { body } = await server.ask(andina, { url: `/api/v2/vehicle/imports/${file.importId}/columns` })
  const { sheets, mapping } = body as Columns
  expect(sheets[0]).toMatchObject({ withoutState: { series: [], federal: 0, other: 1 } })
  const missingState = { bySeries: false, federal: null, other: 1005 }
  const answer = await map(file.importId, { ...mapping, missingState }, undefined, andina)
  expect((answer.body as { import: Import }).import.counts).toMatchObject({ new: 1, refused: 0 })
})

test.runIf(isDrill)(
  'a file that cannot be mapped is rejected with the reason, and nothing of it is stored',
  async () => {
    const data = await bookOf({ Hoja1: [[plateOf(41), vinOf(41)]] })
    const { file } = await upload(data, 'una fila.xlsx')
    const { status, body } = await server.ask(ana, { url: `/api/v2/vehicle/imports/${file.importId}/columns` })
    expect([status, (body as { title: string }).title]).toEqual([
      422,
      'El archivo no tiene filas debajo de los encabezados.',
    ])
    const refusals: [Buffer, string, RegExp][] = [
      [Buffer.from(''), 'a.csv', /vacío/],
      [Buffer.from('Placas,Serie\n"A,B\nC,D'), 'a.csv', /fila 2 .*comilla doble/],
      [Buffer.from('Placas\0,Serie\nA,B'), 'a.csv', /no es de texto/],
      [data, 'a.csv', /no es de texto/],
      [Buffer.from(`Placas,Serie\n${'x,'.repeat(300)}`), 'a.csv', /más de 200 columnas/],
      [Buffer.from(`Placas,Serie\n${'x'.repeat(2_000_000)}`), 'a.csv', /demasiado larga/],
      [data, 'a.pdf', /^Solo se aceptan archivos de tipo \.xlsx/],
    ]
    for (const [bytes, name, message] of refusals) {
      const sent = await upload(bytes, name)
      expect([sent.status, (sent.body as unknown as { title: string }).title]).toEqual([
        422,
        expect.stringMatching(message),
      ])
    }
  },
)

test.runIf(isDrill)(
  'a mapping with a repeated or unknown field, an unknown sheet, or without a plate is rejected',
  async () => {
    const { file } = await upload(await titled([ownRow(51, 'Mty')]), 'x.xlsx', ana)
    const { mapping } = await columnsOf(file)
    const [plates, series] = mapping.columns
    if (!plates || !series) throw new Error('no columns')
    const wrong: [Partial<ImportMapping>, RegExp][] = [
      [{ columns: [plates, { ...series, field: 'plate' }] }, /«Placas» y «No. de serie» son las dos «Placa»/],
      [{ columns: [{ ...plates, field: 'rowVersion' }] }, /este tipo de archivo no tiene ese dato/],
      [{ sheets: [{ name: 'Otra', stateId: null }] }, /no tiene una hoja visible con el nombre «Otra»/],
      [{ missingState: { bySeries: false, federal: 1005, other: null } }, /Elija un estado/],
      [{ columns: [series] }, /ninguna columna es «Placa»/],
    ]
    for (const [part, message] of wrong) {
      const { body } = await map(file.importId, { ...mapping, ...part }, 'Mala')
      expect(JSON.stringify(body)).toMatch(message)
    }
  },
)

test.runIf(isDrill)(
  'a saved mapping is listed, renamed and deleted only by its company, and its name is unique',
  async () => {
    const list = async (who = ana) =>
      (
        (await server.ask(who, { url: '/api/v2/import-mappings?kind=add' })).body as {
          mappings: { importMappingId: string; name: string }[]
        }
      ).mappings
    const [saved] = await list()
    // The mappings rejected in the tests above were not saved.
    expect((await list()).map(({ name }) => name)).toEqual(['Control de flota'])
    expect(saved).toMatchObject({ columns: 7 })
    expect(await list(other)).toEqual([])
    const url = `/api/v2/import-mappings/${saved?.importMappingId}`
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await server.ask(other, { method, url, payload: { name: 'Mía' } })).status).toBe(404)
    const { file } = await upload(
      await bookOf({
        A: [
          ['Placas', 'Serie'],
          [plateOf(61), vinOf(61)],
        ],
      }),
      'a.xlsx',
    )
    const refusal = await map(file.importId, (await columnsOf(file)).mapping, 'CONTROL DE FLOTA')
    expect(refusal).toMatchObject({ status: 409, body: { title: expect.stringMatching(/^Ya hay otra asignación/) } })
    expect(await server.ask(ana, { method: 'PUT', url, payload: { name: 'Mensual' } })).toMatchObject({
      body: { mapping: { name: 'Mensual' } },
    })
    expect((await server.ask(ana, { method: 'DELETE', url })).status).toBe(200)
    expect(await list()).toEqual([])
  },
)

test.runIf(isDrill)(
  'a saved mapping that uses a column without a heading is ignored if another column is there',
  async () => {
    const rows = (n: number) => [
      ['Placas', 'Serie', '', 'Color'],
      [plateOf(n), vinOf(n), 'Jalisco', 'Rojo'],
    ]
    const { file } = await upload(await bookOf({ Hoja1: rows(37) }), 'sin título.xlsx')
    const { mapping } = await columnsOf(file)
    const columns = mapping.columns.map((one) => (one.heading === 'Columna C' ? { ...one, field: 'stateId' } : one))
    expect(await mapped(file, { ...mapping, columns }, 'Sin título')).toMatchObject({ state: 'checked' })
    expect((await upload(await bookOf({ Hoja1: rows(38) }), 'igual.xlsx')).file).toMatchObject({ state: 'checked' })
    const moved = rows(39).map(([plate = '', vin = '', blank = '', color = '']) => [plate, blank, vin, color])
    const next = await upload(await bookOf({ Hoja1: moved }), 'movida.xlsx')
    expect(next.file).toMatchObject({ state: 'refused', isUnmapped: true, mapping: null })
  },
)

test.runIf(isDrill)(
  'a saved mapping has the state of each sheet, and reads other sheets with the same headings',
  async () => {
    const sheet = (n: number): CellValue[][] => [
      ['Económico', 'Placas', 'Serie'],
      [`E-${n}`, plateOf(n), vinOf(n)],
    ]
    const { file } = await upload(await bookOf({ Saltillo: sheet(81), Monclova: sheet(82) }), 'dos sucursales.xlsx')
    const { mapping } = await columnsOf(file)
    const sheets = ['Saltillo', 'Monclova'].map((name) => ({ name, stateId: 5 }))
    expect(await mapped(file, { ...mapping, sheets }, 'Sucursales')).toMatchObject({ state: 'checked' })
    const next = await upload(await bookOf({ Norte: sheet(83), Saltillo: sheet(84) }), 'otras sucursales.xlsx')
    expect(next.file).toMatchObject({ mapping: { name: 'Sucursales' }, counts: { rows: 2, new: 1, refused: 1 } })
    expect((await rowsOf(next.file)).map(({ sheet: name, texts }) => [name, texts.stateId])).toEqual([
      ['Norte', undefined],
      ['Saltillo', stateName(5)],
    ])
  },
)
