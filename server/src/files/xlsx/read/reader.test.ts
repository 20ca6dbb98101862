// Workbooks are read correctly: those of six programs give the same rows, and each kind of cell has its text.
import { readFileSync } from 'node:fs'
import { writeXlsx } from 'hucre'
import { describe, expect, test } from 'vitest'
import { bookParts, type TestBook, zip } from '../../../testing/xlsx/zip.ts'
import { openBook } from './open.ts'
import { readXlsx, type SheetRow } from './reader.ts'

const all = (bytes: Uint8Array, sheet?: string): Promise<SheetRow[]> => Array.fromAsync(readXlsx(bytes, sheet))
const made = (book: TestBook) => all(zip(bookParts(book)))
const rows = (xml: string) => `<worksheet><sheetData>${xml}</sheetData></worksheet>`

describe('reads', () => {
  test.each(['shared', 'inline'] as const)('what hucre writes, with %s strings', async (stringMode) => {
    const bytes = await writeXlsx({
      stringMode,
      sheets: [
        { name: 'Notas', rows: [['otra cosa']] },
        {
          name: 'Vehiculos',
          rows: [
            ['Placa', 'Año', 'Fecha'],
            ['RKA123B', 2024, new Date(Date.UTC(2024, 0, 31))],
            [],
            ['ñandú & <b> 🚚', 1.5, true],
          ],
        },
      ],
    })
    expect(await all(bytes)).toEqual([
      { row: 1, cells: ['Placa', 'Año', 'Fecha'] },
      { row: 2, cells: ['RKA123B', '2024', '2024-01-31'], numeric: [1] },
      { row: 4, cells: ['ñandú & <b> 🚚', '1.5', 'VERDADERO'], numeric: [1] },
    ])
    expect(await all(bytes, 'notas')).toEqual([{ row: 1, cells: ['otra cosa'] }])
  })
  test('rich text without its phonetic part, escapes, prefixes, cells without references', async () => {
    const strings =
      '<x:sst xmlns:x="s"><x:si><x:r><x:t>Nue</x:t></x:r><x:r><x:t>vo</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:si>' +
      '<x:si><x:t>a_x000A_b</x:t></x:si></x:sst>'
    const sheet =
      '<x:worksheet xmlns:x="s"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c ' +
      't="s"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    expect(await made({ sheet, strings })).toEqual([{ row: 1, cells: ['Nuevo', 'a\nb'] }])
  })
  test('dates by format, in both calendars; formulas by their last value; errors as themselves', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="[$-80A]dddd\\ d&quot; de &quot;mmmm;@"/><numFmt ' +
      'numFmtId="201" formatCode="#,##0.00&quot; días&quot;"/></numFmts><cellStyleXfs><xf ' +
      'numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="200"/><xf ' +
      'numFmtId="201"/><xf numFmtId="20"/></cellXfs></styleSheet>'
    const sheet = rows(
      '<row r="2"><c r="A2" s="1"><v>45322</v></c><c r="B2" s="2"><v>59</v></c><c r="C2" s="3"><v>45322</v></c><c ' +
        'r="D2" s="4"><v>0.75</v></c><c r="E2" t="str"><f>A1</f><v>RKA</v></c><c r="F2" t="e"><v>#N/A</v></c><c ' +
        'r="G2"><f>A1</f></c><c r="H2" t="d"><v>2024-01-31T00:00:00</v></c><c r="J2"><v>0.1</v></c></row>',
    )
    expect(await made({ sheet, styles })).toEqual([
      {
        row: 2,
        cells: [
          '2024-01-31',
          '1900-02-28',
          '45322',
          '18:00:00',
          'RKA',
          '#N/A',
          '#SIN CALCULAR!',
          '2024-01-31',
          '',
          '0.1',
        ],
        numeric: [2, 9],
      },
    ])
    expect((await made({ sheet, styles, book: '<workbookPr date1904="1"/>' }))[0]?.cells[0]).toBe('2028-02-01')
    const turn = rows('<row><c s="1"><v>60</v></c><c s="1"><v>61</v></c></row>')
    expect((await made({ sheet: turn, styles }))[0]?.cells).toEqual(['1900-02-29', '1900-03-01'])
  })
  test('the first visible sheet', async () => {
    const sheets = '<sheet name="Vehículos" state="hidden" r:id="r9"/><sheet name="B" r:id="r1"/>'
    expect(await made({ sheets, sheet: rows('<row r="7"><c t="inlineStr"><is><t>uno</t></is></c></row>') })).toEqual([
      { row: 7, cells: ['uno'] },
    ])
  })
  test('numbers with every digit that Excel keeps, and the zeros of their format', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="0000"/></numFmts><cellXfs><xf numFmtId="0"/><xf ' +
      'numFmtId="200"/></cellXfs></styleSheet>'
    const values = [
      '1.2345678901234E+16',
      '1E+20',
      '1e5',
      '3.0E-7',
      '-1.5E-3',
      '12345678901234567',
      '1E+300',
      '0.30000000000000004',
    ]
    const cells = values.map((value) => `<c><v>${value}</v></c>`).join('')
    const sheet = rows(`<row>${cells}<c s="1"><v>7</v></c><c s="1" t="str"><v>7</v></c><c s="1"><v>-7</v></c></row>`)
    expect(await made({ sheet, styles })).toEqual([
      {
        row: 1,
        cells: [
          '12345678901234000',
          '100000000000000000000',
          '100000',
          '0.0000003',
          '-0.0015',
          '12345678901234600',
          '1E+300',
          '0.3',
          '0007',
          '7',
          '-7',
        ],
        numeric: [0, 1, 2, 3, 4, 5, 6, 7, 8, 10],
      },
    ])
  })
  test('hidden rows and columns like others, the first of merged cells, and no rows of spaces only', async () => {
    const sheet =
      '<worksheet><cols><col min="1" max="2" hidden="1" width="0"/></cols><sheetData><row r="1" hidden="1"><c ' +
      'r="A1" t="str"><v>uno</v></c><c r="B1"/><c r="C1" t="str"><v>tres</v></c></row><row r="2"><c r="A2" ' +
      't="str"><v>  </v></c></row></sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells></worksheet>'
    expect(await made({ sheet })).toEqual([{ row: 1, cells: ['uno', '', 'tres'] }])
  })
  test('a formula with an empty text as blank, and one without a value as an error', async () => {
    const cells =
      '<c t="str"><f>A9</f><v></v></c><c><f>A9</f><v/></c><c><f>A9</f></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c ' +
      't="b"><f>1=1</f><v>1</v></c><c><f>1+1</f><v>2</v></c><c t="e"><f>B1</f><v/></c><c ' +
      't="str"><f>B1</f></c><c t="str"><f>cmd|\' /C calc\'!A0</f><v></v></c>'
    const none = '#SIN CALCULAR!'
    expect(await made({ sheet: rows(`<row>${cells}</row>`) })).toEqual([
      { row: 1, cells: ['', none, none, '#DIV/0!', 'VERDADERO', '2', none, none, none], numeric: [5] },
    ])
  })
  test('more rows than a batch, and stops early if the caller does', async () => {
    const many = Array.from({ length: 2_300 }, (_, i) => `<row><c><v>${i}</v></c></row>`).join('')
    expect(await made({ sheet: rows(many) })).toHaveLength(2_300)
    for await (const { row } of readXlsx(zip(bookParts({ sheet: rows(many) })))) if (row === 3) break
  })
})

type Value = string | number | null | { date: string } | { formula: string; value: string | number }
const EXPECTED = JSON.parse(readFileSync(new URL('../fixtures/vehicles.json', import.meta.url), 'utf8')) as {
  title: string
  headings: string[]
  rows: Record<string, Value[]>
}
const displayed = (value: Value, computed: boolean): string => {
  if (value === null || typeof value !== 'object') return String(value ?? '')
  if ('date' in value) return value.date
  return computed ? String(value.value) : '#SIN CALCULAR!'
}
const isNumber = (value: Value, computed: boolean): boolean =>
  typeof value === 'number' ||
  (computed && typeof value === 'object' && value !== null && 'formula' in value && typeof value.value === 'number')

describe('the same vehicles', () => {
  test.each(['excel-365', 'google-sheets', 'libreoffice', 'openpyxl', 'hucre', 'excelts'])(
    'are read from a file by %s',
    async (program) => {
      const computed = program !== 'openpyxl' // it writes formulas without their value
      const bytes = readFileSync(new URL(`../fixtures/${program}.xlsx`, import.meta.url))
      const vehicles = Object.entries(EXPECTED.rows).map(([row, values]) => ({
        row: Number(row),
        cells: values.map((value) => displayed(value, computed)),
        numeric: values.flatMap((value, column) => (isNumber(value, computed) ? [column] : [])),
      }))
      const read = [{ row: 1, cells: [EXPECTED.title] }, { row: 3, cells: EXPECTED.headings }, ...vehicles]
      expect(await all(bytes)).toEqual(read)
      const { main, rows } = await openBook(bytes, 'vehiculos')
      expect(main).toBe('Vehículos')
      expect(await Array.fromAsync(rows(main))).toEqual(read)
    },
  )
})
