// A process with three times the requests that it can hold: it rejects new work at once and still serves session calls,
// writes nothing in part, and afterwards serves everything again. Connections and pools are real; the test releases the
// locks that block them.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { type Db, readAsTenant, WAITING_PER_CONNECTION, WAITING_PER_SYSTEM_CONNECTION } from '../../db/client.ts'
import { connect } from '../../db/connect.ts'
import { WAITING_WRITERS, WRITERS_PER_COMPANY } from '../../db/write-limiter.ts'
import { operator } from '../../features/operator/operator.routes.ts'
import { PROCESS_REGISTRY } from '../../metrics/counters.ts'
import { listen, type RawAnswer, rawRequest } from '../../testing/attacks/raw-http.ts'
import { isDrill } from '../../testing/drill.ts'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { createFastify } from '../create-fastify.ts'
import { BODY_TIMEOUTS } from './body-timeouts.ts'
import { rejectWhenBusy } from './pressure.ts'

const CONNECTIONS = 1
const ROOM = CONNECTIONS * WAITING_PER_CONNECTION
const OWN_CHANGES = 'Otros cambios de su empresa están en curso. Intente de nuevo en unos segundos.'
const BUSY = 'El servicio está atendiendo demasiadas solicitudes. Intente de nuevo en unos segundos.'

const isRefusal = ({ status, headers, body }: RawAnswer): boolean =>
  status === 503 && Number(headers['retry-after']) > 0 && JSON.parse(body).title === BUSY

/** The refused requests by the metrics, for every reason. */
const refused = async (): Promise<number> => {
  const { values } = (await PROCESS_REGISTRY.getSingleMetric('padron_http_refused_total')?.get()) ?? { values: [] }
  return values.reduce((sum, { value }) => sum + value, 0)
}

describe('a process with more calls than connections', () => {
  let server: TestServer
  let db: Db
  let app: FastifyInstance
  let port: number
  let ana: Somebody

  const bear = (): [string, string][] => [['authorization', `Bearer ${ana.token}`]]
  const get = (path: string) => rawRequest(port, 'GET', path, bear())
  const make = (name: string) =>
    rawRequest(
      port,
      'POST',
      '/api/v2/tags/categories',
      [...bear(), ['content-type', 'application/json']],
      JSON.stringify({ TagCategory: [{ TagCategoryName: name, TagColor: 'red' }] }),
    )
  const made = async () =>
    (
      await server.db.system.query<{ name: string }>('select category_name as name from tag_category order by 1')
    ).rows.map(({ name }) => name)

  beforeAll(async () => {
    server = await testServer()
    ana = await server.somebody(await server.company('norte'), 'ana', ['tags_admin'])
    db = connect(server.addressOf, CONNECTIONS)
    app = await buildApp({
      db,
      log: pino({ level: 'silent' }),
      state: { ready: true, simulated: false },
      publicUrl: undefined,
      parts: new Set(['api', 'identity']),
    })
    port = await listen(app)
  })
  afterAll(async () => {
    await app.close()
    await db.close()
    await server.stop()
  })

  it('rejects at once the calls that would wait too long for a connection, and completes the rest', async () => {
    const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.app.connect()))
    const before = await refused()
    const answers: RawAnswer[] = []
    const requests = Array.from({ length: 3 * ROOM }, async () => {
      const answer = await get('/api/v2/tags')
      answers.push(answer)
      return answer
    })
    await expect.poll(() => answers.length + db.app.waitingCount, { timeout: 20_000 }).toBe(requests.length)
    expect(db.app.waitingCount).toBe(ROOM)
    expect(answers.filter((answer) => !isRefusal(answer))).toEqual([])
    // a call that was accepted before
    await expect(readAsTenant(db, 1, async () => undefined)).rejects.toMatchObject({ status: 503 })
    expect((await refused()) - before).toBe(answers.length + 1)

    const meanwhile = await Promise.all(Array.from({ length: 50 }, () => get('/connect/userinfo')))
    expect(new Set(meanwhile.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await get('/health/live')).status).toBe(200)
    for (const client of held) client.release()
    expect((await Promise.all(requests)).filter(({ status }) => status === 200)).toHaveLength(ROOM)
  })

  it('rejects at once a company’s writers that would wait too long, and completes the rest', async () => {
    const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.app.connect()))
    const answers: RawAnswer[] = []
    const names = Array.from({ length: 2 * ROOM }, (_, i) => `Zona ${String(i).padStart(3, '0')}`)
    const requests = names.map(async (name) => {
      const answer = await make(name)
      answers.push(answer)
      return { name, answer }
    })
    await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(names.length - 1 - WAITING_WRITERS)
    expect(new Set(answers.map(({ body }) => JSON.parse(body).title))).toEqual(new Set([OWN_CHANGES]))
    expect(db.app.waitingCount).toBe(1)

    for (const client of held) client.release()
    const ended = await Promise.all(requests)
    const done = ended.filter(({ answer }) => answer.status === 200).map(({ name }) => name)
    expect(done).toHaveLength(1 + WAITING_WRITERS)
    expect(await made()).toEqual(done)

    const others = names.filter((name) => !done.includes(name))
    for (const name of others) expect((await make(name)).status).toBe(200)
    expect(await made()).toEqual(names)
  })

  it('queries the database once for all simultaneous readiness checks', async () => {
    const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.app.connect()))
    const requests = Array.from({ length: 50 }, () => rawRequest(port, 'GET', '/health/ready'))
    await expect.poll(() => db.app.waitingCount).toBeGreaterThan(0)
    await get('/connect/userinfo') // all of them came before this one
    expect(db.app.waitingCount).toBe(1)
    for (const client of held) client.release()
    expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('is not ready while the database does not respond, and tries again', async () => {
    const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.app.connect()))
    const { ready } = operator({ ready: true, simulated: false }, undefined, false)
    const answer = async () => ready({ kit: { db } } as Parameters<typeof ready>[0])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const first = expect(answer()).rejects.toMatchObject({ status: 503 })
      vi.advanceTimersByTime(3_000)
      await first
    } finally {
      vi.useRealTimers()
      for (const client of held) client.release()
    }
    await expect.poll(() => answer().catch(() => undefined), { timeout: 10_000 }).toEqual({ status: 'ok' })
  })

  it('rejects new work but never a sign-out while sign-ins use all connections', async () => {
    const held = await Promise.all(Array.from({ length: 10 }, () => db.system.connect()))
    const waiting = Array.from({ length: 10 * WAITING_PER_SYSTEM_CONNECTION }, () => db.system.query('select 1'))
    expect(isRefusal(await rawRequest(port, 'GET', '/connect/password-key'))).toBe(true)
    const form: [string, string][] = [['content-type', 'application/x-www-form-urlencoded']]
    const out = rawRequest(port, 'POST', '/connect/revocation', form, 'token=nobody')
    await expect.poll(() => db.system.waitingCount).toBe(waiting.length + 1)
    for (const client of held) client.release()
    await Promise.all(waiting)
    expect((await out).status).toBe(200)
    expect((await rawRequest(port, 'GET', '/connect/password-key')).status).toBe(200)
  })
})

describe('a company whose vehicles are locked', () => {
  it.runIf(isDrill)('delays its own writers, and nobody else', async () => {
    const server = await testServer()
    const [locked, other] = await Promise.all(
      ['norte', 'sur'].map(async (name) => {
        const company = await server.company(name)
        const [vehicleAssetId] = await server.vehicles(company, [{ plate: 'NLA100A' }])
        return { company, vehicleAssetId, editor: await server.somebody(company, `${name}-ana`, ['vehicles_admin']) }
      }),
    )
    if (!locked || !other) throw new Error('two companies')
    const edit = ({ vehicleAssetId, editor }: typeof locked, color: string) =>
      server.ask(editor, {
        method: 'PUT',
        url: '/api/v2/vehicle',
        payload: {
          vehicleClass: { vehicleAsset: { vehicleAssetId, version: 1 }, vehicleInfo: { vehicleColor: color } },
        },
      })
    const client = await server.db.system.connect()
    await client.query('begin')
    await client.query('select from vehicle where tenant_id = $1 for update', [locked.company.tenantId])
    const edits = Array.from({ length: 14 }, (_, i) => edit(locked, `COLOR ${i}`))
    // Statements are seen by their own role only.
    const waiting = () =>
      server.db.bulk.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    await expect.poll(async () => (await waiting()).rowCount).toBe(WRITERS_PER_COMPANY)
    const list = { method: 'POST' as const, url: '/api/v2/vehicleAsset', payload: { vehicleClass: {} } }
    expect((await server.ask(other.editor, list)).status).toBe(200)
    expect((await server.ask(locked.editor, list)).status).toBe(200)
    expect((await edit(other, 'VERDE')).status).toBe(200)
    const refusals = await Promise.all(edits)
    expect(refusals.map(({ status }) => status)).toEqual(edits.map(() => 503))
    // Those behind the first wait for its turn at the row, of which PostgreSQL names no table.
    expect(refusals.map(({ body }) => (body as { title: string }).title)).toContain(
      'Otra operación tiene en uso los vehículos. Intente de nuevo en un momento.',
    )
    await client.query('rollback')
    client.release()
    expect((await edit(locked, 'ROJO')).status).toBe(200)
    await server.stop()
  })
})

describe('a process with a slow event loop', () => {
  it('rejects new work until it recovers, and is alive meanwhile', async () => {
    const app = await createFastify(pino({ level: 'silent' }), BODY_TIMEOUTS)
    const idle = { waitingCount: 0, options: { max: 1 } }
    rejectWhenBusy(app, { app: idle, system: idle } as unknown as Db, 60)
    app.get('/work', () => 'done')
    app.get('/health/live', () => 'alive')
    const port = await listen(app)
    const work = async () => (await rawRequest(port, 'GET', '/work')).status
    const alive = async () => (await rawRequest(port, 'GET', '/health/live')).status
    const block = (ms: number) => {
      const until = performance.now() + ms
      while (performance.now() < until);
    }
    let blocking = true
    const blocked = () => {
      block(350)
      if (blocking) setImmediate(blocked)
    }
    expect(await work()).toBe(200)
    blocked()
    await expect.poll(work, { timeout: 20_000 }).toBe(503)
    expect(await alive()).toBe(200)
    blocking = false
    await expect.poll(work, { timeout: 20_000 }).toBe(200)
    await app.close()
  })
})
