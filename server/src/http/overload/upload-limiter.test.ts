// Simultaneous uploads over real connections: a process accepts a few and a company one, also if a sender stalls,
// disconnects or fails.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listen, rawRequest } from '../../testing/attacks/raw-http.ts'
import { formOf } from '../../testing/files/workbooks.ts'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { UPLOADING, UPLOADS_BUSY, uploadLimiter } from './upload-limiter.ts'

let server: TestServer
let port: number
let people: Somebody[]

beforeAll(async () => {
  server = await testServer()
  port = await listen(server.app)
  const companies = await Promise.all(['norte', 'sur', 'este', 'oeste', 'centro'].map((name) => server.company(name)))
  people = await Promise.all(companies.map((company) => server.somebody(company, 'ana', ['admin'])))
})
afterAll(() => server.stop())

const PATH = '/api/v2/vehicle/uploadTemplate/'
const person = (n: number): Somebody => people[n] as Somebody
const fields = { notifyTo: 'ana@ejemplo.mx', preview: 'true' }
/** Refused as soon as it is read: it has no file. */
const form = formOf({ fields })
const withFile = formOf({ file: Buffer.alloc(1_000_000), fields })

const whole = async (who: Somebody) => {
  const { status, body, headers } = await rawRequest(
    port,
    'POST',
    PATH,
    [
      ['authorization', `Bearer ${who.token}`],
      ['content-type', form.headers['content-type']],
    ],
    form.payload.toString('latin1'),
  )
  return { status, title: (JSON.parse(body) as { title: string }).title, headers }
}
const PATIENT = { timeout: 10_000 }
/** An upload that was accepted and stalls. */
const stalled = async (who: Somebody): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  const before = uploadLimiter.underWay()
  const head = [
    `POST ${PATH} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${who.token}`,
    `content-type: ${form.headers['content-type']}`,
  ]
  socket.write(`${head.join('\r\n')}\r\ncontent-length: 20000000\r\n\r\n`)
  socket.write(withFile.payload.subarray(0, 500_000))
  await expect.poll(uploadLimiter.underWay, PATIENT).toBe(before + 1)
  return socket
}
const cut = async (socket: Socket): Promise<void> => {
  const closed = once(socket, 'close')
  socket.destroy()
  await closed
}
const allEnded = () => expect.poll(uploadLimiter.underWay, PATIENT).toBe(0)

describe('simultaneous uploads', () => {
  it('are limited to one of a company; a connection that closes frees its place', async () => {
    const socket = await stalled(person(0))
    expect(await whole(person(0))).toMatchObject({
      status: 429,
      title: UPLOADING,
      headers: { 'retry-after': '5', connection: 'close' },
    })
    expect((await whole(person(1))).status).toBe(422)
    await cut(socket)
    await allEnded()
    expect((await whole(person(0))).status).toBe(422)
  })

  it('are limited to four in a process', async () => {
    const sockets: Socket[] = []
    for (const who of people.slice(0, 4)) sockets.push(await stalled(who))
    expect(await whole(person(4))).toMatchObject({
      status: 429,
      title: UPLOADS_BUSY,
      headers: { 'retry-after': '5', connection: 'close' },
    })
    await Promise.all(sockets.map(cut))
    await allEnded()
    for (const who of people) expect((await whole(who)).status).toBe(422)
  })

  it('of one company are accepted or rejected, and leave nothing behind', async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, async () => (await whole(person(2))).status))
    expect(sent).toContain(422)
    expect(sent.filter((status) => status !== 422 && status !== 429)).toEqual([])
    expect(uploadLimiter.underWay()).toBe(0)
  })

  it('that fail or are not allowed free their place', async () => {
    const weak = await server.somebody({ tenantId: person(3).tenantId, name: 'oeste' }, 'sin', ['queue_read'])
    expect((await whole(weak)).status).toBe(403)
    expect((await whole({ ...weak, token: 'x' })).status).toBe(401)
    for (let n = 0; n < 6; n++) expect((await whole(person(3))).status).toBe(422)
    expect(uploadLimiter.underWay()).toBe(0)
  })
})

describe('a check that its sender cancels', () => {
  /** A validation that continues after its sender has disconnected, until the test ends it. */
  const startCheck = (tenantId: number) => {
    const leaving = new AbortController()
    const work = Promise.withResolvers<void>()
    const turn = uploadLimiter.run({ session: { tenantId } } as FastifyRequest, () => work.promise, leaving.signal)
    const end = async () => {
      work.resolve()
      await turn.catch(() => undefined)
    }
    onTestFinished(end)
    return { turn, cancel: () => leaving.abort(), end }
  }

  it('frees its place at once, although its work continues', async () => {
    const first = startCheck(1)
    await expect(startCheck(1).turn).rejects.toMatchObject({ status: 429, title: UPLOADING })
    first.cancel()
    const second = startCheck(1)
    expect(uploadLimiter.underWay()).toBe(2)
    await second.end()
    await expect(second.turn).resolves.toBeUndefined()
  })

  it('keeps its place from the second one on, so that cancelling cannot fill the process', async () => {
    const first = startCheck(1)
    first.cancel()
    const second = startCheck(1)
    second.cancel()
    await expect(startCheck(1).turn).rejects.toMatchObject({ status: 429, title: UPLOADING })
    const other = startCheck(2)
    expect(uploadLimiter.underWay()).toBe(3)
    await other.end()
    await second.end()
    const third = startCheck(1)
    await third.end()
    await expect(third.turn).resolves.toBeUndefined()
  })
})
