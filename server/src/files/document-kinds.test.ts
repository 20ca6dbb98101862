// The type of a file, by its content alone.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DOCUMENT_FILES, NOT_A_DOCUMENT } from '@padron/contract/rules/document-rules'
import { afterAll, describe, expect, it } from 'vitest'
import { DOCX, DOCX_TYPE_LAST, JPEG, NO_DOCUMENTS, PDF, PNG, WEBP, XLSX } from '../testing/files/file-kinds.ts'
import { zip } from '../testing/xlsx/zip.ts'
import { cleanName } from './clean-name.ts'
import { kindOf } from './document-kinds.ts'
import { spool } from './spool.ts'

const folder = mkdtempSync(join(tmpdir(), 'padron-kinds-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const kind = async (content: Buffer) =>
  kindOf(await spool(Readable.from([content]), join(folder, randomUUID()), 'poliza.pdf'))

const [pdf, png, jpeg, webp, docx, xlsx] = DOCUMENT_FILES.map(({ type }) => type)
const SCRIPT = Buffer.from('<script>alert(1)</script>')

describe('a document', () => {
  it.each([
    ['a PDF', PDF, pdf],
    ['a PNG', PNG, png],
    ['a JPEG', JPEG, jpeg],
    ['a WebP', WEBP, webp],
    ['of Word', DOCX, docx],
    ['of Word with its type last', DOCX_TYPE_LAST, docx],
    ['of Excel', XLSX, xlsx],
    ['a PDF that is a page after its header', Buffer.concat([Buffer.from('%PDF-1.4\n'), SCRIPT]), pdf],
    ['a PNG with a script behind', Buffer.concat([PNG, SCRIPT]), png],
  ])('%s is recognised', async (_what, content, type) => expect(await kind(content)).toBe(type))

  it.each(NO_DOCUMENTS)('%s is rejected', async (_what, content) =>
    expect(kind(content)).rejects.toMatchObject({ status: 415, title: NOT_A_DOCUMENT }),
  )

  it('that is empty is rejected', () =>
    expect(kind(Buffer.alloc(0))).rejects.toMatchObject({ status: 400, title: 'El archivo está vacío.' }))

  it('is recognised beside a part that would fill the memory, which is not unpacked', async () => {
    const bomb = { name: 'word/media/a.bin', data: Buffer.alloc(64 * 1_048_576) }
    const types = `<Types><Override PartName="/word/document.xml" ContentType="${docx}.main+xml"/></Types>`
    expect(await kind(zip([bomb, { name: '[Content_Types].xml', data: types }]))).toBe(docx)
    await expect(
      kind(zip([{ name: '[Content_Types].xml', data: Buffer.alloc(64 * 1_048_576, ' ') }])),
    ).rejects.toThrow()
  })
})

const NAMES: readonly (readonly [string, string, string | undefined])[] = [
  ['../../etc/passwd', 'passwd.pdf', pdf],
  ['..\\..\\windows\\poliza.pdf', 'poliza.pdf', pdf],
  ['póliza\r\nSet-Cookie: a=b.pdf', 'pólizaSet-Cookie_ a=b.pdf', pdf],
  ['poliza\u202Efdp.exe', 'polizafdp.exe.pdf', pdf],
  ['a\0b.pdf', 'ab.pdf', pdf],
  ['\uD800.pdf', '\uFFFD.pdf', pdf],
  ['con.pdf', '_con.pdf', pdf],
  ['NUL', '_NUL.pdf', pdf],
  ['com1.tar.png', '_com1.tar.png', png],
  ['consulta.pdf', 'consulta.pdf', pdf],
  ['...', 'documento.pdf', pdf],
  ['', 'documento.webp', webp],
  ['poliza.pdf', 'poliza.pdf.jpg', jpeg],
  ['foto.JPEG', 'foto.JPEG', jpeg],
  ['flota.xlsm', 'flota.xlsm.xlsx', xlsx],
  ['acta ✓ ñ.docx', 'acta ✓ ñ.docx', docx],
]

describe('a file name', () => {
  it.each(NAMES)('%j becomes %j', (given, expected, type) =>
    expect(cleanName(given, type ?? '', 'documento')).toBe(expected),
  )

  it('of three hundred characters keeps its ending', () => {
    const name = cleanName(`${'ñ'.repeat(300)}.pdf`, 'application/pdf', 'documento')
    expect(name).toMatch(/^ñ+\.pdf$/)
    expect(name.length).toBe(200)
  })
})
