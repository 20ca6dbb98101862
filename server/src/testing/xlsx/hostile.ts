// Workbooks made to harm, or too big to be read, with the reason each is refused with; and odd ones that must be read.
import type { Refused } from './wrong.ts'
import { bookParts, type TestBook, type TestEntry, zip } from './zip.ts'

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const GOOD = sheetOf('<row><c><v>1</v></c></row>')
const book = (parts: Partial<TestBook>) => zip(bookParts({ sheet: GOOD, ...parts }))
const withEntries = (...more: TestEntry[]) => zip([...bookParts({ sheet: GOOD }), ...more])
const ofRows = (rows: string) => book({ sheet: sheetOf(rows) })
/** A workbook whose sheet is these bytes, which may be more than a text can hold. */
const rawSheet = (data: Buffer, claims?: number) =>
  zip(
    bookParts({ sheet: '' }).map((part) =>
      part.name.endsWith('a.xml') ? { ...part, data, ...(claims ? { claims } : {}) } : part,
    ),
  )
const MB = 1_000_000

const around = (head: string, middle: Buffer, tail: string) =>
  Buffer.concat([Buffer.from(`<worksheet><sheetData>${head}`), middle, Buffer.from(`${tail}</sheetData></worksheet>`)])
const inCell = (text: Buffer) => around('<row><c t="inlineStr"><is><t>', text, '</t></is></c></row>')

/** Letters that shrink to a quarter, as honest text does: no bound on the ratio stops them. */
const noise = (bytes: number): Buffer => {
  let seed = 1
  const block = Buffer.alloc(MB)
  for (let at = 0; at < block.length; at++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    block[at] = 65 + ((seed >> 16) & 3)
  }
  return Buffer.alloc(bytes, block)
}

const DOCTYPE =
  '<!DOCTYPE a [<!ENTITY b "ja"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>'
const XXE = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'
const numbered = (count: number, of: (i: number) => string): string => {
  const pieces: string[] = []
  for (let i = 0; i < count; i += 1_000)
    pieces.push(Array.from({ length: Math.min(1_000, count - i) }, (_, k) => of(i + k)).join(''))
  return pieces.join('')
}
const xfs = (xf: (i: number) => string) => `<styleSheet><cellXfs>${numbered(4_500_000, xf)}</cellXfs></styleSheet>`

export const HOSTILE: Readonly<Record<string, Refused>> = {
  'a bomb beside the sheet': {
    isEvident: true,
    reason: /demasiado grande/,
    make: () => withEntries({ name: 'xl/media/x', data: Buffer.alloc(140 * MB) }),
  },
  '180 MB of spaces': {
    isLarge: true,
    isEvident: true,
    reason: /demasiado grande/,
    make: () => rawSheet(around('', Buffer.alloc(180 * MB, ' '), '')),
  },
  'one cell of 180 MB': {
    isLarge: true,
    isEvident: true,
    reason: /demasiado grande/,
    make: () => rawSheet(inCell(Buffer.alloc(180 * MB, 'x'))),
  },
  'one cell of 60 MB that shrinks little': {
    isLarge: true,
    reason: /32,767 caracteres/,
    make: () => rawSheet(inCell(noise(60 * MB))),
  },
  'a comment of 60 MB that shrinks little': {
    isLarge: true,
    reason: /32,767 caracteres/,
    make: () => rawSheet(around('<!--', noise(60 * MB), '-->')),
  },
  'a comment of 4 MB': { reason: /32,767 caracteres/, make: () => rawSheet(around('<!--', noise(4 * MB), '-->')) },
  'sizes that lie': {
    isLarge: true,
    reason: /dañado/,
    make: () => rawSheet(around('', Buffer.alloc(180 * MB, ' '), ''), 1_000),
  },
  'a size that lies': { reason: /dañado/, make: () => rawSheet(around('', Buffer.alloc(MB, ' '), ''), 1_000) },
  'a sheet that is not what was packed': {
    reason: /suma de verificación/,
    make: () =>
      zip(bookParts({ sheet: GOOD }).map((part) => (part.name.endsWith('a.xml') ? { ...part, sum: 1 } : part))),
  },
  'entries over one body': {
    isEvident: true,
    reason: /demasiado grande/,
    make: () =>
      withEntries(...Array.from({ length: 40 }, (_, i) => ({ name: `x${i}`, data: 'x'.repeat(99), offset: 0 }))),
  },
  'too many entries': {
    isEvident: true,
    reason: /demasiado grande/,
    make: () => withEntries(...Array.from({ length: 2_100 }, (_, i) => ({ name: `x${i}`, data: '' }))),
  },
  'names of megabytes': {
    isEvident: true,
    reason: /demasiado grande/,
    make: () => withEntries(...Array.from({ length: 40 }, (_, i) => ({ name: `${i}`.padEnd(60_000, 'x'), data: '' }))),
  },
  'a name twice': {
    isEvident: true,
    reason: /dañado/,
    make: () => withEntries({ name: 'XL/worksheets/A.xml', data: GOOD }),
  },
  'a path out of the ZIP': {
    isEvident: true,
    reason: /rutas no permitidas/,
    make: () => withEntries({ name: '../../etc/cron.d/x', data: '' }),
  },
  'the same with backslashes': {
    isEvident: true,
    reason: /rutas no permitidas/,
    make: () => withEntries({ name: '..\\..\\x', data: '' }),
  },
  'an absolute path': {
    isEvident: true,
    reason: /rutas no permitidas/,
    make: () => withEntries({ name: '/etc/passwd', data: '' }),
  },
  'entity expansion in the sheet': {
    reason: /DOCTYPE/,
    make: () => book({ sheet: DOCTYPE + GOOD.replace('1<', '&d;<') }),
  },
  'entity expansion in strings': {
    reason: /DOCTYPE/,
    make: () => book({ strings: `${DOCTYPE}<sst><si><t>&d;</t></si></sst>` }),
  },
  'an entity of a file': { reason: /DOCTYPE/, make: () => book({ sheet: XXE + GOOD.replace('1<', '&b;<') }) },
  'a DOCTYPE without entities': { reason: /DOCTYPE/, make: () => book({ styles: '<!DOCTYPE a><styleSheet/>' }) },
  'an entity that is not declared': { reason: /dañado/, make: () => book({ sheet: GOOD.replace('1<', '&b;<') }) },
  '4.5 M equal shared strings': {
    isEvident: true,
    reason: /demasiado grande/,
    make: () => book({ strings: `<sst>${'<si><t>a</t></si>'.repeat(4_500_000)}</sst>` }),
  },
  'more shared strings than are read': {
    isLarge: true,
    reason: /2,000,000 textos/,
    make: () => book({ strings: `<sst>${numbered(2_000_001, (i) => `<si><t>${i}</t></si>`)}</sst>` }),
  },
  '4.5 M different shared strings': {
    isLarge: true,
    reason: /2,000,000 textos/,
    make: () => book({ strings: `<sst>${numbered(4_500_000, (i) => `<si><t>${i}</t></si>`)}</sst>` }),
  },
  '4.5 M equal cell formats': {
    isLarge: true,
    isEvident: true,
    reason: /demasiado grande/,
    make: () => book({ styles: xfs(() => '<xf numFmtId="0"/>') }),
  },
  '4.5 M different cell formats': {
    isLarge: true,
    reason: /formatos de celda/,
    make: () => book({ styles: xfs((i) => `<xf numFmtId="${i}"/>`) }),
  },
  'more formats than Excel has': {
    reason: /65,000 formatos/,
    make: () =>
      book({
        styles: `<styleSheet><cellXfs>${numbered(70_000, (i) => `<xf numFmtId="${i}"/>`)}</cellXfs></styleSheet>`,
      }),
  },
  'cut XML': { reason: /dañado/, make: () => book({ sheet: '<worksheet><sheetData><row><c><v>1</v></c></row>' }) },
  'deep XML': { reason: /demasiado grande/, make: () => book({ sheet: '<a>'.repeat(100_000) }) },
  'broken UTF-8': { reason: /dañado/, make: () => rawSheet(Buffer.from('3c613eff3c2f613e', 'hex')) },
  'two sheets of one name': {
    reason: /dos hojas con el nombre «HOJA1»/,
    make: () => book({ sheets: '<sheet name="Hoja1" r:id="r1"/><sheet name="HOJA1" r:id="r1"/>' }),
  },
  '16,384 columns': { reason: /columna 200/, make: () => ofRows(`<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`) },
  'a cell at XFD1048576': {
    reason: /columna 200.*columna 16384/,
    make: () => ofRows('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
  },
  '12,000 rows with a cell in XFD': {
    reason: /columna 200/,
    make: () => ofRows(numbered(12_000, (i) => `<row r="${i + 1}"><c r="XFD${i + 1}"><v>1</v></c></row>`)),
  },
  'a row past the last one': { reason: /dañado/, make: () => ofRows('<row r="1048577"><c><v>1</v></c></row>') },
  'more rows than are read': {
    reason: /más de 100,000 filas/,
    make: () => ofRows(numbered(100_001, (i) => `<row><c><v>${i}</v></c></row>`)),
  },
  "a text longer than Excel's": {
    reason: /32,767/,
    make: () => ofRows(`<row><c t="inlineStr"><is><t>${'x'.repeat(40_000)}</t></is></c></row>`),
  },
  "a value longer than Excel's": {
    reason: /32,767/,
    make: () => ofRows(`<row><c t="str"><v>${'x'.repeat(40_000)}</v></c></row>`),
  },
  'a string that is not there': { reason: /dañado/, make: () => ofRows('<row><c t="s"><v>9</v></c></row>') },
  'a sheet elsewhere': {
    reason: /ninguna hoja/,
    make: () =>
      book({
        sheetRelation:
          '<Relationship Id="r1" Type="x/worksheet" Target="http://example.com/a.xml" TargetMode="External"/>',
      }),
  },
}

/** Odd, and read: how many rows each has. */
export const ODD: Readonly<Record<string, { make: () => Uint8Array; rows: number }>> = {
  'a dimension of the whole sheet': {
    rows: 1,
    make: () => book({ sheet: GOOD.replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>') }),
  },
  'a million empty rows': {
    rows: 1,
    make: () =>
      ofRows(
        `<row r="1"><c><v>1</v></c></row>${numbered(1_000_000, (i) => `<row r="${i + 2}" ht="${15 + (i % 7)}"/>`)}`,
      ),
  },
  'a million rows of styled blanks': {
    rows: 1,
    make: () =>
      ofRows(
        '<row r="1"><c><v>1</v></c></row>' +
          numbered(1_000_000, (i) => `<row r="${i + 2}"><c r="A${i + 2}" s="1"/></row>`),
      ),
  },
  'styled blanks up to XFD': { rows: 1, make: () => ofRows('<row r="1"><c><v>1</v></c><c r="XFD1" s="1"/></row>') },
  'a cell in the last row': { rows: 1, make: () => ofRows('<row r="1048576"><c r="A1048576"><v>1</v></c></row>') },
}
