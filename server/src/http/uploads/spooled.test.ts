// Large files over real connections: written to disk as they arrive, and deleted when the call ends, however it ends.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refuse } from '../../errors/http-problem.ts'
import { asStoreTrouble, NO_SPACE, NOT_STORED } from '../../files/contents/store-trouble.ts'
import { keepSwept, spool, sweepSpool } from '../../files/spool.ts'
import {
  BOUNDARY,
  beginUpload,
  type Part,
  partsBody,
  type Spooling,
  spoolingServer,
} from '../../testing/attacks/spooling.ts'
import { spooledLimiter, UPLOADING_MANY, UPLOADS_BUSY } from '../overload/upload-limiter.ts'

const MB = 1_048_576
let server: Spooling
let token: string
beforeAll(async () => {
  server = await spoolingServer({ bytes: 3 * MB })
  token = server.token(1)
})
const PATIENT = { timeout: 10_000 }
afterEach(async () => {
  await expect.poll(spooledLimiter.underWay, PATIENT).toBe(0)
  expect(server.incoming()).toEqual([])
})
afterAll(() => server.stop())

const post = async (body: Buffer | string | ReadableStream, headers: Record<string, string> = {}, to = server) => {
  const type = `multipart/form-data; boundary=${BOUNDARY}`
  const init = { method: 'POST', body, headers: { authorization: `Bearer ${token}`, 'content-type': type, ...headers } }
  const response = await fetch(`http://127.0.0.1:${to.port}/upload`, { ...init, duplex: 'half' } as RequestInit)
  return { status: response.status, headers: response.headers, ...((await response.json()) as Record<string, unknown>) }
}
const send = (...parts: Part[]) => post(partsBody(parts))
const name: Part = { name: 'document[Name]', value: 'Póliza' }
const file = (value: Buffer, fileName = 'póliza 2026.pdf'): Part => ({ name: 'file', value, fileName })
const streamed = (whole: Buffer) =>
  new ReadableStream({
    start(into) {
      for (let at = 0; at < whole.length; at += 40_000) into.enqueue(whole.subarray(at, at + 40_000))
      into.close()
    },
  })

describe('a large file', () => {
  it('arrives complete, hashed, readable by its owner only, with fields before and after it', async () => {
    const content = randomBytes(2_500_000)
    const info = [
      { name: 'documentInfo[0][Value]', value: '2027-01-31' },
      { name: 'documentInfo[0][Id]', value: '9' },
    ]
    expect(await send(info[0] as Part, file(content), name, info[1] as Part)).toMatchObject({
      status: 200,
      fileName: 'póliza 2026.pdf',
      size: 2_500_000,
      onDisk: 2_500_000,
      sha256: createHash('sha256').update(content).digest('hex'),
      mode: 0o600,
      body: { document: { Name: 'Póliza' }, documentInfo: [{ Id: '9', Value: '2027-01-31' }] },
    })
  })

  it('that exceeds the company’s quota is rejected before it arrives', async () => {
    const full = await spoolingServer({
      refuseFull: (size) => (size > MB ? Promise.reject(refuse(422, 'No cabe.', 'file')) : Promise.resolve()),
    })
    const who = full.token(1)
    expect(await text(beginUpload(full, who, 2 * MB))).toMatch(/^HTTP\/1.1 422 [\s\S]*No cabe/)
    expect(
      await post(partsBody([name, file(randomBytes(MB))]), { authorization: `Bearer ${who}` }, full),
    ).toMatchObject({ status: 200 })
    await full.stop()
  })

  it('may have one byte, have none or be absent', async () => {
    expect(await send(name, file(Buffer.from('%')))).toMatchObject({ status: 200, size: 1 })
    expect(await send(name, file(Buffer.alloc(0)))).toMatchObject({
      status: 200,
      size: 0,
      sha256: createHash('sha256').digest('hex'),
    })
    expect(await send(name)).toEqual(
      expect.objectContaining({ status: 200, body: { document: { Name: 'Póliza' }, documentInfo: [] } }),
    )
  })

  const filePart = (fileName: string, type: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"${fileName}\r\ncontent-type: ` +
    `${type}\r\n\r\n${'%PDF-'.repeat(200)}\r\n${partsBody([name])}`
  it.each(['application/octet-stream', 'application/pdf'])('is accepted without a name, as %s', async (type) => {
    expect(await post(filePart('', type))).toMatchObject({ status: 200, size: 1_000, fileName: '' })
  })

  it('with a line break in its name is rejected with the reason', async () => {
    const title = 'Una parte de la solicitud no se pudo leer: el nombre del archivo tiene caracteres que no se aceptan.'
    const body = filePart("; filename*=UTF-8''%0d%0aSet-Cookie%3a%20x.pdf", 'application/pdf')
    expect(await post(body)).toMatchObject({ status: 400, title, errors: [{ path: 'file' }] })
  })

  it('is deleted if the call is rejected or fails', async () => {
    const refused = { name: 'document[Name]', value: 'rechazado' }
    expect(await send(refused, file(randomBytes(100)))).toMatchObject({ status: 409 })
    expect(await send({ ...refused, value: 'roto' }, file(randomBytes(100)))).toMatchObject({ status: 500 })
  })

  it('that is too large is rejected by its declared size and by its actual one', async () => {
    const title = 'El archivo pesa más de 3 MB, que es lo más que se acepta.'
    const refused = { status: 413, title, errors: [{ path: 'file', message: title }] }
    const answer = text(beginUpload(server, token, 4 * MB))
    expect(await answer).toContain(title)
    expect(await post(streamed(partsBody([name, file(randomBytes(3 * MB + 1))])))).toMatchObject(refused)
    expect(await send(name, file(randomBytes(3 * MB)))).toMatchObject({ status: 200, size: 3 * MB })
  })
})

describe('an invalid form', () => {
  const small = file(randomBytes(10))
  it.each([
    ['two files', [name, small, small], 'Envíe un solo archivo.'],
    ['a file of another name', [name, { ...small, name: 'archivo' }], 'El archivo va en el campo «file».'],
    ['a name twice', [name, small, name], 'El campo «document[Name]» viene más de una vez.'],
    ['a name too many', [name, small, { name: 'otro', value: 'x' }], 'Los datos enviados no son válidos.'],
    ['an empty value', [{ ...name, value: '' }, small], 'Los datos enviados no son válidos.'],
    [
      'a missing index',
      [name, small, { name: 'documentInfo[1][Id]', value: '1' }],
      'El campo «documentInfo[0]» falta: los índices van seguidos desde 0.',
    ],
    [
      'a prototype',
      [name, small, { name: 'document[__proto__]', value: 'x' }],
      'El campo «document[__proto__]» tiene un nombre que no se acepta.',
    ],
    [
      'a prototype itself',
      [name, small, { name: '__proto__', value: 'x' }],
      'La solicitud tiene un campo con un nombre que no se acepta.',
    ],
    [
      'too long a name',
      [name, small, { name: 'a'.repeat(4_000), value: 'x' }],
      `El campo «${'a'.repeat(100)}» tiene un nombre que no se acepta.`,
    ],
    ['too long a text', [{ ...name, value: 'x'.repeat(20_000) }, small], 'El texto es demasiado largo.'],
    [
      'a part in JSON',
      [{ ...name, value: '{"a":1}', type: 'application/json' }, small],
      'El texto es demasiado largo.',
    ],
    [
      'too many fields',
      [small, ...Array.from({ length: 14 }, (_, n) => ({ name: `documentInfo[${n}][Id]`, value: '1' }))],
      'La solicitud tiene demasiadas partes.',
    ],
  ] as const)('%s: 400 with the reason', async (_what, parts, title) => {
    expect(await send(...(parts as readonly Part[]))).toMatchObject({ status: 400, title })
  })

  it('is rejected with the name of the field that breaks a rule', async () => {
    const errors = [{ path: 'document.Name', message: 'Escriba un nombre' }]
    expect(await send({ ...name, value: '' }, small)).toMatchObject({ status: 400, errors })
  })

  it('without a boundary, cut off or of another type is rejected', async () => {
    const cut = 'El archivo no llegó completo. Intente subirlo de nuevo.'
    const body = partsBody([name, small])
    expect(await post(body, { 'content-type': 'multipart/form-data' })).toMatchObject({ status: 400, title: cut })
    expect(await post(body.subarray(0, -40))).toMatchObject({ status: 400, title: cut })
    expect(await post(body, { 'content-type': 'multipart/form-data; boundary=otro' })).toMatchObject({
      status: 400,
      title: cut,
    })
    expect(await post('{}', { 'content-type': 'application/json' })).toMatchObject({ status: 415 })
    expect(await post(body, { authorization: `Bearer ${server.token(1, false)}` })).toMatchObject({ status: 403 })
    expect(await post(body, { authorization: 'Bearer x' })).toMatchObject({ status: 401 })
  })
})

/** Uploads that have started and stall. */
const stalled = async (who: string, count: number) => {
  const before = server.incoming().length
  const body = partsBody([name, file(randomBytes(MB))])
  const sockets = Array.from({ length: count }, () => beginUpload(server, who, body.length))
  for (const socket of sockets) socket.write(body.subarray(0, 300_000))
  await expect.poll(() => server.incoming().length, PATIENT).toBe(before + count)
  return sockets
}

describe('simultaneous uploads', () => {
  it('that are cut off leave nothing behind', async () => {
    const sockets = await stalled(token, 1)
    for (const socket of sockets) socket.destroy()
    await expect.poll(spooledLimiter.underWay, PATIENT).toBe(0)
    expect(server.incoming()).toEqual([])
  })

  it('are limited to 24 of a company and 48 of a process, with a reserve for companies with few', async () => {
    const sockets = await stalled(token, 24)
    const many = await send(name, file(randomBytes(10)))
    expect(many).toMatchObject({ status: 429, title: UPLOADING_MANY })
    expect(many.headers.get('retry-after')).toBe('5')
    const other = server.token(2)
    sockets.push(...(await stalled(other, 24)), ...(await stalled(server.token(3), 4)))
    const whole = partsBody([name, file(randomBytes(10))])
    const of = (tenantId: number) => post(whole, { authorization: `Bearer ${server.token(tenantId)}` })
    expect(await of(3)).toMatchObject({ status: 429, title: UPLOADS_BUSY })
    expect(await of(4)).toMatchObject({ status: 200 })
    for (const socket of sockets.splice(0, 5)) socket.destroy()
    await expect.poll(spooledLimiter.underWay, PATIENT).toBe(47)
    expect(await of(3)).toMatchObject({ status: 200 })
    for (const socket of sockets) socket.destroy()
  })

  it('keep their place until their work is done', async () => {
    const letGo = server.hold()
    const answer = send(name, file(randomBytes(10)))
    await expect.poll(() => server.incoming().length, PATIENT).toBe(1)
    expect(spooledLimiter.underWay()).toBe(1)
    letGo()
    expect(await answer).toMatchObject({ status: 200 })
  })
})

describe('the time limit', () => {
  it('is short for the body of any call, and longer for a file once its sender is known', async () => {
    const hurried = await spoolingServer({ timeouts: { bodyMs: 200, fileMs: 60_000 } })
    try {
      const who = hurried.token(1)
      const body = partsBody([name, file(randomBytes(1_000))])
      const slow = beginUpload(hurried, who, body.length)
      slow.write(body.subarray(0, 400))
      const reply = text(beginUpload(hurried, who, 100, '/say'))
      expect(await reply).toMatch(/^HTTP\/1.1 408 [\s\S]*La solicitud tardó demasiado en llegar\./)
      // The rest of an upload without permission is not awaited.
      const stranger = beginUpload(hurried, hurried.token(1, false), body.length)
      expect(await text(stranger)).toMatch(/^HTTP\/1.1 403 /)
      slow.write(body.subarray(400))
      const [answer] = (await once(slow, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /)
      slow.destroy()
    } finally {
      await hurried.stop()
    }
  })

  it('ends an upload that stalls, and not one that continues', async () => {
    const hurried = await spoolingServer({ timeouts: { bodyMs: 60_000, fileMs: 60_000, paceMs: 400 } })
    try {
      const body = partsBody([name, file(randomBytes(2 * MB))])
      const idle = beginUpload(hurried, hurried.token(1), body.length)
      idle.write(body.subarray(0, 100_000))
      const steady = beginUpload(hurried, hurried.token(2), body.length)
      for (let at = 0; at < body.length; at += 250_000) {
        steady.write(body.subarray(at, at + 250_000))
        await pause(100)
      }
      const [answer] = (await once(steady, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /)
      expect(await text(idle)).toMatch(/^HTTP\/1.1 408 /)
      steady.destroy()
      await expect.poll(spooledLimiter.underWay, PATIENT).toBe(0)
    } finally {
      await hurried.stop()
    }
  })

  it('applies to a file too', async () => {
    const hurried = await spoolingServer({ timeouts: { bodyMs: 60_000, fileMs: 200 } })
    try {
      const socket = beginUpload(hurried, hurried.token(1), 500_000)
      socket.write(partsBody([name, file(randomBytes(1_000))]).subarray(0, 400))
      expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /)
      await expect.poll(spooledLimiter.underWay, PATIENT).toBe(0)
      expect(hurried.incoming()).toEqual([])
    } finally {
      await hurried.stop()
    }
  })
})

describe('a disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-disk-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('that cannot be written to is reported as such', async () => {
    writeFileSync(join(folder, 'no-folder'), '')
    const broken = await spoolingServer({ folder: join(folder, 'no-folder') })
    expect(
      await post(partsBody([name, file(randomBytes(9))]), { authorization: `Bearer ${broken.token(1)}` }, broken),
    ).toMatchObject({ status: 503, title: NOT_STORED })
    await broken.stop()
  })

  it('that is full is reported as such, and nothing is left on it', async () => {
    const path = join(folder, 'full')
    symlinkSync('/dev/full', path)
    const fault = await spool(Readable.from([randomBytes(100_000)]), path, 'a.pdf').catch(asStoreTrouble)
    expect(fault).toMatchObject({ status: 507, title: NO_SPACE })
    expect(readdirSync(folder)).not.toContain('full')
  })

  it('is cleaned of files of killed processes ten minutes after their last change', async () => {
    const home = join(folder, 'incoming')
    await sweepSpool(home, new Date()) // not there yet
    mkdirSync(home)
    const now = new Date()
    for (const [each, age] of [
      ['old', 610_000],
      ['young', 590_000],
    ] as const) {
      writeFileSync(join(home, each), 'x')
      utimesSync(join(home, each), now, new Date(now.getTime() - age))
    }
    await sweepSpool(home, now)
    expect(readdirSync(home)).toEqual(['young'])
    utimesSync(join(home, 'young'), new Date(0), new Date(0))
    await keepSwept(home, { error: () => undefined })() // runs when a process starts, and regularly
    expect(readdirSync(home)).toEqual([])
  })
})
