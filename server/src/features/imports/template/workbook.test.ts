// Templates as they are downloaded, read again with the reader that reads them when users send them: nothing is wrong
// in any of them.
import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Workbook } from '@cj-tech-master/excelts'
import { COUNTRY_CODES } from '@padron/contract/places/countries'
import { type TemplateField, templateColumns } from '@padron/contract/template/columns'
import { findHeadings } from '@padron/contract/template/headings'
import { TEMPLATE_KINDS, type TemplateKind } from '@padron/contract/template/kinds'
import { readTemplateRow } from '@padron/contract/template/rows'
import { openXlsx } from 'hucre'
import { beforeAll, describe, expect, test } from 'vitest'
import { readXlsx } from '../../../files/xlsx/read/reader.ts'
import { templateListValues } from './lists.ts'
import { type TemplateOptions, type TemplateRow, writeTemplate } from './workbook.ts'

const thisYear = 2026
const lists = { tags: ['Regiones: norte', 'Uso: reparto'], brands: ['NISSAN', 'KIA'] }
const bookOf = async (options: Partial<TemplateOptions> & { kind: TemplateKind }): Promise<Buffer> => {
  const into = new PassThrough()
  const [bytes] = await Promise.all([buffer(into), writeTemplate(into, { country: 'MX', thisYear, lists, ...options })])
  return bytes
}
const sheet = (bytes: Buffer, name?: string) => Array.fromAsync(readXlsx(bytes, name))

const EVERY = TEMPLATE_KINDS.flatMap(({ kind }) => COUNTRY_CODES.map((country) => [kind, country] as const))

describe.each(EVERY)('the empty template of %s, %s', (kind, country) => {
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await bookOf({ kind, country })
  })
  test('is small, has no vehicle, and its headings are recognized', async () => {
    expect(bytes.length).toBeLessThan(150 * 1_024)
    const rows = await sheet(bytes)
    expect(rows).toHaveLength(1)
    const columns = templateColumns(kind, country, thisYear)
    expect(
      findHeadings(
        kind,
        rows.map(({ cells }) => cells),
        country,
      ),
    ).toEqual({
      at: 0,
      headings: { fields: columns.map(({ field }) => field), errors: [], warnings: [] },
    })
  })
  test('explains every visible column', async () => {
    const guide = (await sheet(bytes, 'Instrucciones')).map(({ cells }) => cells)
    expect(guide[1]?.[0]).toMatch(/versión 5\.2$/)
    for (const { heading, note, hidden } of templateColumns(kind, country, thisYear))
      if (!hidden) expect(guide).toContainEqual(expect.arrayContaining([heading, note]))
  })
})

/** As a spreadsheet program opens it, unlike our reader: its format, drop-downs and notes. */
const opened = async (kind: TemplateKind, rows?: TemplateRow[]) => {
  const book = new Workbook()
  await book.xlsx.load(await bookOf({ kind, ...(rows && { rows }) }))
  const vehicles = book.getWorksheet('Vehículos')
  if (!vehicles) throw new Error('no such sheet')
  return { book, vehicles, at: (field: TemplateField) => placeOf(kind, field) }
}
const placeOf = (kind: TemplateKind, field: TemplateField) =>
  templateColumns(kind, 'MX', thisYear).findIndex((column) => column.field === field) + 1

describe('a template in a spreadsheet program', () => {
  test('marks required columns, and the note of a heading has its rule', async () => {
    const { vehicles, at } = await opened('replace')
    const headings = (vehicles.getRow(1).values as string[]).filter((cell) => cell?.endsWith('*'))
    expect(headings).toEqual(['Motivo del reemplazo *', 'Placa nueva *', 'VIN nuevo *'])
    expect(JSON.stringify(vehicles.getRow(1).getCell(at('plate')).note)).toMatch(
      /Obligatoria.*De 3 a 10 letras y números/,
    )
  })
  test.each([
    ['add', 2],
    ['edit', 4],
    ['replace', 3],
  ] as const)('%s: keeps the columns that identify the vehicle visible', async (kind, xSplit) => {
    const { vehicles } = await opened(kind)
    expect(vehicles.views).toMatchObject([{ state: 'frozen', xSplit, ySplit: 1 }])
  })
  test('prints in landscape, as wide as the page, with the headings on each page', async () => {
    const { vehicles } = await opened('add')
    expect(vehicles.pageSetup).toMatchObject({
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: '1:1',
    })
  })
  test('has bold Calibri headings, and notes by Padrón that are large enough', async () => {
    const { book, vehicles } = await opened('edit')
    const heads = vehicles.getRow(1)
    heads.eachCell(({ font }) => expect(font).toMatchObject({ name: 'Calibri', size: 11, bold: true }))
    const whole = await openXlsx(await bookOf({ kind: 'edit' }), { readStyles: true })
    const authors = [...(whole.sheets[0]?.cells?.values() ?? [])].map(({ comment }) => comment?.author)
    expect(new Set(authors)).toEqual(new Set(['Padrón']))
    expect(authors).toHaveLength(templateColumns('edit', 'MX', thisYear).length)
    expect(heads.getCell(1).note).toMatchObject({ width: 230, height: 90 })
    expect([book.creator, book.lastModifiedBy]).toEqual(['Padrón', 'Padrón'])
  })
  test('formats texts as text and dates as dates, and hides what the system fills', async () => {
    const { book, vehicles, at } = await opened('edit')
    const format = (field: TemplateField) => vehicles.getColumn(at(field)).numFmt
    expect([format('plate'), format('plateDate'), format('year')]).toEqual(['@', 'dd/mm/yyyy', '0'])
    expect(vehicles.getColumn(at('rowVersion')).hidden).toBe(true)
    expect(book.getWorksheet('Listas')?.state).toBe('hidden')
  })
  test('has drop-down lists: far down in an empty template, past the last row in a filled one', async () => {
    const { book, vehicles } = await opened('add')
    expect(vehicles.dataValidations.model).toMatchObject({
      'range:D2:D60001': { type: 'list', formulae: ['Listas!$A$2:$A$33'] },
      'range:H2:H60001': { formulae: ['Listas!$B$2:$B$3'] },
      'range:AD2:AD60001': { formulae: ['Listas!$C$2:$C$3'] },
      'range:AE2:AE60001': { formulae: ['Listas!$D$2:$D$2'] },
    })
    expect(book.getWorksheet('Listas')?.getCell('C2').value).toBe('Regiones: norte')
    const filled = await opened('edit', [FILLED.edit, FILLED.edit])
    expect(Object.keys(filled.vehicles.dataValidations.model)).toContain('range:B2:B5003')
  })
})

test('the instructions use the words of the country', async () => {
  const guide = (await sheet(await bookOf({ kind: 'edit', country: 'CO' }), 'Instrucciones')).flatMap(
    ({ cells }) => cells,
  )
  expect(guide).toContain(
    'Para borrar un dato escriba (vaciar) en su celda. La placa, el VIN, el departamento y el estatus no se ' +
      'pueden vaciar.',
  )
  expect(guide.join()).toContain('En patios')
  expect(guide.join()).not.toContain('corralon')
  expect(templateListValues('status', 'CO', lists)).toContain('En patios')
})

const FILLED: Readonly<Record<'edit' | 'replace', TemplateRow>> = {
  edit: new Map<TemplateField, string | number | Date | null>([
    ['vehicleAssetId', 7],
    ['assetStatusId', 'Activo'],
    ['plate', 'RKA123B'],
    ['vin', '3N1CN8AE1RL000101'],
    ['customId', '0012'],
    ['stateId', 'Nuevo León'],
    ['year', 2024],
    ['doors', 4],
    ['observations', '=1+1'],
    ['variation', '-5'],
    ['class', '@A'],
    ['type', '+52'],
    ['plateDate', '2024-01-31'],
    ['registrationDate', new Date(Date.UTC(2024, 1, 29))],
    ['rfcName', 'Ñandú & «Hijos» <SA>\u0000\ud800'],
    ['lessorName', null],
    ['ownerName', ''],
    ['cilinders', '1E5'],
    ['tags', 'Regiones: norte, Uso: reparto'],
    ['rowVersion', 3],
  ]),
  replace: new Map<TemplateField, string | number>([
    ['vehicleAssetId', 7],
    ['currentPlate', 'RKA123B'],
    ['currentVin', '0012'],
  ]),
}

describe('a filled template that is sent back unchanged', () => {
  const readings = async (kind: 'edit' | 'replace', count: number) => {
    const rows = Array.from({ length: count }, () => FILLED[kind])
    const [head, ...below] = await sheet(await bookOf({ kind, rows }))
    const { fields } = findHeadings(kind, [head?.cells ?? []], 'MX').headings
    return below.map(({ cells, numeric = [] }) => {
      const texts = new Map(fields.flatMap((field, i) => (field ? [[field, cells[i] ?? ''] as const] : [])))
      return readTemplateRow(kind, texts, { country: 'MX', thisYear }, new Set(numeric.flatMap((i) => fields[i] ?? [])))
    })
  }
  test('edit: every value is the same, also formulas and leading zeros', async () => {
    const [first, ...more] = await readings('edit', 250)
    expect(first).toMatchObject({ errors: [], warnings: [], blank: false })
    expect(first?.values).toEqual({
      vehicleAssetId: 7,
      assetStatusId: 1,
      plate: 'RKA123B',
      vin: '3N1CN8AE1RL000101',
      customId: '0012',
      stateId: 19,
      year: 2024,
      doors: 4,
      observations: '=1+1',
      variation: '-5',
      class: '@A',
      type: '+52',
      plateDate: '2024-01-31',
      registrationDate: '2024-02-29',
      rfcName: 'Ñandú & «Hijos» <SA>\ufffd',
      cilinders: '1E5',
      rowVersion: 3,
      tags: [
        { category: 'Regiones', name: 'norte' },
        { category: 'Uso', name: 'reparto' },
      ],
    })
    expect(more).toHaveLength(249)
  })
  test('replace: every row is blank and without errors', async () => {
    expect(await readings('replace', 2)).toMatchObject([
      { blank: true, errors: [] },
      { blank: true, errors: [] },
    ])
  })
})

test('writing a template fails if its source of rows fails', async () => {
  async function* rows() {
    yield FILLED.edit
    throw new Error('lost')
  }
  const into = new Writable({ write: (_chunk, _encoding, done) => done() })
  await expect(writeTemplate(into, { kind: 'edit', country: 'MX', thisYear, lists, rows: rows() })).rejects.toThrow(
    'lost',
  )
})
