// Workbooks read right, as hucre and hand-written XML make them; and the hostile ones refused, quickly and in Spanish.
import { writeXlsx } from 'hucre'
import { describe, expect, test } from 'vitest'
import { WorkbookError } from './workbook-error.ts'
import { readXlsx, type SheetRow } from './xlsx-reader.ts'
import { bookParts, type TestBook, zip } from './zip-for-tests.ts'

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
      { row: 2, cells: ['RKA123B', '2024', '2024-01-31'] },
      { row: 4, cells: ['ñandú & <b> 🚚', '1.5', 'VERDADERO'] },
    ])
    expect(await all(bytes, 'notas')).toEqual([{ row: 1, cells: ['otra cosa'] }])
  })
  test('rich text without its phonetic part, escapes, prefixes, cells without references', async () => {
    const strings =
      '<x:sst xmlns:x="s"><x:si><x:r><x:t>Nue</x:t></x:r><x:r><x:t>vo</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:si><x:si><x:t>a_x000A_b</x:t></x:si></x:sst>'
    const sheet =
      '<x:worksheet xmlns:x="s"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    expect(await made({ sheet, strings })).toEqual([{ row: 1, cells: ['Nuevo', 'a\nb'] }])
  })
  test('dates by format, in both calendars; formulas by their last value; errors as themselves', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="[$-80A]dddd\\ d&quot; de &quot;mmmm;@"/><numFmt numFmtId="201" formatCode="#,##0.00&quot; días&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="200"/><xf numFmtId="201"/><xf numFmtId="20"/></cellXfs></styleSheet>'
    const sheet = rows(
      '<row r="2"><c r="A2" s="1"><v>45322</v></c><c r="B2" s="2"><v>59</v></c><c r="C2" s="3"><v>45322</v></c><c r="D2" s="4"><v>0.75</v></c><c r="E2" t="str"><f>A1</f><v>RKA</v></c><c r="F2" t="e"><v>#N/A</v></c><c r="G2"><f>A1</f></c><c r="H2" t="d"><v>2024-01-31T00:00:00</v></c><c r="J2"><v>0.1</v></c></row>',
    )
    expect(await made({ sheet, styles })).toEqual([
      {
        row: 2,
        cells: ['2024-01-31', '1900-02-28', '45322', '18:00:00', 'RKA', '#N/A', '#CALC!', '2024-01-31', '', '0.1'],
      },
    ])
    expect((await made({ sheet, styles, book: '<workbookPr date1904="1"/>' }))[0]?.cells[0]).toBe('2028-02-01')
  })
  test('the first visible sheet', async () => {
    const sheets = '<sheet name="Vehículos" state="hidden" r:id="r9"/><sheet name="B" r:id="r1"/>'
    expect(await made({ sheets, sheet: rows('<row r="7"><c t="inlineStr"><is><t>uno</t></is></c></row>') })).toEqual([
      { row: 7, cells: ['uno'] },
    ])
  })
  test('more rows than a batch, and a caller that stops early', async () => {
    const many = Array.from({ length: 2_300 }, (_, i) => `<row><c><v>${i}</v></c></row>`).join('')
    expect(await made({ sheet: rows(many) })).toHaveLength(2_300)
    for await (const { row } of readXlsx(zip(bookParts({ sheet: rows(many) })))) if (row === 3) break
  })
})

describe('refuses', () => {
  const good = rows('<row><c><v>1</v></c></row>')
  const bomb = Buffer.alloc(180 * 1_048_576, ' ')
  const refusal = async (bytes: Uint8Array): Promise<string> => {
    const started = performance.now()
    const error = await all(bytes).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(WorkbookError)
    expect(performance.now() - started).toBeLessThan(2_000)
    return (error as WorkbookError).message
  }
  const cases: Record<string, [() => Uint8Array | Promise<Uint8Array>, RegExp]> = {
    'an empty file': [() => new Uint8Array(0), /vacío/],
    'plain text': [() => Buffer.from('Placa,VIN\nA,B\n'), /no es un libro de Excel/],
    'a ZIP that is no workbook': [() => zip([{ name: 'a.txt', data: 'hola' }]), /no es un libro de Excel/],
    'a cut file': [() => zip(bookParts({ sheet: good })).subarray(0, 700), /dañado/],
    'an old .xls': [() => Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /\.xls/],
    'a password': [() => writeXlsx({ sheets: [{ name: 'A', rows: [['x']] }], encryption: { password: 'x', spinCount: 1_000 } }), /contraseña/],
    'an encrypted entry': [() => zip(bookParts({ sheet: good }).map((part) => ({ ...part, flag: 1 }))), /contraseña/],
    'a macro workbook': [() => zip(bookParts({ sheet: good, type: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml' })), /macros/],
    'hidden macros': [() => zip([...bookParts({ sheet: good }), { name: 'xl/vbaProject.bin', data: 'x' }]), /macros/],
    'a bomb': [() => zip([...bookParts({ sheet: good }), { name: 'xl/media/x', data: bomb }]), /demasiado grande/],
    'a bomb that lies': [() => zip(bookParts({ sheet: good }).map((part) => (part.name.endsWith('a.xml') ? { ...part, data: bomb, claims: 1_000 } : part))), /dañado/],
    'entries over one body': [() => zip([...bookParts({ sheet: good }), ...Array.from({ length: 40 }, (_, i) => ({ name: `x${i}`, data: 'x'.repeat(99), offset: 0 }))]), /demasiado grande/],
    'too many entries': [() => zip([...bookParts({ sheet: good }), ...Array.from({ length: 300 }, (_, i) => ({ name: `x${i}`, data: '' }))]), /demasiado grande/],
    'a name twice': [() => zip([...bookParts({ sheet: good }), { name: 'XL/worksheets/A.xml', data: good }]), /dañado/],
    'a path out of the ZIP': [() => zip([...bookParts({ sheet: good }), { name: '../x', data: '' }]), /dañado/],
    entities: [() => zip(bookParts({ sheet: `<!DOCTYPE a [<!ENTITY b "c">]>${good.replace('1<', '&b;<')}` })), /dañado/],
    'cut XML': [() => zip(bookParts({ sheet: '<worksheet><sheetData><row><c><v>1</v></c></row>' })), /dañado/],
    'deep XML': [() => zip(bookParts({ sheet: '<a>'.repeat(40) + '</a>'.repeat(40) })), /demasiado grande/],
    'broken UTF-8': [() => zip(bookParts({ sheet: '' }).map((part) => (part.name.endsWith('a.xml') ? { ...part, data: Buffer.from('3c613eff3c2f613e', 'hex') } : part))), /dañado/],
    'a cell too far right': [() => zip(bookParts({ sheet: rows('<row r="1"><c r="XFD1"><v>1</v></c></row>') })), /columna 200/],
    'too many rows': [() => zip(bookParts({ sheet: rows(Array.from({ length: 100_001 }, (_, i) => `<row><c><v>${i}</v></c></row>`).join('')) })), /100,000 filas/],
    'a giant text': [() => zip(bookParts({ sheet: rows(`<row><c t="inlineStr"><is><t>${'x'.repeat(40_000)}</t></is></c></row>`) })), /32,767/],
    'a string that is not there': [() => zip(bookParts({ sheet: rows('<row><c t="s"><v>9</v></c></row>') })), /dañado/],
    'a sheet elsewhere': [() => zip(bookParts({ sheet: good, sheetRelation: '<Relationship Id="r1" Type="x/worksheet" Target="http://example.com/a.xml" TargetMode="External"/>' })), /ninguna hoja/],
  } // biome-ignore format: one line each
  test.each(Object.keys(cases))('%s', async (name) => {
    const [make, message] = cases[name] ?? []
    expect(await refusal((await make?.()) ?? new Uint8Array())).toMatch(message ?? /^$/)
  })
})
