// Evidence files under hostile uploads: wrong types, sizes, false lengths, cut connections, names like paths; the
// limits of unused files; and what the sweep deletes.
import { readdirSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { CAPTURE_FILE_BYTES } from '@padron/contract/captures'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { cleanName } from '../../files/clean-name.ts'
import { deleteBatch } from '../../fleet/archive/archive.ts'
import { listen } from '../../testing/attacks/raw-http.ts'
import { expectRefused } from '../../testing/attacks/refusal.ts'
import { isDrill } from '../../testing/drill.ts'
import { plainPdf } from '../../testing/files/plain-pdf.ts'
import { HTML, hollowPng, JPEG, PDF, PNG } from '../../testing/files/proof-files.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { sweepEvidence } from './sweep-evidence.ts'
import { LOOSE_AT_MOST } from './upload.ts'

let server: TestServer
let port: number
let company: Company
let who: Somebody
let vehicle: number
let turn = 0
const RESOURCE = 1901

beforeAll(async () => {
  server = await testServer()
  port = await listen(server.app)
})
afterAll(() => server.stop())
beforeEach(async () => {
  company = await server.company(`norte${turn++}`)
  who = await server.somebody(company, 'captura', ['processing_admin'])
  ;[vehicle = 0] = await server.vehicles(company, [{ plate: 'CAP1234' }])
})

const pathOf = (fileName: string) =>
  `/api/v2/captures/files?${new URLSearchParams({ vehicleAssetId: `${vehicle}`, resourceId: `${RESOURCE}`, fileName })}`
const send = (payload: Buffer, type = 'application/pdf', fileName = 'acuse.pdf', as: Somebody | undefined = who) =>
  server.ask(as, { method: 'POST', url: pathOf(fileName), payload, headers: { 'content-type': type } })
const onDisk = () =>
  readdirSync(server.evidence.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const rows = async (): Promise<number> =>
  (
    await server.db.system.query('select count(*)::int as n from evidence_file where tenant_id = $1', [
      company.tenantId,
    ])
  ).rows[0]?.n

/**
 * Reads the server's answer over a raw connection until it closes or the answer is complete.
 * @param write sends the body or part of it
 */
const bare = (
  headers: readonly string[],
  write: (push: (bytes: Buffer | string) => void, end: () => void) => void,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let reply = ''
    socket.on('data', (bytes) => {
      reply += bytes.toString()
    })
    socket.on('close', () => resolve(reply))
    // The server may close while the rest is still being sent.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      ['EPIPE', 'ECONNRESET'].includes(error.code ?? '') ? resolve(reply) : reject(error),
    )
    const head = [`POST ${pathOf('acuse.pdf')} HTTP/1.1`, 'Host: x', 'Content-Type: application/pdf', ...headers]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    write(
      (bytes) => void socket.write(bytes),
      () => void socket.end(),
    )
  })
const statusOf = (reply: string) => Number(reply.split(' ')[1])
const bearer = () => `Authorization: Bearer ${who.token}`

const largeJpeg = (): Promise<Buffer> =>
  sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()

describe('a file', () => {
  it.each([
    ['application/pdf', PDF, 'acuse.pdf'],
    ['image/png', PNG, 'pantalla.png'],
    ['image/jpeg', JPEG, 'foto.JPG'],
  ])('of the declared type (%s) is stored', async (type, bytes, name) => {
    const { status, body } = await send(bytes, type, name)
    expect([status, body]).toMatchObject([200, { fileName: name, size: bytes.length, mediaType: type }])
    expect(onDisk()).toContain((body as { fileId: string }).fileId)
  })

  const UNLIKE: readonly { what: string; bytes: Buffer; type: string; is: number }[] = [
    { what: 'HTML declared as PDF', bytes: HTML, type: 'application/pdf', is: 415 },
    { what: 'HTML followed by a PDF', bytes: Buffer.concat([HTML, PDF]), type: 'application/pdf', is: 415 },
    { what: 'a PNG declared as PDF', bytes: PNG, type: 'application/pdf', is: 415 },
    { what: 'a PDF declared as PNG', bytes: PDF, type: 'image/png', is: 415 },
    { what: 'an SVG with a script', bytes: Buffer.from('<svg onload="x()"/>'), type: 'image/svg+xml', is: 415 },
    { what: 'a program declared as PDF', bytes: Buffer.from('MZ\u0090\0'), type: 'application/pdf', is: 415 },
    { what: 'text', bytes: Buffer.from('hola'), type: 'text/plain', is: 415 },
    { what: 'a PDF without type', bytes: PDF, type: '', is: 415 },
    { what: 'JSON', bytes: Buffer.from('{}'), type: 'application/json', is: 415 },
    { what: 'a multipart form', bytes: PDF, type: 'multipart/form-data; boundary=x', is: 415 },
    { what: 'no bytes', bytes: Buffer.alloc(0), type: 'application/pdf', is: 400 },
    {
      what: 'one byte too many',
      bytes: Buffer.concat([PDF, Buffer.alloc(CAPTURE_FILE_BYTES + 1 - PDF.length)]),
      type: 'application/pdf',
      is: 413,
    },
  ]
  it('with too many pixels is rejected, however late its header states the size', async () => {
    const message =
      'La imagen mide 12,000 × 9,000 píxeles; se aceptan hasta 50,000,000 píxeles en total. Redúzcala y ' +
      'envíela de nuevo.'
    const png = hollowPng(12_000, 9_000)
    const jpeg = isDrill ? await largeJpeg() : Buffer.alloc(0)
    const words = Buffer.alloc(60_002, 'x') // like the EXIF data of a camera
    words.writeUInt16BE(60_002)
    const segment = Buffer.concat([Buffer.from('ffe1', 'hex'), words])
    const late = Buffer.concat([jpeg.subarray(0, 2), segment, segment, segment, jpeg.subarray(2)])
    const before = onDisk()
    for (const bytes of isDrill ? [png, jpeg, late] : [png]) {
      const { status, body } = await send(bytes, bytes === png ? 'image/png' : 'image/jpeg', 'foto.jpg')
      expect([status, body]).toMatchObject([422, { title: message, errors: [{ path: 'file', message }] }])
    }
    expect([onDisk(), await rows()]).toEqual([before, 0])
    expect((await send(hollowPng(8_000, 6_000), 'image/png', 'foto.png')).status).toBe(200)
  })
  it.each(UNLIKE)('with content and type like $what is rejected and not stored', async ({ what, bytes, type, is }) => {
    const before = onDisk()
    expectRefused(await send(bytes, type), [is], what)
    expect([onDisk(), await rows()]).toEqual([before, 0])
  })

  it.runIf(isDrill)('of exactly the maximum size is stored', async () => {
    const bytes = Buffer.concat([PDF, Buffer.alloc(CAPTURE_FILE_BYTES - PDF.length)])
    expect(await send(bytes)).toMatchObject({ status: 200, body: { size: CAPTURE_FILE_BYTES } })
  })
})

describe('over a raw connection', () => {
  it('an excessive length is rejected before any byte is sent', async () => {
    const reply = await bare([bearer(), `Content-Length: ${CAPTURE_FILE_BYTES + 1}`], () => undefined)
    expect(statusOf(reply)).toBe(413)
    expect(reply).toContain('El archivo pasa de 10 MB')
  })

  it('requests without session or permission are rejected before any byte is read', async () => {
    expect(statusOf(await bare(['Content-Length: 9000000', 'Connection: close'], (_push, end) => end()))).toBe(401)
    const reader = await server.somebody(company, 'lee', ['processing_read'])
    expect((await send(HTML, 'text/html', 'x', reader)).status).toBe(403)
  })

  it('chunks without a length are counted as they arrive', async () => {
    const before = onDisk()
    const chunk = Buffer.alloc(1_000_000, 1)
    const reply = await bare([bearer(), 'Transfer-Encoding: chunked'], (push) => {
      push(`${PDF.length.toString(16)}\r\n`)
      push(PDF)
      push('\r\n')
      for (let i = 0; i < 11; i++) {
        push(`${chunk.length.toString(16)}\r\n`)
        push(chunk)
        push('\r\n')
      }
      push('0\r\n\r\n')
    })
    // The server does not wait for the rest: the answer may be lost with the connection, but no file is stored.
    if (reply !== '') expect(statusOf(reply)).toBe(413)
    expect([onDisk(), await rows()]).toEqual([before, 0])
  })

  it('a body shorter than its length stores nothing', async () => {
    const before = onDisk()
    await bare([bearer(), 'Content-Length: 5000', 'Connection: close'], (push, end) => {
      push(PDF)
      end()
    })
    await expect.poll(onDisk).toEqual(before)
    expect(await rows()).toBe(0)
  })

  it('a body longer than its length is cut at the length', async () => {
    const reply = await bare([bearer(), `Content-Length: ${PDF.length}`, 'Connection: close'], (push) => {
      push(PDF)
      push(HTML)
    })
    // Bytes after the length are no valid request: the connection ends, whichever response is sent first.
    expect([200, 400]).toContain(statusOf(reply))
    const { rows: stored } = await server.db.system.query('select size from evidence_file where tenant_id = $1', [
      company.tenantId,
    ])
    expect(stored.every(({ size }) => size === PDF.length)).toBe(true)
  })
})

describe('the file name', () => {
  const NAMES: readonly [given: string, stored: string][] = [
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\ana\\acuse.pdf', 'acuse.pdf'],
    ['factura\u202Efdp.exe', 'facturafdp.exe.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie_ x=1.pdf'],
    ['"><script>.pdf', '___script_.pdf'],
    ['página.html', 'página.html.pdf'],
    ['...', 'evidencia.pdf'],
    ['\u200B\uFEFF', 'evidencia.pdf'],
    ['Ñandú 100%.PDF', 'Ñandú 100%.PDF'],
  ]
  it.each(NAMES)('%j is stored as %j', (given, stored) => expect(cleanName(given, 'application/pdf')).toBe(stored))

  it('has at most two hundred whole characters', () => {
    const name = cleanName(`${'👍🏽'.repeat(300)}.pdf`, 'application/pdf')
    expect(name.length).toBeLessThanOrEqual(200)
    expect(name.isWellFormed()).toBe(true)
  })

  it('is escaped in the header', async () => {
    const { body } = await send(PDF, 'application/pdf', 'x"; filename=evil.exe;\u202E.pdf')
    const { fileId } = body as { fileId: string }
    const app = server.app
    const opened = await app.inject({ url: await signed(fileId) })
    expect(opened.headers['content-disposition']).toBe(
      `inline; filename="x_; filename=evil.exe;.pdf"; filename*=UTF-8''x_%3B%20filename%3Devil.exe%3B.pdf`,
    )
  })
})

/** Signed like the links of the drawer. */
const signed = async (fileId: string, requester?: string): Promise<string> => {
  const { signedLinks } = await import('../../files/signed-links.ts')
  return (await signedLinks(server.db, () => new Date())).sign(`/files/proof/${company.tenantId}/${fileId}`, requester)
}

describe('the address of a file', () => {
  it('opens nothing when unsigned, changed to another company or file, or the company is suspended', async () => {
    const { fileId } = (await send(PDF)).body as { fileId: string }
    const url = await signed(fileId)
    const get = async (at: string) => (await server.ask(undefined, { url: at })).status
    expect(await get(url)).toBe(200)
    const [path = '', query = ''] = url.split('?')
    expect(await get(path)).toBe(404)
    const other = await server.company(`otra${turn}`)
    expect(await get(`/files/proof/${other.tenantId}/${fileId}?${query}`)).toBe(404)
    expect(await get(`${path.slice(0, -1)}${path.endsWith('a') ? 'b' : 'a'}?${query}`)).toBe(404)
    await server.db.system.query('update company set suspended_at = now() where tenant_id = $1', [company.tenantId])
    expect(await get(url)).toBe(404)
  })

  it('for a user who sees a part of the fleet works only while the vehicle is in that part', async () => {
    const { fileId } = (await send(PDF)).body as { fileId: string }
    const part = await server.somebody(company, 'parte', ['vehicles_read'])
    const url = await signed(fileId, `${part.userId}`)
    const statusOfPart = async (stateId: number) => {
      await server.db.system.query('update app_user set vehicle_scope = $1 where user_id = $2', [
        JSON.stringify({ states: [stateId] }),
        part.userId,
      ])
      return (await server.ask(undefined, { url })).status
    }
    const { rows } = await server.db.system.query<{ state: number }>(
      'select state_id as state from vehicle where vehicle_id = $1',
      [vehicle],
    )
    const state = rows[0]?.state ?? 0
    expect([await statusOfPart(state), await statusOfPart(state + 1)]).toEqual([200, 404])
  })
})

describe('unused files', () => {
  const old = () =>
    server.db.system.query(`update evidence_file set uploaded_at = now() - interval '2 days' where tenant_id = $1`, [
      company.tenantId,
    ])
  const age = async () => {
    const then = new Date(Date.now() - 2 * 86_400_000)
    for (const entry of readdirSync(server.evidence.folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
  }
  const sweep = () => sweepEvidence(server.db, server.evidence, new Date())
  const idOf = async () => ((await send(PDF)).body as { fileId: string }).fileId

  const lay = (count: number, userId: number) =>
    server.db.system.query(
      `
       insert into evidence_file (tenant_id, file_id, vehicle_id, file_name, media_type, size, sha256, path,
         uploaded_by)
       select $1, gen_random_uuid(), $2, 'x.pdf', 'application/pdf', 1, 'x', 'x',
         jsonb_build_object('id', $4::bigint, 'name', 'x')
       from generate_series(1, $3)`,
      [company.tenantId, vehicle, count, userId],
    )
  const sendFive = () => Promise.all(Array.from({ length: 5 }, () => send(PDF)))

  it('are limited to fifty per user without blocking others', async () => {
    await lay(LOOSE_AT_MOST.user - 1, who.userId)
    const all = await sendFive()
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429])
    expect(JSON.stringify(all)).toContain('Usted tiene 50 archivos subidos sin captura')
    const colleague = await server.somebody(company, 'colega', ['processing_admin'])
    expect((await send(PDF, 'application/pdf', 'acuse.pdf', colleague)).status).toBe(200)
  })

  it('are limited to five hundred per company', async () => {
    await lay(LOOSE_AT_MOST.company - 1, who.userId + 1_000_000)
    const all = await sendFive()
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429])
    expect(JSON.stringify(all)).toContain('Su empresa tiene 500 archivos subidos sin captura')
  })

  it('are deleted after a day, like files of deleted vehicles; files of today and evidence stay', async () => {
    const [loose, used] = [await idOf(), await idOf()]
    await server.db.system.query('update evidence_file set run_id = gen_random_uuid() where file_id = $1', [used])
    await sweep()
    expect(onDisk()).toEqual(expect.arrayContaining([loose, used]))
    await old()
    await age()
    const young = await idOf()
    await sweep()
    expect(onDisk()).not.toContain(loose)
    expect(onDisk()).toEqual(expect.arrayContaining([used, young]))
    await server.db.system.query('delete from vehicle where vehicle_id = $1', [vehicle])
    await sweep()
    expect(onDisk()).not.toContain(used)
  })

  it('stay while a deleted fleet can still be restored', async () => {
    const used = await idOf()
    await server.db.system.query('update evidence_file set run_id = gen_random_uuid() where file_id = $1', [used])
    const deletion = '01900000-0000-7000-8000-00000000000a'
    await asTenant(server.db, company.tenantId, async (tx) => {
      await tx.insertInto('deletion').values({ deletion_id: deletion, who: 'x' }).execute()
      await deleteBatch(tx, company.tenantId, deletion, new Date(Date.now() + 1000).toISOString())
    })
    expect(await rows()).toBe(0)
    await age()
    await sweep()
    expect(onDisk()).toContain(used)
    await server.db.system.query('delete from deletion where deletion_id = $1', [deletion])
    await sweep()
    expect(onDisk()).not.toContain(used)
  })
})

describe('the text of a PDF', () => {
  const receipt = (...lines: string[]) => plainPdf([lines.map((text, i) => ({ text, at: [50, 700 - 20 * i] }))])

  it('is rejected if it names another vehicle of the company and not this one; nothing is stored', async () => {
    await server.vehicles(company, [{ plate: 'OTR9876' }])
    const before = onDisk()
    for (const pdf of [receipt('Placa: OTR-98-76', 'Adeudo $0.00'), receipt('PLACA NO. OTR 98 76')])
      expect((await send(pdf)).body).toMatchObject({
        status: 422,
        errors: [
          {
            path: 'file',
            message: 'El PDF es de otra placa de su flota, OTR9876, y no nombra la de este vehículo.',
          },
        ],
      })
    expect(await rows()).toBe(0)
    expect(onDisk()).toEqual(before)
    const both = await send(receipt('Placa: OTR9876', 'Placa: CAP1234'))
    expect([both.status, both.body]).toMatchObject([200, { note: null }])
  })

  it('is accepted if it names a vehicle of another company, or none', async () => {
    const stranger = await server.company(`otra${turn}`)
    await server.vehicles(stranger, [{ plate: 'AJE5555' }])
    expect((await send(receipt('Placa: AJE5555'))).status).toBe(200)
    expect((await send(receipt('Folio 123456', 'JKL 12 34'))).body).toMatchObject({ note: null })
  })

  it('may be unreadable: the file is accepted with a note; a PDF with a password is rejected', async () => {
    expect((await send(plainPdf([[]]))).body).toMatchObject({
      note: 'No se pudo leer el texto: el PDF es una imagen.',
    })
    expect((await send(PDF)).body).toMatchObject({ note: expect.stringContaining('No se pudo leer el texto') })
    const locked = plainPdf([[{ text: 'CAP1234', at: [50, 700] }]], { encrypted: true })
    expect((await send(locked)).body).toMatchObject({
      status: 422,
      errors: [{ path: 'file', message: 'El PDF tiene contraseña: guárdelo sin ella y agréguelo de nuevo.' }],
    })
  })
})
