// Files that are sent by mistake instead of a workbook, with the reason each is refused with.
import { readFileSync } from 'node:fs'
import { writeXlsx } from 'hucre'
import { bookParts, zip } from './zip.ts'

/** `isEvident`: the first bytes or the ZIP's directory already reveal it. `isLarge`: making it takes seconds. */
export type Refused = {
  make: () => Uint8Array | Promise<Uint8Array>
  reason: RegExp
  isEvident?: boolean
  isLarge?: boolean
}

const GOOD = '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>'
const wrong = (extension: string) =>
  readFileSync(new URL(`../../files/xlsx/fixtures/wrong/libreoffice.${extension}`, import.meta.url))
const ofType = (type: string) => zip(bookParts({ sheet: GOOD, type: `application/vnd.${type}` }))
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')

export const WRONG_FILES: Readonly<Record<string, Refused>> = {
  'an empty file': { isEvident: true, reason: /^El archivo está vacío\.$/, make: () => new Uint8Array(0) },
  'a single byte': { isEvident: true, reason: /es de texto o CSV/, make: () => Buffer.from('a') },
  'a CSV': {
    isEvident: true,
    reason: /texto o CSV.*guárdelo como archivo de Excel \(\.xlsx\)/,
    make: () => Buffer.from('Placa;Año\nRKA123B;2024\n'),
  },
  'a CSV in Latin-1': {
    isEvident: true,
    reason: /texto o CSV/,
    make: () => Buffer.from('Placa;Año\nRKA123B;2024\n', 'latin1'),
  },
  'a text in UTF-16': {
    isEvident: true,
    reason: /texto o CSV/,
    make: () => Buffer.from('\ufeffPlaca\tAño\n', 'utf16le'),
  },
  'a page that calls itself xls': {
    isEvident: true,
    reason: /página web \(HTML\)/,
    make: () => Buffer.from('<html><body><table><tr><td>RKA123B</td></tr></table></body></html>'),
  },
  'a PNG': { isEvident: true, reason: /es una imagen/, make: () => Buffer.concat([PNG, Buffer.alloc(99)]) },
  'a PDF': { isEvident: true, reason: /es un PDF/, make: () => wrong('pdf') },
  'a RAR': {
    isEvident: true,
    reason: /está comprimido; extraiga/,
    make: () => Buffer.from('526172211a0701003392b5e50a01050600050101', 'hex'),
  },
  'an .xls': { isEvident: true, reason: /formato anterior \(\.xls\).*guárdelo/, make: () => wrong('xls') },
  'XML of Excel 2003': { isEvident: true, reason: /es XML/, make: () => wrong('xml') },
  'an .ods': { isEvident: true, reason: /LibreOffice u OpenOffice/, make: () => wrong('ods') },
  'an .xlsm': { reason: /contiene macros/, make: () => wrong('xlsm') },
  'hidden macros': {
    isEvident: true,
    reason: /contiene macros/,
    make: () => zip([...bookParts({ sheet: GOOD }), { name: 'xl/vbaProject.bin', data: 'x' }]),
  },
  'an .xltx': { reason: /plantilla de Excel/, make: () => wrong('xltx') },
  'an .xlsb': { reason: /\.xlsb/, make: () => ofType('ms-excel.sheet.binary.macroEnabled.main') },
  'a .docx': {
    reason: /documento de Word/,
    make: () => ofType('openxmlformats-officedocument.wordprocessingml.document.main+xml'),
  },
  'a .pptx': {
    reason: /presentación/,
    make: () => ofType('openxmlformats-officedocument.presentationml.presentation.main+xml'),
  },
  'a Numbers document': {
    isEvident: true,
    reason: /es de Numbers/,
    make: () => zip([{ name: 'Index/Document.iwa', data: 'x' }]),
  },
  'another ZIP': { isEvident: true, reason: /es un ZIP/, make: () => zip([{ name: 'vehiculos.xlsx', data: 'x' }]) },
  noise: {
    isEvident: true,
    reason: /^El archivo no es un archivo de Excel/,
    make: () => Buffer.from('000102030405060708090a', 'hex'),
  },
  'a password': {
    isEvident: true,
    reason: /contraseña; quítela/,
    make: () => writeXlsx({ sheets: [{ name: 'A', rows: [['x']] }], encryption: { password: 'x', spinCount: 1_000 } }),
  },
  'an encrypted entry': {
    isEvident: true,
    reason: /contraseña; quítela/,
    make: () => zip(bookParts({ sheet: GOOD }).map((part) => ({ ...part, flag: 1 }))),
  },
  '100 MB': {
    isEvident: true,
    reason: /pesa 100 MB y el máximo es de 25 MB/,
    make: () => Buffer.alloc(100 * 1_048_576, 'PK'),
  },
  'a cut ZIP': {
    isEvident: true,
    reason: /incompleto o dañado/,
    make: () => zip(bookParts({ sheet: GOOD })).subarray(0, 700),
  },
}
