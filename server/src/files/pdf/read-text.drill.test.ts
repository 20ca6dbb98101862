// PDFs made to block their reader: each ends as unreadable, within the memory limit, and the next one is read.
import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { plainPdf } from '../../testing/files/plain-pdf.ts'
import { readPdfText } from './read-text.ts'

/** Objects in the order of the file, the first of which is the catalogue. */
const pdfOf = (objects: readonly (string | Buffer)[]): Buffer => {
  const parts = [Buffer.from('%PDF-1.7\n')]
  let length = parts[0]?.length ?? 0
  const offsets = objects.map((object, i) => {
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    const offset = length
    parts.push(part)
    length += part.length
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.concat([
    ...parts,
    Buffer.from(`${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`),
  ])
}
const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>'
const streamOf = (head: string, data: Buffer) =>
  Buffer.concat([Buffer.from(`<< ${head} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')])
const plainStream = (text: string, head = '') => streamOf(head, Buffer.from(text))
const form = (text: string) =>
  plainStream(text, '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R /Y 6 0 R >> >>')

/** Expands a thousandfold. */
const bomb = () => streamOf('/Filter /FlateDecode', deflateSync(Buffer.alloc(1_000_000_000, '1 0 0 1 0 0 cm ')))
/** Each layer expands the one below a thousandfold. */
const layers = () =>
  streamOf('/Filter [/FlateDecode /FlateDecode]', deflateSync(deflateSync(Buffer.alloc(1_000_000_000))))
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const good = () => plainPdf([[{ text: 'Sí', at: [50, 700] }]])

it.each<[string, () => Buffer]>([
  ['whose content grows a thousandfold', () => pdfOf([CATALOGUE, PAGES, PAGE, bomb()])],
  ['whose content grows in two layers', () => pdfOf([CATALOGUE, PAGES, PAGE, layers()])],
  ['whose pages contain themselves', () => pdfOf([CATALOGUE, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>'])],
  ['with a wrong count of pages', () => pdfOf([CATALOGUE, PAGES.replace('/Count 1', '/Count 19')])],
  ['that draws itself', () => pdfOf([CATALOGUE, PAGES, PAGE, plainStream('/X Do'), form('/X Do /X Do')])],
  [
    'whose two forms draw each other',
    () => pdfOf([CATALOGUE, PAGES, PAGE, plainStream('/X Do'), form('/Y Do '.repeat(50)), form('/X Do '.repeat(50))]),
  ],
  ['of a million nested lists', () => pdfOf([CATALOGUE, PAGES, PAGE, deep(1_000_000)])],
  ['of nested lists in its catalogue', () => pdfOf([`<< /Type /Catalog /Pages 2 0 R /A ${deep(200_000)} >>`, PAGES])],
  ['that was cut off', () => good().subarray(0, 300)],
  ['whose table of objects is far behind its end', () => Buffer.from('%PDF-1.7\nstartxref\n999999999999\n%%EOF\n')],
])('one %s stays within the memory limit, and the next is read', async (_what, make) => {
  const pdf = make()
  expect(pdf.length).toBeLessThan(10_000_000)
  global.gc?.()
  const before = process.memoryUsage().rss
  expect(await readPdfText(pdf)).toHaveProperty('unreadable')
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(600)
  expect(await readPdfText(good())).toEqual({ pages: [['Sí']] })
})

it('two hundred concurrent PDFs are all read', async () => {
  const texts = await Promise.all(
    Array.from({ length: 200 }, (_, i) => readPdfText(plainPdf([[{ text: `JRA${1_000 + i}`, at: [50, 700] }]]))),
  )
  expect(texts).toEqual(Array.from({ length: 200 }, (_, i) => ({ pages: [[`JRA${1_000 + i}`]] })))
})
