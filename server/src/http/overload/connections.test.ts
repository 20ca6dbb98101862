// Connections that no browser makes: reset at once, as many as one address can open, with a body that stalls, with two
// hosts or a wrong encoding. Over real sockets.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import type { AppOptions } from '../../app-context.ts'
import { listen, rawBytes } from '../../testing/attacks/raw-http.ts'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'

const RATES = { user: 1_000_000, address: 1_000_000 }
let server: TestServer
let who: Somebody
const apps: FastifyInstance[] = []
beforeAll(async () => {
  server = await testServer()
  who = await server.somebody(await server.company('norte'), 'ana', ['admin'])
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await server.stop()
})

/** @returns its port, and the lines of its log at the level warn and above */
const start = async (options: Partial<AppOptions> = {}) => {
  const lines: string[] = []
  const app = await buildApp({
    db: server.db,
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    state: { ready: true, simulated: false },
    publicUrl: undefined,
    parts: new Set(['api', 'identity']),
    rates: RATES,
    ...options,
  })
  apps.push(app)
  return { app, lines, port: await listen(app) }
}

const opened = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}
/** Everything that is received until the connection closes. */
const readAll = async (socket: Socket): Promise<string> => {
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  if (!socket.closed) await once(socket, 'close')
  return text
}
const GET = 'GET /connect/password-key HTTP/1.1\r\nhost: x\r\n\r\n'

describe('a connection that its client resets', () => {
  it('is not logged as an error, however many there are', async () => {
    const { port, lines } = await start()
    for (let round = 0; round < 10; round++) {
      const sockets = await Promise.all(Array.from({ length: 30 }, () => opened(port)))
      for (const [n, socket] of sockets.entries()) {
        socket.write(n % 2 ? GET : 'POST /connect/token HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n12345')
        socket.resetAndDestroy()
      }
      await rawBytes(port, GET.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'))
    }
    await pause(50)
    expect(lines).toEqual([])
  })
})

describe('connections of one address', () => {
  const MOST = 12
  it('are closed beyond the limit, with the reason, until another one closes', async () => {
    const { port, lines } = await start({ connections: MOST })
    const held = await Promise.all(Array.from({ length: MOST }, () => opened(port)))
    for (const refused of [await opened(port), await opened(port)]) {
      const answer = await readAll(refused)
      expect(answer).toMatch(/^HTTP\/1\.1 429 /)
      expect(answer).toContain('\r\nretry-after: 5\r\n')
      expect(answer).toContain('Su red tiene demasiadas conexiones abiertas con este servidor.')
    }
    const [first] = held
    first?.destroy()
    await expect.poll(() => rawBytes(port, GET.replace('host: x', 'host: x\r\nconnection: close'))).toContain('X25519')
    for (const socket of held) socket.destroy()
    expect(lines).toEqual([])
  })
  it('are not counted if it is a trusted proxy', async () => {
    const { port } = await start({ connections: MOST, trustedProxies: ['127.0.0.1'] })
    const held = await Promise.all(Array.from({ length: 3 * MOST }, () => opened(port)))
    expect(await rawBytes(port, GET.replace('host: x', 'host: x\r\nconnection: close'))).toContain('X25519')
    for (const socket of held) socket.destroy()
  })
})

describe('a body that stalls', () => {
  const begin = (port: number, path: string, headers: string) =>
    opened(port).then((socket) => {
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 900000\r\n${headers}\r\n\r\n{"a":`)
      return socket
    })
  const JSON_BODY = 'content-type: application/json'
  it.each([
    ['without a session', 401, '/api/v2/tags', JSON_BODY],
    ['for an unknown path', 404, '/api/v2/nada', JSON_BODY],
    ['of an unsupported type', 415, '/connect/token', 'content-type: application/xml'],
  ])(
    '%s is not awaited: the connection closes with the rejection',
    async (_, status, path, headers) => {
      const { port } = await start()
      const socket = await begin(port, path, headers)
      expect((await readAll(socket)).split(' ')[1]).toBe(String(status))
    },
    10_000,
  )
  it('beyond the limit of rate or size is not awaited either', async () => {
    const { port } = await start({ rates: { user: 10, address: 10 } })
    const large = await opened(port)
    const head = `host: x\r\nauthorization: Bearer ${who.token}\r\n${JSON_BODY}`
    large.write(`POST /api/v2/vehicleAsset HTTP/1.1\r\n${head}\r\ncontent-length: 90000000\r\n\r\n{`)
    expect(await readAll(large)).toMatch(/^HTTP\/1\.1 413 /)
    for (let n = 0; n < 10; n++) await rawBytes(port, GET.replace('host: x', 'host: x\r\nconnection: close'))
    const socket = await begin(port, '/connect/token', 'content-type: application/x-www-form-urlencoded')
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 429 /)
  }, 20_000)
  it('is read to its end if the rest comes fast, so that the sender can read the rejection', async () => {
    const { port } = await start()
    const socket = await opened(port)
    const bytes = 3_000_000
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    socket.write(`POST /api/v2/tags HTTP/1.1\r\nhost: x\r\n${JSON_BODY}\r\ncontent-length: ${bytes}\r\n\r\n`)
    await expect.poll(() => text).toContain('HTTP/1.1 401')
    await new Promise<void>((sent) => socket.write(' '.repeat(bytes), () => sent()))
    socket.write(GET)
    await expect.poll(() => text).toContain('X25519')
    socket.destroy()
  })
  it('does not affect a connection whose body is complete', async () => {
    const { port } = await start()
    const socket = await opened(port)
    const post = `POST /api/v2/tags HTTP/1.1\r\nhost: x\r\n${JSON_BODY}\r\ncontent-length: 2\r\n\r\n{}`
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    for (const count of [1, 2]) {
      socket.write(post)
      await expect.poll(() => text.split('HTTP/1.1 401').length - 1).toBe(count)
      await pause(400)
    }
    expect(socket.closed).toBe(false)
    socket.destroy()
  })
})

describe('a request with contradictory headers', () => {
  const last = 'connection: close'
  it.each([
    ['two hosts', `GET /config.json HTTP/1.1\r\nhost: a\r\nHost: b\r\n${last}\r\n\r\n`],
    ['the same host twice', `GET /config.json HTTP/1.1\r\nhost: a\r\nhost: a\r\n${last}\r\n\r\n`],
    [
      'a body that is not encoded as its header says',
      `POST /connect/token HTTP/1.1\r\nhost: a\r\ncontent-encoding: gzip\r\ncontent-type: ` +
        `application/x-www-form-urlencoded\r\ncontent-length: 3\r\n${last}\r\n\r\na=b`,
    ],
    [
      'an unsupported encoding',
      `POST /connect/token HTTP/1.1\r\nhost: a\r\ncontent-encoding: identity, br\r\ncontent-type: ` +
        `application/x-www-form-urlencoded\r\ncontent-length: 3\r\n${last}\r\n\r\na=b`,
    ],
    ['two hosts, for an unknown path', `GET /nada/nada HTTP/1.1\r\nhost: a\r\nHost: b\r\n${last}\r\n\r\n`],
  ])('is rejected with %s', async (_, bytes) => {
    const { port } = await start()
    const answer = await rawBytes(port, bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toMatch(/(?:más de un encabezado Host|quite el encabezado Content-Encoding)/)
  })
  it('is accepted with one host and a body without encoding', async () => {
    const { port } = await start()
    const body = 'token=x'
    const answer = await rawBytes(
      port,
      `POST /connect/revocation HTTP/1.1\r\nhost: a\r\ncontent-encoding: identity\r\ncontent-type: ` +
        `application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n${last}\r\n\r\n${body}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })
})
