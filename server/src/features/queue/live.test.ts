// Open panels get events for their own company's jobs, over real HTTP, whichever connection changes a job.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect as connectSocket } from 'node:net'
import { QUEUE_EVENTS } from '@padron/contract/queue'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { asTenant } from '../../db/client.ts'
import type { Session, Sessions } from '../../http/access/sessions.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { queueStreams, STREAMS_AT_MOST, STREAMS_OF_A_USER } from './streams.ts'

let server: TestServer
let company: Company
let other: Company
let ana: Somebody
let stranger: Somebody
let origin: string

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  other = await server.company('sur')
  ana = await server.somebody(company, 'ana', ['queue_read'])
  stranger = await server.somebody(other, 'ana', ['queue_read'])
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.stop())

const order = (at: Company, by: Somebody) =>
  asTenant(
    server.db,
    at.tenantId,
    (tx) => enqueue(tx, { queueId: 5, description: 'Reporte', payload: { at: Math.random() } }),
    {
      origin: 'console',
      id: by.userId,
      name: by.username,
    },
  )

/** An open panel. `next`: the next event; 'end' when the stream has ended. */
const panel = async (as: Somebody, from = origin) => {
  const leaving = new AbortController()
  const response = await fetch(from + QUEUE_EVENTS, {
    headers: { authorization: `Bearer ${as.token}`, accept: 'text/event-stream' },
    signal: leaving.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const next = async (): Promise<string> => {
    for (;;) {
      const [first, ...rest] = heard.split('\n\n')
      if (rest.length > 0) {
        heard = rest.join('\n\n')
        if (first?.startsWith('event:')) return first
        continue
      }
      const { value, done } = (await reader?.read()) ?? { value: '', done: true }
      if (done) return 'end'
      heard += value
    }
  }
  return { response, next, leave: () => leaving.abort() }
}
const EVENT = 'event: queue\ndata:'

it('sends an event when the panel opens, and for each change of its company’s jobs', async () => {
  const { response, next, leave } = await panel(ana)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await next()).toBe(EVENT)
  const id = await order(company, ana)
  expect(await next()).toBe(EVENT)
  await server.db.system.query('update queue_item set finished_at = now() where queue_item_id = $1', [id])
  expect(await next()).toBe(EVENT)
  leave()
})

it('sends no event for another company’s jobs', async () => {
  const [mine, others] = [await panel(ana), await panel(stranger)]
  expect([await mine.next(), await others.next()]).toEqual([EVENT, EVENT])
  let notified = 0
  const foreign = others.next().then((event) => {
    notified++
    return event
  })
  await order(company, ana)
  expect(await mine.next()).toBe(EVENT)
  await order(company, ana)
  expect(await mine.next()).toBe(EVENT)
  expect(notified).toBe(0)
  await order(other, stranger)
  expect(await foreign).toBe(EVENT)
  mine.leave()
  others.leave()
})

it('needs a session with permission to read the panel', async () => {
  const weak = await server.somebody(company, 'sin', rolesWithout('queue_read'))
  expect((await fetch(origin + QUEUE_EVENTS)).status).toBe(401)
  expect((await panel({ ...ana, token: 'a'.repeat(43) })).response.status).toBe(401)
  const refused = await fetch(origin + QUEUE_EVENTS, { headers: { authorization: `Bearer ${weak.token}` } })
  expect(refused.status).toBe(403)
  expect(refused.headers.get('content-type')).toContain('application/problem+json')
})

it('the database notifies of mere progress apart from other changes of a job', async () => {
  const id = await order(company, ana)
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  const heard: string[] = []
  owner.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await owner.query('listen padron_queue')
  for (const change of [
    'done = 3, total = 9',
    `doing = 'Leyendo'`,
    'cancel_asked_at = now()',
    `done = 4, finished_at = now()`,
  ])
    await owner.query(`update queue_item set ${change} where queue_item_id = $1`, [id])
  await order(company, ana)
  await owner.query('select 1')
  await owner.end()
  const { tenantId } = company
  expect(heard).toEqual([`${tenantId}:p`, `${tenantId}:p`, `${tenantId}`, `${tenantId}`, `${tenantId}`])
})

const endListening = async (): Promise<number | null> => {
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  const { rowCount } = await owner.query(
    `
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where query like 'listen%' and datname = current_database()`,
  )
  await owner.end()
  return rowCount
}

it('listens again after the database closed the connection, and sends one event', async () => {
  const { next, leave } = await panel(ana)
  expect(await next()).toBe(EVENT)
  expect(await endListening()).toBe(1)
  expect(await next()).toBe(EVENT)
  await order(company, ana)
  expect(await next()).toBe(EVENT)
  leave()
})

it('open panels hold no database connection, however many there are', async () => {
  const busy = () =>
    server.db.app.totalCount - server.db.app.idleCount + server.db.system.totalCount - server.db.system.idleCount
  const people = await Promise.all([1, 2, 3, 4].map((n) => server.somebody(company, `p${n}`, ['queue_read'])))
  const panels = await Promise.all(people.flatMap((who) => [1, 2, 3, 4].map(() => panel(who))))
  for (const { next } of panels) expect(await next()).toBe(EVENT)
  expect(busy()).toBe(0)
  for (const { leave } of panels) leave()
})

it('closes the oldest panel of a user who opens too many', async () => {
  const who = await server.somebody(company, 'muchas', ['queue_read'])
  const first = await panel(who)
  const others = []
  for (let n = 1; n < STREAMS_OF_A_USER; n++) others.push(await panel(who))
  expect(await first.next()).toBe(EVENT)
  const last = await panel(who)
  expect(await first.next()).toBe('end')
  for (const { next, leave } of [...others, last]) {
    expect(await next()).toBe(EVENT)
    leave()
  }
})

it('ends when the server stops; without notifications the response is 503', async () => {
  const log = pino({ level: 'silent' })
  const state = { ready: true, simulated: false }
  const parts = new Set(['api', 'identity'] as const)
  const calls: (() => void)[] = []
  const subscribe = (_: number, changed: () => void) => {
    calls.push(changed)
    return () => undefined
  }
  const live = { subscribe, close: async () => undefined }
  const app = await buildApp({ db: server.db, log, state, publicUrl: undefined, parts, live })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const { next } = await panel(ana, `http://127.0.0.1:${port}`)
  expect(calls.length).toBe(1)
  await app.close()
  expect(await next()).toBe('end')

  const deaf = await buildApp({ db: server.db, log, state, publicUrl: undefined, parts })
  const answer = await deaf.inject({ url: QUEUE_EVENTS, headers: { authorization: `Bearer ${ana.token}` } })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('120')
  await deaf.close()
})

it('handles a client that disconnects in the middle', async () => {
  const socket = connectSocket(Number(new URL(origin).port), '127.0.0.1')
  socket.write(`GET ${QUEUE_EVENTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana.token}\r\n\r\n`)
  await once(socket, 'data')
  socket.destroy()
  const { next, leave } = await panel(ana)
  expect(await next()).toBe(EVENT)
  leave()
})

const session = (userId: number) =>
  ({ userId, tenantId: 1, roles: new Set(['queue_read']), vehicleScope: null }) as unknown as Session
const HERE = '203.0.113.7'
const quiet = { subscribe: () => () => undefined, close: async () => undefined }

it('drops a client that does not read', async () => {
  let changed = () => {}
  let heard = true
  const subscribe = (_: number, onChange: () => void) => {
    changed = onChange
    return () => {
      heard = false
    }
  }
  const streams = queueStreams({} as Sessions, { ...quiet, subscribe })
  const unread = streams.open(session(1), 't', HERE)
  for (let n = 0; n < 1_000 && heard; n++) changed()
  expect(unread.destroyed).toBe(true)
  expect(heard).toBe(false)
})

it('ends with its session, permission or allowed address, but not because of a database error', async () => {
  const answers: Record<string, () => Promise<Session | undefined>> = {
    gone: async () => undefined,
    weak: async () => ({ ...session(2), roles: new Set() }) as Session,
    elsewhere: async () => ({
      ...session(3),
      byToken: { kind: 'service', name: 'ERP', addresses: ['10.0.0.0/8'] },
    }),
    away: async () => Promise.reject(new Error('away')),
    good: async () => session(4),
  }
  const sessions = { find: (token: string) => answers[token]?.() } as unknown as Sessions
  const streams = queueStreams(sessions, quiet)
  const opened = Object.keys(answers).map((token, n) => ({ token, out: streams.open(session(n + 1), token, HERE) }))
  await streams.recheckSessions()
  expect(opened.map(({ token, out }) => [token, (out as unknown as { writableEnded: boolean }).writableEnded])).toEqual(
    [
      ['gone', true],
      ['weak', true],
      ['elsewhere', true],
      ['away', false],
      ['good', false],
    ],
  )
  streams.close()
})

it('rejects more streams than a process can hold', () => {
  const streams = queueStreams({} as Sessions, quiet)
  for (let n = 0; n < STREAMS_AT_MOST; n++) streams.open(session(n), 't', HERE)
  expect(() => streams.open(session(STREAMS_AT_MOST + 1), 't', HERE)).toThrow('Hay demasiadas pantallas abiertas')
  expect(() => streams.open(session(5), 't', HERE)).toThrow()
  streams.close()
})
