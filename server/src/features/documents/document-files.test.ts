// The files of documents as a browser opens them: who can use a link, the headers, ranges, and that no content runs
// as a page of this origin.
import type { DocumentFile } from '@padron/contract/documents/shapes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byteRange } from '../../files/byte-range.ts'
import { NOT_READ } from '../../files/contents/store-trouble.ts'
import { DOCUMENTS, type DocumentCalls, documentCalls } from '../../testing/files/documents.ts'
import { DOCX, JPEG, WEBP, XLSX } from '../../testing/files/file-kinds.ts'
import { HTML, PDF, PNG } from '../../testing/files/proof-files.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'

let clock = new Date('2026-11-21T18:00:00Z')
let server: TestServer
let company: Company
let client: DocumentCalls
let vehicle: number
let type: number
beforeAll(async () => {
  server = await testServer(() => clock)
  company = await server.company('norte')
  client = documentCalls(server, await server.somebody(company, 'admin', ['admin']))
  ;[vehicle = 0] = await server.vehicles(company, [{ plate: 'ARC001A' }])
  type = (await client.type('Archivo')).documentTypeId
})
afterAll(() => server.stop())

const keep = (file: Buffer, fileName: string) => client.create({ vehicle, type, file, fileName })
const open = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

const KINDS = [
  { what: 'PDF', file: PDF, name: 'ñandú «a».pdf', type: 'application/pdf', hasPreview: true },
  { what: 'PNG', file: PNG, name: 'a.png', type: 'image/png', hasPreview: true },
  { what: 'JPEG', file: JPEG, name: 'a.jpg', type: 'image/jpeg', hasPreview: true },
  { what: 'WebP', file: WEBP, name: 'a.webp', type: 'image/webp', hasPreview: true },
  {
    what: 'Word',
    file: DOCX,
    name: 'a.docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    hasPreview: false,
  },
  {
    what: 'Excel',
    file: XLSX,
    name: 'a.xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    hasPreview: false,
  },
]

describe.each(KINDS)('$what', ({ file, name, type: mediaType, hasPreview }) => {
  it('has headers that allow no script, both displayed and downloaded', async () => {
    const { documentUrl, downloadUrl, preview } = await keep(file, name)
    expect(preview !== null).toBe(hasPreview)
    for (const [url, way] of [
      [documentUrl, hasPreview ? 'inline' : 'attachment'],
      [downloadUrl, 'attachment'],
    ] as const) {
      const { statusCode, headers, rawPayload } = await open(url)
      expect(statusCode).toBe(200)
      expect(rawPayload).toEqual(file)
      expect(headers).toMatchObject({
        'content-type': mediaType,
        'content-length': `${file.length}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'accept-ranges': 'bytes',
        'content-disposition': expect.stringMatching(new RegExp(`^${way}; filename="`)),
        'content-security-policy': expect.stringMatching(/^default-src 'none'; /),
      })
      if (mediaType !== 'application/pdf' || way === 'attachment')
        expect(headers['content-security-policy']).toContain('sandbox')
    }
  })
})

it('a file that the store cannot read is a 503, to be requested again', async () => {
  const broken = await testServer(() => clock, {
    contents: { ...server.documents.contents, read: () => Promise.reject(new Error('no answer')) },
  })
  try {
    const sur = await broken.company('sur')
    const mine = documentCalls(broken, await broken.somebody(sur, 'admin', ['admin']))
    const [otherVehicle = 0] = await broken.vehicles(sur, [{ plate: 'ARC002A' }])
    const { documentTypeId } = await mine.type('Archivo')
    const { documentUrl } = await mine.create({ vehicle: otherVehicle, type: documentTypeId, file: PDF })
    const { statusCode, headers, body } = await broken.app.inject({ url: documentUrl })
    expect([statusCode, headers['retry-after'], JSON.parse(body).title]).toEqual([503, '60', NOT_READ])
  } finally {
    await broken.stop()
  }
})

describe('a polyglot file', () => {
  const script = '<script>fetch("/api/v2/account")</script>'
  it.each([
    ['a picture followed by HTML', Buffer.concat([PNG, HTML]), 'a.html', 'image/png'],
    ['a PDF with HTML in it', Buffer.concat([PDF, Buffer.from(script)]), 'a.svg', 'application/pdf'],
    ['a JPEG with a script in its comment', Buffer.concat([JPEG, Buffer.from(script)]), 'a.js', 'image/jpeg'],
  ])('%s is served only as the type of its first bytes', async (_what, file, name, mediaType) => {
    const sent = await client.send({ vehicle, type, file, fileName: name })
    if (sent.status !== 200) return expect(sent.status).toBe(415)
    const stored = (await client.list(vehicle))[0]
    for (const url of [stored?.documentUrl ?? '', stored?.downloadUrl ?? '']) {
      const { headers } = await open(url, { accept: 'text/html' })
      expect(headers['content-type']).toBe(mediaType)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
      expect(headers['content-disposition']).not.toMatch(/\.(?:html|svg|js)"/)
    }
  })

  it.each([
    ['an HTML page', HTML],
    ['an SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
    ['HTML before a PDF', Buffer.concat([HTML, PDF])],
  ])('%s is rejected whatever its name', async (_what, file) => {
    for (const fileName of ['a.pdf', 'a.png', 'a.html', 'a.svg']) {
      const refused = await client.send({ vehicle, type, file, fileName })
      expect([refused.status, (refused.body as { title: string }).title], fileName).toEqual([
        415,
        'El contenido del archivo no es PDF, PNG, JPEG, WebP, Word (.docx) o Excel (.xlsx).',
      ])
    }
  })

  it('stored under a type that is no longer accepted is only downloaded, as bytes', async () => {
    const { documentId, documentUrl } = await keep(Buffer.concat([PDF, Buffer.from('%1')]), 'a.pdf')
    await server.db.system.query(
      `
        update stored_file s
        set media_type = 'text/html'
        from document_version x
        where x.document_id = $1 and s.tenant_id = x.tenant_id and s.sha256 = x.sha256`,
      [documentId],
    )
    const { headers } = await open(documentUrl)
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment/),
    })
  })
})

describe('a signed link', () => {
  it('opens only its own file, unaltered, for a quarter of an hour', async () => {
    const one = await keep(PDF, 'una.pdf')
    const two = await keep(PNG, 'dos.png')
    const [path = '', query = ''] = one.documentUrl.split('?')
    const statusOf = async (url: string) => (await open(url)).statusCode
    expect(await statusOf(one.documentUrl)).toBe(200)
    for (const wrong of [
      path,
      `${path}?${query.replace(/e=\d+/, 'e=99999999999')}`,
      `${path}?${query.replace(/s=./, (found) => (found === 's=_' ? 's=A' : 's=_'))}`,
      `${path}?${query.replace(/&s=.*/, '')}`,
      `${path}/save?${query}`,
      `${path.replace(/\d+$/, '2')}?${query}`,
      `${two.documentUrl.split('?')[0]}?${query}`,
      `${path.replace(`/${company.tenantId}/`, `/${company.tenantId + 1}/`)}?${query}`,
      `/files/documents/x/y/z?${query}`,
      `${path}%00?${query}`,
      `/files/documents/1/2/-3?${query}`,
    ])
      expect(await statusOf(wrong), wrong).toBe(404)
    const before = clock
    clock = new Date(before.getTime() + 17 * 60_000)
    expect(await statusOf(one.documentUrl)).toBe(404)
    clock = before
  })

  it('does not open files of a suspended company, nor those missing from the store', async () => {
    const other = await server.company('cortada')
    const own = documentCalls(server, await server.somebody(other, 'admin', ['admin']))
    const [car = 0] = await server.vehicles(other, [{ plate: 'SUS001A' }])
    const { documentTypeId } = await own.type('Archivo')
    const file = Buffer.concat([PDF, Buffer.from('%2')])
    const { documentUrl, documentId } = await own.create({ vehicle: car, type: documentTypeId, file })
    expect((await open(documentUrl)).statusCode).toBe(200)
    await server.db.system.query('update company set suspended_at = now() where tenant_id = $1', [other.tenantId])
    expect((await open(documentUrl)).statusCode).toBe(404)
    await server.db.system.query('update company set suspended_at = null where tenant_id = $1', [other.tenantId])
    const { rows } = await server.db.system.query('select sha256 from document_version where document_id = $1', [
      documentId,
    ])
    await server.documents.contents.remove(`${other.tenantId}/${rows[0].sha256}`)
    expect((await open(documentUrl)).statusCode).toBe(404)
  })

  it('of an earlier version opens that version', async () => {
    const { documentId } = await keep(PDF, 'antes.pdf')
    expect((await client.replace(documentId, 1, { file: PNG, fileName: 'después.png' })).status).toBe(200)
    const { files } = (await client.ask('GET', `${DOCUMENTS}/${documentId}/files`)).body as { files: DocumentFile[] }
    expect((await open(files[1]?.downloadUrl ?? '')).rawPayload).toEqual(PDF)
    expect((await open(files[0]?.documentUrl ?? '')).rawPayload).toEqual(PNG)
  })
})

describe('a range', () => {
  it('is served as viewers request it, and rejected outside the file', async () => {
    const { documentUrl } = await keep(PDF, 'rango.pdf')
    const size = PDF.length
    for (const [range, start, end] of [
      ['bytes=0-3', 0, 3],
      ['bytes=10-', 10, size - 1],
      ['bytes=-5', size - 5, size - 1],
      ['bytes=4-999999', 4, size - 1],
    ] as const) {
      const { statusCode, headers, rawPayload } = await open(documentUrl, { range })
      expect([range, statusCode, headers['content-range'], headers['content-length']]).toEqual([
        range,
        206,
        `bytes ${start}-${end}/${size}`,
        `${end - start + 1}`,
      ])
      expect(rawPayload).toEqual(PDF.subarray(start, end + 1))
    }
    const past = await open(documentUrl, { range: `bytes=${size}-` })
    expect([past.statusCode, past.headers['content-range']]).toEqual([416, `bytes */${size}`])
    for (const range of [
      'bytes=0-1,3-4',
      'bytes=5-2',
      'bytes=a-b',
      'lines=0-1',
      'bytes=-',
      'bytes=99999999999999999999-',
    ])
      expect((await open(documentUrl, { range })).rawPayload, range).toEqual(PDF)
  })

  it.each([
    [undefined, 10, undefined],
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=-20', 10, { start: 0, end: 9 }],
    ['bytes=-0', 10, 'none'],
    ['bytes=0-', 0, 'none'],
  ] as const)('%s of %d bytes is %j', (header, size, range) => expect(byteRange(header, size)).toEqual(range))
})
