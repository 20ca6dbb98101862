// What happens on a connection before and after a call is understood: many of one network, one that is reset, one that goes on
// sending what was refused, and requests that two readers could read in two ways.
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { listen, rawRequest } from '../testing/raw-http.ts'
import { bareServer, type Outside } from './bare-server.ts'
import { networkOf } from './origin.ts'
import { PATIENCE } from './patience.ts'
import { HttpProblem } from './problem.ts'

let app: FastifyInstance
let port: number
let logged: string[]
const sockets: Socket[] = []

const start = async (outside: Outside, routes: (app: FastifyInstance) => void = () => undefined): Promise<void> => {
  logged = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  app = await bareServer(log, PATIENCE, outside)
  app.get('/', async () => 'here')
  app.post('/', async () => 'taken')
  routes(app)
  port = await listen(app)
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

/** @returns once the server has taken the connection or closed it */
const open = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
    sockets.push(socket)
  })
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.on('error', () => undefined)
    socket.once('close', () => resolve())
    socket.resume()
  })
const answerOn = (socket: Socket, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString()))
    socket.write(bytes)
  })
const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

it('closes what a network opens beyond its number, and takes new ones when others have ended', async () => {
  await start({ connections: 2 })
  const [first, second] = [await open(), await open()]
  expect(await answerOn(first, GET)).toContain('200 OK')
  expect(await answerOn(second, GET)).toContain('200 OK')
  await closed(await open())
  first.destroy()
  await expect.poll(async () => (await rawRequest(port, 'GET', '/').catch(() => undefined))?.status).toBe(200)
})

it('does not count the connections of a trusted proxy, which are those of many people', async () => {
  await start({ connections: 1, trustedProxies: ['127.0.0.1'] })
  for (let i = 0; i < 3; i++) expect(await answerOn(await open(), GET)).toContain('200 OK')
})

it('knows the address of a client that reset its connection meanwhile, and logs no error of ours', async () => {
  const seen = Promise.withResolvers<string>()
  const reset = Promise.withResolvers<void>()
  await start({}, (server) => {
    server.addHook('preHandler', async (request) => {
      request.raw.socket.once('close', reset.resolve)
      if (request.url === '/reset') await reset.promise
    })
    server.get('/reset', async (request) => {
      seen.resolve(networkOf(request.ip))
      return ''
    })
  })
  const socket = await open()
  socket.write('GET /reset HTTP/1.1\r\nhost: x\r\n\r\n', () => socket.resetAndDestroy())
  expect(await seen.promise).toBe('127.0.0.1')
  expect(logged).toEqual([])
})

it('closes a connection that goes on sending, slowly, the body of what was refused', async () => {
  await start({}, (server) =>
    server.post('/refused', { onRequest: async () => Promise.reject(new HttpProblem(401, 'No')) }, async () => ''),
  )
  const socket = await open()
  const end = closed(socket)
  const head = 'POST /refused HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n{'
  expect(await answerOn(socket, head)).toContain('401')
  const trickle = setInterval(() => socket.write(' '), 50)
  await end
  clearInterval(trickle)
})

it('reads on a refused body that comes fast, so that who sends it reads the answer on a connection that stays', async () => {
  await start({}, (server) =>
    server.post('/refused', { onRequest: async () => Promise.reject(new HttpProblem(401, 'No')) }, async () => ''),
  )
  const socket = await open()
  const bytes = 3_000_000
  const head = `POST /refused HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`
  expect(await answerOn(socket, head)).toContain('401')
  await new Promise<void>((sent) => socket.write(' '.repeat(bytes), () => sent()))
  expect(await answerOn(socket, GET)).toContain('200 OK')
})

it.each([
  ['two Host headers', [['host', 'other.example']], /más de un encabezado Host/],
  ['a body that says it is compressed', [['content-encoding', 'gzip']], /comprimidos/],
] as const)('refuses %s with 400', async (_, headers, why) => {
  await start({})
  const json = ['content-type', 'application/json'] as const
  const answer = await rawRequest(port, 'POST', '/', [...headers, json], '{}')
  expect([answer.status, JSON.parse(answer.body).title]).toEqual([400, expect.stringMatching(why)])
  expect((await rawRequest(port, 'POST', '/', [['content-encoding', 'identity'], json], '{}')).status).toBe(200)
})
