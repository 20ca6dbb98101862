// A workbook with a drop-down, a name, a chart, widths, formats, a note and hidden lists comes back marked, and
// otherwise the same. The fixture was made with openpyxl.
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { openXlsx, type RoundtripWorkbook, saveXlsx, writeXlsx } from 'hucre'
import { describe, expect, test } from 'vitest'
import { type Entry, fromBufferPromise } from 'yauzl'
import { isDrill, someCases } from '../../../testing/drill.ts'
import { bookParts, zip } from '../../../testing/xlsx/zip.ts'
import { readXlsx } from '../read/reader.ts'
import { type FileNote, MARK_AT_MOST, markedCopy } from './marked-copy.ts'
import { FILLS } from './styles.ts'

const ORIGINAL = readFileSync(new URL('../fixtures/marked/with-everything.xlsx', import.meta.url))
const SHEET = 'Vehiculos'

const note = (row: number, column: number | null, message: string, more: Partial<FileNote> = {}): FileNote => ({
  row,
  column,
  heading: 'Placa',
  value: '',
  message,
  level: 'error',
  ...more,
})
const NOTES: readonly FileNote[] = [
  note(0, null, 'El archivo no tiene la columna «Serie».', { heading: '' }),
  note(2, 0, 'La placa no es válida.', { value: '=1+1' }),
  note(2, 0, 'La placa ya existe.', { value: '@A1' }),
  note(3, 1, 'El dígito verificador no coincide.', { heading: 'VIN', level: 'warning', value: '1HGCM82633A004353' }),
  note(4, 3, 'La fecha es futura.', { heading: 'Fecha' }),
  note(5, 6, 'Falta el estado.', { heading: 'Estado' }),
  note(9, null, 'La fila está incompleta.', { heading: '' }),
]

const open = (bytes: Uint8Array): Promise<RoundtripWorkbook> => openXlsx(bytes, { readStyles: true })
const sheetOf = (book: RoundtripWorkbook, name: string) => {
  const sheet = book.sheets.find((one) => one.name === name)
  if (!sheet) throw new Error(`no sheet ${name}`)
  return sheet
}
const cellOf = (book: RoundtripWorkbook, key: string, name = SHEET) => sheetOf(book, name).cells?.get(key)
const fillOf = (book: RoundtripWorkbook, key: string) => JSON.stringify(cellOf(book, key)?.style?.fill ?? null)
const listOf = (book: RoundtripWorkbook, name = 'Errores') => sheetOf(book, name).rows

let copy: Promise<Uint8Array> | undefined
/** The fixture with these notes, made once. */
const marked = (): Promise<Uint8Array> => {
  copy ??= markedCopy({ bytes: ORIGINAL, sheetName: SHEET, notes: NOTES })
  return copy
}

/** Each part's bytes by name. */
const partsOf = async (bytes: Uint8Array): Promise<Map<string, string>> => {
  const file = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, autoClose: false })
  const entries: Entry[] = []
  await new Promise<void>((done) => {
    file.on('entry', (entry: Entry) => {
      entries.push(entry)
      file.readEntry()
    })
    file.once('end', done)
    file.readEntry()
  })
  const parts = new Map<string, string>()
  for (const entry of entries)
    parts.set(entry.fileName, (await buffer(await file.openReadStreamPromise(entry))).toString())
  return parts
}

describe('the marked copy', () => {
  test('has bad cells in colour, with the messages as their notes', async () => {
    const book = await open(await marked())
    expect(fillOf(book, '1,0')).toContain(FILLS.error.slice(2))
    expect(cellOf(book, '1,0')?.comment).toEqual({
      author: 'Padrón',
      text: 'Error: La placa no es válida.\n\nError: La placa ya existe.',
    })
    expect(fillOf(book, '2,1')).toContain(FILLS.warning.slice(2))
    expect(cellOf(book, '2,1')?.comment?.text).toBe(
      'Aviso: El dígito verificador no coincide.\n\n— Nota anterior de Ana:\nRevisar con el taller',
    )
    expect(cellOf(book, '8,0')?.comment?.text).toBe('Error: La fila está incompleta.')
    expect(fillOf(book, '1,1')).toBe('null')
  })
  test('keeps the number format and the value of a cell, and the text format of an empty column', async () => {
    const book = await open(await marked())
    expect(cellOf(book, '1,0')).toMatchObject({ value: '002ABC', style: { numFmt: '@' } })
    expect(cellOf(book, '3,3')?.style?.numFmt).toBe('dd/mm/yyyy')
    expect(cellOf(book, '8,0')?.style?.numFmt).toBe('@') // a cell that did not exist
    expect(fillOf(book, '4,6')).toContain(FILLS.error.slice(2))
    expect(fillOf(book, '4,0')).toContain('CCE5FF') // the user's own colour
  })
  test('lists every note as text, linked to its cell', async () => {
    const book = await open(await marked())
    const list = sheetOf(book, 'Errores')
    expect(list.rows[0]?.[0]).toBe('6 errores y 1 aviso en 5 filas y en el archivo entero.')
    expect(list.rows.slice(1).map((row) => row.slice(0, 5))).toEqual([
      ['Fila', 'Columna', 'Valor', 'Tipo', 'Qué corregir'],
      ['Archivo', null, null, 'Error', 'El archivo no tiene la columna «Serie».'].map((value) => value ?? ''),
      [2, 'Placa', '=1+1', 'Error', 'La placa no es válida.'],
      [2, 'Placa', '@A1', 'Error', 'La placa ya existe.'],
      [3, 'VIN', '1HGCM82633A004353', 'Aviso', 'El dígito verificador no coincide.'],
      [4, 'Fecha', '', 'Error', 'La fecha es futura.'],
      [5, 'Estado', '', 'Error', 'Falta el estado.'],
      [9, '', '', 'Error', 'La fila está incompleta.'],
    ])
    expect([...(list.cells?.values() ?? [])].some(({ formula }) => formula !== undefined)).toBe(false)
    for (const key of ['5,0', '5,1']) expect(list.cells?.get(key)?.hyperlink?.location).toBe("'Vehiculos'!B3")
    expect(list.cells?.get('2,0')?.hyperlink).toBeUndefined()
    expect(list.freezePane).toMatchObject({ rows: 2 })
    expect(list.autoFilter?.range).toBe('A2:E9')
    expect(book.sheets.map(({ name }) => name)).toEqual(['Vehiculos', 'Listas', 'Errores'])
  })
  test('prints the list in landscape, as wide as the page, with its headings on each page', async () => {
    const parts = await partsOf(await marked())
    const sheet = parts.get('xl/worksheets/padronErrores1.xml')
    expect(sheet).toContain('<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>')
    expect(sheet).toContain('<pageSetUpPr fitToPage="1"/>')
    expect(parts.get('xl/workbook.xml')).toContain(
      '<definedName name="_xlnm.Print_Titles" localSheetId="2">\'Errores\'!$2:$2</definedName>',
    )
  })
  test('changes no other part, and nothing else of the sheet', async () => {
    const before = await partsOf(ORIGINAL)
    const after = await partsOf(await marked())
    const changed = [...before].filter(([name, text]) => after.get(name) !== text).map(([name]) => name)
    expect(changed.toSorted()).toEqual([
      '[Content_Types].xml',
      'xl/_rels/workbook.xml.rels',
      'xl/comments/comment1.xml',
      'xl/drawings/commentsDrawing1.vml',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    const withoutRows = (xml = '') => xml.replace(/<sheetData>[\s\S]*<\/sheetData>/, '')
    const sheet = 'xl/worksheets/sheet1.xml'
    expect(withoutRows(after.get(sheet))).toBe(withoutRows(before.get(sheet)))
    expect(withoutRows(after.get(sheet))).toMatch(/<dataValidation .*<formula1>Estados/)
    expect(withoutRows(after.get(sheet))).toMatch(/<conditionalFormatting .*<drawing .*<legacyDrawing /)
    expect(after.get('xl/workbook.xml')).toContain('<definedName name="Estados">Listas!$A$1:$A$2</definedName>')
  })
  test('reads like the original, row by row', async () => {
    const rows = (bytes: Uint8Array) => Array.fromAsync(readXlsx(bytes, SHEET))
    const cut = (list: Awaited<ReturnType<typeof rows>>) => list.map(({ row, cells }) => [row, cells])
    expect(cut(await rows(await marked()))).toEqual(cut(await rows(ORIGINAL)))
  })
})

describe('a marked copy that is uploaded again', () => {
  test.runIf(isDrill)('keeps the notes of our templates, which have the same author', async () => {
    const saved = await open(ORIGINAL)
    const heading = 'Obligatoria.\nDe 3 a 10 letras y números.'
    for (const { comment } of sheetOf(saved, SHEET).cells?.values() ?? [])
      if (comment) Object.assign(comment, { author: 'Padrón', text: heading })
    const first = await markedCopy({ bytes: await saveXlsx(saved), sheetName: SHEET, notes: NOTES })
    expect(cellOf(await open(first), '2,1')?.comment?.text).toContain(
      `no coincide.\n\n— Nota anterior de Padrón:\n${heading}`,
    )
    const second = await open(await markedCopy({ bytes: first, sheetName: SHEET, notes: [note(4, 0, 'Otra cosa.')] }))
    expect(cellOf(second, '2,1')?.comment).toEqual({ author: 'Padrón', text: heading })
  })
  test.runIf(isDrill)('with fewer errors loses the former colours and notes, and keeps the user’s note', async () => {
    const first = await marked()
    const second = await markedCopy({ bytes: first, sheetName: SHEET, notes: [note(4, 0, 'La placa está repetida.')] })
    const book = await open(second)
    expect(book.sheets.map(({ name }) => name)).toEqual(['Vehiculos', 'Listas', 'Errores'])
    expect(listOf(book)).toHaveLength(3)
    expect(fillOf(book, '1,0')).not.toContain(FILLS.error.slice(2))
    expect(cellOf(book, '1,0')?.style?.numFmt).toBe('@')
    expect(cellOf(book, '1,0')?.comment).toBeUndefined()
    expect(cellOf(book, '2,1')?.comment).toEqual({ author: 'Ana', text: 'Revisar con el taller' })
    expect(cellOf(book, '3,0')?.comment?.text).toBe('Error: La placa está repetida.')
    const boxes = (await partsOf(second)).get('xl/drawings/commentsDrawing1.vml') ?? ''
    expect(boxes.match(/ObjectType="Note"/g)).toHaveLength(2)
  })
  test.runIf(isDrill)('does not accumulate notes if a program removed their author', async () => {
    const first = await open(await marked())
    for (const { comment } of sheetOf(first, SHEET).cells?.values() ?? []) if (comment) comment.author = ' '
    const saved = await saveXlsx(first)
    const second = await open(await markedCopy({ bytes: saved, sheetName: SHEET, notes: [note(2, 0, 'Otra cosa.')] }))
    expect(cellOf(second, '1,0')?.comment).toEqual({ author: 'Padrón', text: 'Error: Otra cosa.' })
    expect(cellOf(second, '2,1')?.comment).toEqual({ author: 'Ana', text: 'Revisar con el taller' })
    expect(cellOf(second, '8,0')?.comment).toBeUndefined()
    expect(fillOf(second, '8,0')).not.toContain(FILLS.error.slice(2))
    expect(second.sheets.map(({ name }) => name)).toEqual(['Vehiculos', 'Listas', 'Errores'])
  })
  test.runIf(isDrill)('with the same errors gives the same copy', async () => {
    const first = await marked()
    const second = await markedCopy({ bytes: first, sheetName: SHEET, notes: NOTES })
    const [one, two] = [await open(first), await open(second)]
    expect(listOf(two)).toEqual(listOf(one))
    for (const key of ['1,0', '2,1', '3,3', '4,6', '8,0']) {
      expect(cellOf(two, key)?.comment).toEqual(cellOf(one, key)?.comment)
      expect(fillOf(two, key)).toBe(fillOf(one, key))
    }
  })
})

describe('other workbooks', () => {
  test.runIf(isDrill)(
    'are marked without former notes, with a sheet named like the list and one that needs quotes',
    async () => {
      const bytes = await writeXlsx({
        sheets: [
          { name: "Flota d'Oro <1>", rows: [['Placa'], ['RKA123B'], [], ['ñandú & 🚚']] },
          { name: 'errores', rows: [['míos']] },
        ],
      })
      const notes = [note(2, 0, 'Mal'), note(3, 2, 'Falta'), note(4, 0, 'Signos < & "', { value: '<b>\u0000_x0041_' })]
      const book = await open(await markedCopy({ bytes, sheetName: 'Vehiculos', notes }))
      expect(book.sheets.map(({ name }) => name)).toEqual(["Flota d'Oro <1>", 'errores', 'Errores (2)'])
      expect(cellOf(book, '2,2', "Flota d'Oro <1>")?.comment?.text).toBe('Error: Falta')
      expect(cellOf(book, '3,0', "Flota d'Oro <1>")?.comment?.text).toBe('Error: Signos < & "')
      expect(sheetOf(book, 'Errores (2)').cells?.get('2,0')?.hyperlink?.location).toBe("'Flota d''Oro <1>'!A2")
      expect(listOf(book, 'errores')).toEqual([['míos']])
    },
  )
  test.runIf(isDrill)('with white letters on a dark heading get black ones on the colour of the mark', async () => {
    const font = { color: { rgb: 'FFFFFF' }, bold: true }
    const fill = { type: 'pattern' as const, pattern: 'solid' as const, fgColor: { rgb: '1F3A5F' } }
    const cells = new Map([['0,0', { value: 'Plca', style: { font, fill } }]])
    const bytes = await writeXlsx({ sheets: [{ name: SHEET, rows: [['Plca']], cells }] })
    const book = await open(await markedCopy({ bytes, sheetName: SHEET, notes: [note(1, 0, 'No hay esta columna.')] }))
    expect(cellOf(book, '0,0')?.style?.font).toMatchObject({ bold: true, color: { rgb: '000000' } })
  })
  test.runIf(isDrill)(
    'are marked with rows and cells without references, self-closed rows and prefixed names',
    async () => {
      const main = 'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
      const x = (text: string) => text.replace(/<(\/?)(?=[a-z])/g, '<$1x:')
      const parts = bookParts({
        sheet: x(
          `<worksheet ${main}><sheetData><row><c t="inlineStr"><is><t>Placa</t></is></c><c ` +
            't="inlineStr"><is><t>VIN</t></is></c></row><row/></sheetData></worksheet>',
        ),
        styles: x(
          `<styleSheet ${main}><fonts count="1"><font><sz val="11"/></font></fonts><fills ` +
            'count="1"><fill><patternFill/></fill></fills><cellXfs count="1"><xf numFmtId="0" ' +
            'fillId="0"/></cellXfs></styleSheet>',
        ),
      }).map((part) =>
        part.name === 'xl/workbook.xml'
          ? {
              ...part,
              data:
                `<x:workbook ${main} xmlns:r="r"><x:sheets><x:sheet name="Hoja1" sheetId="1" ` +
                'r:id="r1"/></x:sheets></x:workbook>',
            }
          : part,
      )
      const notes = [note(1, 1, 'Uno'), note(2, 1, 'Dos'), note(5, 0, 'Tres')]
      const bytes = await markedCopy({ bytes: zip(parts), sheetName: SHEET, notes })
      const sheet = (await partsOf(bytes)).get('xl/worksheets/a.xml') ?? ''
      expect(sheet).toMatch(
        /<x:row><x:c t="inlineStr">.*?<x:c t="inlineStr" s="1">.*?<\/x:row><x:row><x:c r="B2" s="1"\/><\/x:row><x:row r="5"><x:c r="A5" s="1"\/><\/x:row><\/x:sheetData><x:legacyDrawing /,
      )
      expect(await Array.fromAsync(readXlsx(bytes))).toMatchObject([{ row: 1, cells: ['Placa', 'VIN'] }])
    },
  )
  const NOT_MARKED = [
    ['no workbook at all', { bytes: Buffer.from('no es un archivo') }],
    ['one without styles', { bytes: zip(bookParts({ sheet: '<worksheet><sheetData/></worksheet>' })) }],
    ['more rows than are marked', { bytes: ORIGINAL, rows: MARK_AT_MOST.rows + 1 }],
    ['more bytes than are marked', { bytes: new Uint8Array(MARK_AT_MOST.bytes + 1) }],
  ] as const
  test.each(someCases(NOT_MARKED, 1, 0))('%s: gets a workbook of errors instead', async (_, file) => {
    const bytes = await markedCopy({ ...file, sheetName: SHEET, notes: NOTES })
    expect((await Array.fromAsync(readXlsx(bytes, 'Errores')))[2]).toMatchObject({
      row: 3,
      cells: ['2', 'Placa', '=1+1', 'Error', 'La placa no es válida.'],
    })
  })
})

test.runIf(isDrill)('notes that exceed the list are counted in its last line', async () => {
  const notes = Array.from({ length: 20_005 }, (_, i) => note(2 + (i % 3), 0, `Aviso ${i}`, { level: 'warning' }))
  for (const rows of [6, MARK_AT_MOST.rows + 1]) {
    const bytes = await markedCopy({ bytes: ORIGINAL, sheetName: SHEET, rows, notes })
    const list = await Array.fromAsync(readXlsx(bytes, 'Errores'))
    expect(list.filter(({ cells }) => cells[3] === 'Aviso')).toHaveLength(20_000)
    expect(list.at(-1)?.cells.at(-1)).toBe('Y 5 más que no caben en esta lista.')
  }
})
