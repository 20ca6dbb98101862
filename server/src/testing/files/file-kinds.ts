// Small files of every kind, good and bad, for tests that send them.
import { EICAR } from '../services/clam.ts'
import { bookParts, zip } from '../xlsx/zip.ts'

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
/** One pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const JPEG = Buffer.from('ffd8ffe000104a46494600010101006000600000ffdb004300', 'hex')
export const WEBP = Buffer.concat([
  Buffer.from('RIFF'),
  Buffer.from([26, 0, 0, 0]),
  Buffer.from('WEBPVP8L'),
  Buffer.alloc(18),
])
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const types = (type: string, part: string) => ({
  name: '[Content_Types].xml',
  data: `<Types><Override PartName="${part}" ContentType="${type}"/></Types>`,
})
const wordParts = [
  { name: '_rels/.rels', data: '<Relationships/>' },
  { name: 'word/document.xml', data: '<w:document/>' },
]
export const DOCX = zip([types(WORD, '/word/document.xml'), ...wordParts])
/** As some programs write them: what it is stands at the end. */
export const DOCX_TYPE_LAST = zip([...wordParts, types(WORD, '/word/document.xml')])
export const XLSX = zip(bookParts({ sheet: '<worksheet/>' }))

const macros = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'
const head = (text: string) => Buffer.from(text)

/** What is no document, whatever its name. */
export const NO_DOCUMENTS: readonly (readonly [what: string, content: Buffer])[] = [
  ['a web page', head('<!doctype html><script>alert(1)</script>')],
  ['a web page before a PDF', Buffer.concat([head('<html><script>alert(1)</script>'), PDF])],
  ['an SVG', head('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['an SVG with a declaration', head('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['XML', head('<?xml version="1.0"?><a/>')],
  ['text', head('placa,serie\nABC123,1\n')],
  ['the anti-virus test file', head(EICAR)],
  ['a program of Windows', Buffer.concat([head('MZ'), Buffer.alloc(400)])],
  ['a program of Linux', Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(400)])],
  ['a GIF', head('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
  ['a ZIP', zip([{ name: 'a.txt', data: 'a' }])],
  ['a ZIP with a folder word/', zip(wordParts)],
  ['a workbook with macros', zip(bookParts({ sheet: '<worksheet/>', type: macros }))],
  ['hidden macros', zip([...bookParts({ sheet: '<worksheet/>' }), { name: 'xl/vbaProject.bin', data: 'x' }])],
  [
    'hidden macros in Word',
    zip([types(WORD, '/word/document.xml'), ...wordParts, { name: 'word/vbaProject.bin', data: 'x' }]),
  ],
  [
    'a workbook with a password',
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
  ],
  ['encrypted parts', zip(bookParts({ sheet: '<worksheet/>' }).map((part) => ({ ...part, flag: 1 })))],
  ['a workbook cut short', XLSX.subarray(0, XLSX.length - 60)],
  ['a Word document cut short', DOCX.subarray(0, DOCX.length - 60)],
  ['one byte', head('%')],
  ['nothing but zeros', Buffer.alloc(10_000)],
]
