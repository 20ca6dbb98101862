// A ZIP written by hand for tests: it can lie about sizes, repeat names and lay entries over one body, which honest
// writers will not do.
import { crc32, deflateRawSync } from 'node:zlib'

export type TestEntry = {
  name: string
  data: Buffer | string
  claims?: number
  flag?: number
  offset?: number
  sum?: number
}

export const zip = (entries: readonly TestEntry[]): Buffer => {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, claims, flag = 0, offset: at, sum } of entries) {
    const plain = Buffer.from(data)
    const packed = deflateRawSync(plain, { level: plain.length > 4_000_000 ? 1 : 9 })
    const file = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flag, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(sum ?? crc32(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claims ?? plain.length, 18)
    common.writeUInt16LE(file.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at ?? offset, 10)
    directory.push(Buffer.from('504b01021400', 'hex'), common, tail, file)
    const body = Buffer.concat([Buffer.from('504b0304', 'hex'), common, file, packed])
    bodies.push(body)
    offset += body.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, index, end])
}

const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
const relation = (id: string, type: string, target: string, rest = '') =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" ` +
  `Target="${target}"${rest}/>`
const relations = (...rows: string[]) => `<Relationships>${rows.join('')}</Relationships>`

export type TestBook = {
  sheet: string
  strings?: string
  styles?: string
  sheets?: string
  type?: string
  book?: string
  sheetRelation?: string
}

/** The parts of a small workbook whose sheet's XML the test writes itself. */
export const bookParts = ({
  sheet,
  strings,
  styles,
  type = MAIN,
  book = '',
  sheets,
  sheetRelation,
}: TestBook): TestEntry[] => [
  { name: '[Content_Types].xml', data: `<Types><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>` },
  { name: '_rels/.rels', data: relations(relation('r1', 'officeDocument', 'xl/workbook.xml')) },
  {
    name: 'xl/workbook.xml',
    data:
      `<workbook xmlns:r="r">${book}` +
      `<sheets>${sheets ?? '<sheet name="Hoja1" sheetId="1" r:id="r1"/>'}</sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    data: relations(
      sheetRelation ?? relation('r1', 'worksheet', 'worksheets/a.xml'),
      relation('r2', 'sharedStrings', 'sharedStrings.xml'),
      relation('r3', 'styles', '/xl/styles.xml'),
    ),
  },
  { name: 'xl/worksheets/a.xml', data: sheet },
  ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', data: strings }]),
  ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', data: styles }]),
]
