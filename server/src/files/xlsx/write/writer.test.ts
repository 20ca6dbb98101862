// What is written, as read by others: our own reader, excelts, and openpyxl where it is installed.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Workbook } from '@cj-tech-master/excelts'
import { describe, expect, it } from 'vitest'
import { unzip } from '../../../testing/files/unzip.ts'
import { readXlsx } from '../read/reader.ts'
import { type Cell, type Sheet, type TextSheet, writeWorkbook } from './writer.ts'

const PYTHON = '/usr/bin/python3'
const hasOpenpyxl = spawnSync(PYTHON, ['-c', 'import openpyxl']).status === 0

const bytesOf = async (sheets: readonly (Sheet | TextSheet)[], lastRow?: number): Promise<Buffer> => {
  const into = new PassThrough()
  const [bytes] = await Promise.all([buffer(into), writeWorkbook(into, sheets, lastRow)])
  return bytes
}
const cellsOf = async (bytes: Buffer, name: string): Promise<string[][]> => {
  const rows: string[][] = []
  for await (const { cells } of readXlsx(bytes, name)) rows.push(cells)
  return rows
}
const texts = (rows: readonly (readonly Cell[])[], name = 'Hoja'): Sheet => ({
  name,
  columns: [{ title: 'Texto', kind: 'text', width: 20 }],
  rows,
})

/** The parts of a sheet in the order of the schema. */
const ORDER = [
  ...['sheetPr', 'sheetViews', 'sheetFormatPr', 'cols', 'sheetData', 'autoFilter', 'dataValidations'],
  ...['pageMargins', 'pageSetup', 'headerFooter', 'legacyDrawing'],
]

const HOSTILE = [
  '=1+1',
  '+5',
  '-5',
  '@SUM(A1)',
  '<b>&amp;',
  '"',
  "'",
  ' con espacios ',
  'a  b',
  '_x0041_',
  '😀 ñ',
  '0012345',
]

describe('a written workbook', () => {
  it('has texts as they are given, and none of them is a formula', async () => {
    const bytes = await bytesOf([texts(HOSTILE.map((text) => [text]))])
    expect(await cellsOf(bytes, 'Hoja')).toEqual([['Texto'], ...HOSTILE.map((text) => [text])])
    const xml = (await unzip(bytes)).get('xl/worksheets/sheet1.xml') ?? ''
    expect(xml).not.toContain('<f>')
    expect(xml.match(/t="inlineStr"/g)).toHaveLength(HOSTILE.length + 1)
  })

  it('has its headings, filter and frozen rows below the lines above the table', async () => {
    const bytes = await bytesOf([{ ...texts([['a'], ['b']]), above: ['Adeudo por tipo', '=1+1'] }])
    expect(await cellsOf(bytes, 'Hoja')).toEqual([['Adeudo por tipo'], ['=1+1'], ['Texto'], ['a'], ['b']])
    const parts = await unzip(bytes)
    expect(parts.get('xl/worksheets/sheet1.xml')).toMatch(
      /<pane ySplit="3" topLeftCell="A4".*<autoFilter ref="A3:A5"\/>/,
    )
    expect(parts.get('xl/workbook.xml')).toContain("'Hoja'!$A$3:$A$5</definedName>")
    expect(parts.get('xl/workbook.xml')).toContain("'Hoja'!$3:$3</definedName>")
  })

  it('prints in landscape, a page wide, with headings and page numbers; opens at the given sheet', async () => {
    const parts = await unzip(
      await bytesOf([texts([['a']]), { ...texts([['b']], "L'año"), filter: false, opened: true }]),
    )
    for (const sheet of ['sheet1', 'sheet2']) {
      const xml = parts.get(`xl/worksheets/${sheet}.xml`) ?? ''
      expect(xml).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
      expect(xml).toContain('<pageSetup paperSize="1" orientation="landscape" fitToWidth="1" fitToHeight="0"/>')
      expect(xml).toContain('Página &amp;P de &amp;N')
      expect(xml.includes('tabSelected="1"')).toBe(sheet === 'sheet2')
    }
    const workbook = parts.get('xl/workbook.xml') ?? ''
    expect(workbook).toContain('<workbookView activeTab="1"/>')
    expect(workbook).toContain(`<definedName name="_xlnm.Print_Titles" localSheetId="0">'Hoja'!$1:$1</definedName>`)
    expect(workbook).toContain(`<definedName name="_xlnm.Print_Titles" localSheetId="1">'L''año'!$1:$1</definedName>`)
  })

  it('has what a form needs: notes, drop-downs, frozen panes, hidden columns and lists, texts', async () => {
    const form: Sheet = {
      name: 'Datos',
      columns: [
        { title: 'Placa *', kind: 'text', width: 12, note: 'Obligatoria.\n<3 letras>' },
        { title: 'Día', kind: 'dayMonthYear', width: 12, optional: true, dropDown: 'Listas!$A$2:$A$3' },
        { title: 'Versión', kind: 'number', width: 10, hidden: true },
      ],
      rows: [['ABC', new Date('2024-02-29'), 1]],
      above: ['Título'],
      frozenColumns: 1,
      headHeight: 32,
      dropDownRows: (written) => written + 10,
    }
    const guide: TextSheet = {
      name: 'Guía',
      widths: [10, 20],
      texts: [
        { look: 'title', cells: ['Cómo'] },
        { look: 'plain', cells: ['Un texto que no cabe en su columna'] },
        { look: 'table', cells: ['Placa', 'Un texto que no cabe en su columna'] },
      ],
    }
    const bytes = await bytesOf([form, guide, { ...texts([['a'], ['b']], 'Listas'), hidden: true }])
    const xml = (await unzip(bytes)).get('xl/worksheets/sheet1.xml') ?? ''
    expect(ORDER.map((part) => xml.indexOf(`<${part}`)).every((at, i, places) => at > (places[i - 1] ?? 0))).toBe(true)

    const book = new Workbook()
    await book.xlsx.load(bytes)
    const [data, instructions, lists] = book.worksheets
    expect(data?.views).toMatchObject([{ state: 'frozen', xSplit: 1, ySplit: 2, topLeftCell: 'B3' }])
    expect(data?.dataValidations.model).toMatchObject({
      'range:B3:B13': { type: 'list', allowBlank: true, formulae: ['Listas!$A$2:$A$3'] },
    })
    expect(JSON.stringify(data?.getCell('A2').note)).toContain('Obligatoria.\\n<3 letras>')
    expect(data?.getCell('B2').note).toBeUndefined()
    expect([data?.getColumn(3).hidden, data?.getRow(2).height]).toEqual([true, 32])
    expect([data?.getCell('A2'), data?.getCell('B2')].map((cell) => cell?.fill)).toMatchObject([
      { fgColor: { argb: 'FF1F3A5F' } },
      { fgColor: { argb: 'FF566B84' } },
    ])
    expect([data?.getCell('B3').value, data?.getCell('B3').numFmt]).toEqual([new Date('2024-02-29'), 'dd/mm/yyyy'])
    expect(instructions?.views).toMatchObject([{ state: 'normal', showGridLines: false }])
    expect(instructions?.getCell('A1').font).toMatchObject({ bold: true, size: 16 })
    expect([1, 2, 3].map((row) => instructions?.getRow(row).height)).toEqual([24, undefined, 30])
    expect(lists?.state).toBe('hidden')
  })

  it('has no filter without rows', async () => {
    const parts = await unzip(await bytesOf([texts([])]))
    expect(parts.get('xl/worksheets/sheet1.xml')).not.toContain('<autoFilter')
    expect(parts.get('xl/workbook.xml')).not.toContain('_FilterDatabase')
  })

  it('leaves out what XML cannot hold, and keeps line breaks', async () => {
    const odd = ['a\u0000b\u0007c\u009fd\ufffee', 'una\nlínea\ty\r\notra', `${'x'.repeat(32_766)}😀`, '\u0001']
    const rows = await cellsOf(await bytesOf([texts(odd.map((text) => [text]))]), 'Hoja')
    expect(rows.slice(1, 3)).toEqual([['abcde'], ['una\nlínea\ty\r\notra']])
    expect(rows[3]?.[0]).toBe(`${'x'.repeat(32_766)}\ufffd`)
    expect(rows).toHaveLength(4)
  })

  it('leaves cells empty for nothing, for invalid numbers and for invalid days', async () => {
    const columns = (['text', 'number', 'money', 'day', 'moment'] as const).map((kind) => ({
      title: kind,
      kind,
      width: 10,
    }))
    const rows: Cell[][] = [
      [null, Number.NaN, Number.POSITIVE_INFINITY, new Date('no'), null],
      ['', 0, -0.1, new Date('2024-02-29'), new Date('2026-01-02T23:59:59.999Z')],
      ['x', 1, 1e9, new Date('1899-12-31'), null],
    ]
    const read = await cellsOf(await bytesOf([{ name: 'Hoja', columns, rows }]), 'Hoja')
    expect(read.slice(1)).toEqual([
      ['', '0', '-0.1', '2024-02-29', '2026-01-03'],
      ['x', '1', '1000000000', '1899-12-31'],
    ])
  })

  it('continues in another sheet when a sheet is full', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e'].map((text) => [text])
    const bytes = await bytesOf([texts(rows, 'Larga'), texts([], 'Vacía')], 3)
    const read = await Promise.all(['Larga', 'Larga (2)', 'Larga (3)', 'Vacía'].map((name) => cellsOf(bytes, name)))
    expect(read.map((sheet) => sheet.flat().join(' '))).toEqual(['Texto a b', 'Texto c d', 'Texto e', 'Texto'])
    const exact = await unzip(await bytesOf([texts(rows.slice(0, 2))], 3))
    expect([...exact.keys()].filter((name) => name.startsWith('xl/worksheets/'))).toHaveLength(1)
  })

  it('fails if its rows fail, and stops them if the reader is gone', async () => {
    let stopped = 0
    async function* broken() {
      try {
        yield ['uno']
        throw new Error('la fuente se cayó')
      } finally {
        stopped++
      }
    }
    const into = new PassThrough()
    into.on('error', () => undefined)
    await expect(writeWorkbook(into.resume(), [{ ...texts([]), rows: broken() }])).rejects.toThrow('la fuente se cayó')
    async function* endless() {
      try {
        for (;;) yield ['x'.repeat(10_000 + Math.floor(Math.random() * 10_000))]
      } finally {
        stopped++
      }
    }
    const leaving = new Writable({
      write() {
        this.destroy(new Error('se fue'))
      },
    })
    await expect(writeWorkbook(leaving, [{ ...texts([]), rows: endless() }])).rejects.toThrow('se fue')
    expect(stopped).toBe(2)
  })

  it.skipIf(!hasOpenpyxl)('is read by openpyxl with its formats, frozen headings and filter', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'padron-xlsx-'))
    const path = join(folder, 'archivo.xlsx')
    const columns = [
      { title: 'Placa', kind: 'text' as const, width: 12 },
      { title: 'Importe', kind: 'money' as const, width: 16 },
      { title: 'Día', kind: 'day' as const, width: 12 },
      { title: 'Momento', kind: 'moment' as const, width: 17 },
    ]
    const row = ['=A1', 1234.5, new Date('2024-02-29'), new Date('2026-01-02T03:04:05Z')]
    const page = { ...texts([['x']], 'Página'), filter: false }
    writeFileSync(path, await bytesOf([{ name: "Año 'y' <&>", columns, rows: [row] }, page]))
    const script = `
import openpyxl, json
book = openpyxl.load_workbook(${JSON.stringify(path)})
one, two = book.worksheets
print(json.dumps([book.sheetnames, one.freeze_panes, one.auto_filter.ref, two.auto_filter.ref,
  one.column_dimensions['B'].width,
  [[c.data_type, str(c.value), c.number_format] for c in one[2]], one['A1'].font.b, one['A1'].fill.fgColor.rgb]))`
    const parsed = JSON.parse(execFileSync(PYTHON, ['-c', script]).toString())
    rmSync(folder, { recursive: true })
    expect(parsed).toEqual([
      ["Año 'y' <&>", 'Página'],
      'A2',
      'A1:D2',
      null,
      16,
      [
        ['s', '=A1', '@'],
        ['n', '1234.5', '#,##0.00'],
        ['d', '2024-02-29 00:00:00', 'yyyy-mm-dd'],
        ['d', '2026-01-02 03:04:05', 'yyyy-mm-dd hh:mm'],
      ],
      true,
      'FF1F3A5F',
    ])
  })
})
