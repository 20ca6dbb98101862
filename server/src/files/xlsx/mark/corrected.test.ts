// Corrected cells and omitted rows: written as texts into the user's own workbook, whatever was there, or listed in a
// workbook of errors.
import { buffer } from 'node:stream/consumers'
import { writeXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { bookParts, type TestEntry, zip } from '../../../testing/xlsx/zip.ts'
import { readXlsx } from '../read/reader.ts'
import { type FileNote, MARK_AT_MOST, markedCopy } from './marked-copy.ts'

const SHEET = 'Vehículos'
const corrected = (row: number, column: number, value: string): FileNote => ({
  row,
  column,
  heading: 'Placa',
  value,
  message: 'Corregido en Padrón: decía «MAL».',
  level: 'corrected',
})
const OMITTED: FileNote = {
  row: 3,
  column: null,
  heading: '',
  value: '',
  message: 'Fila omitida en Padrón.',
  level: 'omitted',
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const STYLES =
  `<styleSheet ${MAIN}><fonts count="1"><font><sz val="11"/></font></fonts><fills ` +
  'count="1"><fill><patternFill/></fill></fills><cellXfs count="2"><xf numFmtId="0" fillId="0"/><xf numFmtId="14" ' +
  'fillId="0"/></cellXfs></styleSheet>'

/** The parts of a workbook whose sheet has these rows. */
const partsWith = (rows: string, strings?: string): TestEntry[] =>
  bookParts({
    sheet: `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    styles: STYLES,
    ...(strings && { strings }),
  }).map((part) => inserted(part, 'xl/workbook.xml', '<workbook', ` ${MAIN}`))

const inserted = (part: TestEntry, name: string, after: string, text: string): TestEntry =>
  part.name === name ? { ...part, data: `${part.data}`.replace(after, after + text) } : part

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** With a list of the cells that have formulas. */
const withFormulas = (rows: string): Buffer => {
  const relation = `<Relationship Id="rChain" Type="${OFFICE}/calcChain" Target="calcChain.xml"/>`
  const type = '<Override PartName="/xl/calcChain.xml" ContentType="application/xml"/>'
  const parts = partsWith(rows)
    .map((part) => inserted(part, 'xl/_rels/workbook.xml.rels', '<Relationships>', relation))
    .map((part) => inserted(part, '[Content_Types].xml', '<Types>', type))
  return zip([...parts, { name: 'xl/calcChain.xml', data: `<calcChain ${MAIN}><c r="A2" i="1"/></calcChain>` }])
}

const partsOf = async (bytes: Uint8Array): Promise<Map<string, string>> => {
  const file = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, autoClose: false })
  const parts = new Map<string, string>()
  await new Promise<void>((done) => {
    file.on('entry', async (entry) => {
      parts.set(entry.fileName, (await buffer(await file.openReadStreamPromise(entry))).toString())
      file.readEntry()
    })
    file.once('end', done)
    file.readEntry()
  })
  return parts
}
const cellsOf = async (bytes: Uint8Array, name?: string) =>
  (await Array.fromAsync(readXlsx(bytes, name))).map(({ row, cells }) => [row, ...cells])

test('a number, a date, a shared text, a blank and a missing cell become the corrected texts', async () => {
  const rows =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Placa</t></is></c></row>' +
    '<row r="2"><c r="A2"><v>12</v></c><c r="B2" s="1"><v>45000</v></c><c r="C2" t="s"><v>0</v></c><c ' +
    'r="E2"/></row><row r="3"/>'
  const shared = `<sst ${MAIN}><si><t>MAL</t></si></sst>`
  const bytes = zip(partsWith(rows, shared))
  const texts = ['0012', '31/01/2024', '=1+1 <&>', 'antes', ' _x0041_ ']
  const notes = [...texts.map((text, column) => corrected(2, column, text)), corrected(3, 1, 'nuevo')]
  const copy = await markedCopy({ bytes, sheetName: SHEET, notes })
  expect(await cellsOf(copy)).toEqual([
    [1, 'Placa'],
    [2, ...texts],
    [3, '', 'nuevo'],
  ])
  expect((await partsOf(copy)).get('xl/worksheets/a.xml')).not.toContain('<f>')
})

test('a cell corrected to an empty text is blank', async () => {
  const bytes = await writeXlsx({ sheets: [{ name: SHEET, rows: [['Placa'], ['MAL', 'x']] }] })
  const copy = await markedCopy({ bytes, sheetName: SHEET, notes: [corrected(2, 0, '')] })
  expect((await cellsOf(copy))[1]).toEqual([2, '', 'x'])
})

test('a replaced formula leaves no trace, and other formulas stay', async () => {
  const bytes = withFormulas(
    '<row r="2"><c r="A2" t="str"><f>"M"&amp;"AL"</f><v>MAL</v></c><c r="B2"><f>1+1</f><v>2</v></c></row>',
  )
  const parts = await partsOf(await markedCopy({ bytes, sheetName: SHEET, notes: [corrected(2, 0, 'RKA123B')] }))
  expect(parts.get('xl/worksheets/a.xml')).toMatch(/<c r="A2" s="0" t="inlineStr">.*RKA123B.*<c r="B2"><f>1\+1<\/f>/)
  expect([...parts].filter(([name, text]) => /calcChain/.test(name + text)).map(([name]) => name)).toEqual([])
})

test('a formula that other cells need stays: a workbook of errors shows the correction instead', async () => {
  const bytes = withFormulas(
    '<row r="2"><c r="A2"><f t="shared" ref="A2:A3" si="0">B2</f><v>1</v></c></row><row r="3"><c r="A3"><f ' +
      't="shared" si="0"/><v>1</v></c></row>',
  )
  const copy = await markedCopy({ bytes, sheetName: SHEET, notes: [corrected(2, 0, 'RKA123B'), OMITTED] })
  expect(await cellsOf(copy, 'Errores')).toEqual([
    [1, 'Fila', 'Columna', 'Valor', 'Tipo', 'Qué corregir'],
    [2, '2', 'Placa', 'RKA123B', 'Corregido', 'Corregido en Padrón: decía «MAL».'],
    [3, '3', '', '', 'Omitida', 'Fila omitida en Padrón.'],
  ])
  const other = await markedCopy({ bytes, sheetName: SHEET, notes: [corrected(3, 0, 'RKA123B')] })
  expect((await cellsOf(other)).at(-1)).toEqual([3, 'RKA123B'])
})

test('a workbook too large to be marked gets the same workbook of errors', async () => {
  const bytes = await writeXlsx({ sheets: [{ name: SHEET, rows: [['Placa'], ['MAL']] }] })
  const rows = MARK_AT_MOST.rows + 1
  const copy = await markedCopy({ bytes, sheetName: SHEET, rows, notes: [corrected(2, 0, 'RKA123B'), OMITTED] })
  expect((await cellsOf(copy, 'Errores')).map((cells) => cells[4])).toEqual(['Tipo', 'Corregido', 'Omitida'])
})
