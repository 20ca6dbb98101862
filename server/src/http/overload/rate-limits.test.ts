// The rate limits of one user, one address and one program: over real HTTP, with a fixed clock where time matters.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { listen, type RawAnswer, rawRequest } from '../../testing/attacks/raw-http.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { createRateLimiter } from './rate-limits.ts'

const USER = 12
const ADDRESS = 20
const TAGS = '/api/v2/tags/categories'

describe('a rate limit', () => {
  const held = (aMinute: number, most?: number) => {
    let time = 1_000_000
    const limiter = createRateLimiter(aMinute, () => time, most)
    return {
      ...limiter,
      pass: (ms: number) => {
        time += ms
      },
    }
  }
  const takeMany = (limiter: { take: (key: string) => number }, key: string, times: number) =>
    Array.from({ length: times }, () => limiter.take(key))

  it('allows the calls of a minute at once, and then one each time that one is restored', () => {
    const limiter = held(30)
    expect(takeMany(limiter, 'a', 30)).toEqual(Array(30).fill(0))
    expect(limiter.take('a')).toBe(2)
    limiter.pass(1_990)
    expect(limiter.take('a')).toBe(1)
    limiter.pass(10)
    expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 2])
  })

  it('does not count rejected calls, so that repeated calls wait no longer', () => {
    const limiter = held(60)
    takeMany(limiter, 'a', 60)
    expect(takeMany(limiter, 'a', 500)).toEqual(Array(500).fill(1))
    limiter.pass(1_000)
    expect(limiter.take('a')).toBe(0)
  })

  it('counts each key separately, and can give a call back', () => {
    const limiter = held(10)
    takeMany(limiter, 'a', 10)
    expect(limiter.take('b')).toBe(0)
    limiter.giveBack('a')
    expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 6])
  })

  it('uses the clock of the process, so that setting the system’s clock back blocks nobody', () => {
    const limiter = createRateLimiter(600_000)
    expect(limiter.take('a')).toBe(0)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    expect(limiter.take('a')).toBe(0)
    vi.useRealTimers()
  })

  it('remembers a limited number of keys, those seen last', () => {
    const limiter = held(1, 3)
    for (const key of ['a', 'b', 'c', 'd']) limiter.take(key)
    expect([limiter.take('d'), limiter.take('a')]).toEqual([60, 0])
  })
})

describe('over HTTP', () => {
  let server: TestServer
  let app: FastifyInstance
  let port: number
  let time = 0
  let [ana, eva, iris]: Somebody[] = []
  let company: Company

  const bear = (who: Somebody | undefined): [string, string][] =>
    who ? [['authorization', `Bearer ${who.token}`]] : []
  const get = (path: string, who?: Somebody) => rawRequest(port, 'GET', path, bear(who))
  const many = async (times: number, ask: () => Promise<RawAnswer>) => {
    const answers: RawAnswer[] = []
    for (let i = 0; i < times; i++) answers.push(await ask())
    return answers
  }
  const statuses = (answers: readonly RawAnswer[]) => answers.map(({ status }) => status)

  beforeAll(async () => {
    server = await testServer()
    company = await server.company('norte')
    ;[ana, eva, iris] = await Promise.all(
      ['ana', 'eva', 'iris'].map((name) => server.somebody(company, name, ['tags_admin'])),
    )
    app = await buildApp({
      db: server.db,
      log: pino({ level: 'silent' }),
      state: { ready: true, simulated: false },
      publicUrl: undefined,
      parts: new Set(['api', 'identity']),
      rates: { user: USER, address: ADDRESS, clock: () => time },
    })
    port = await listen(app)
  })
  afterAll(async () => {
    await app.close()
    await server.stop()
  })

  it('a user with too many calls is rejected with the time to wait, and others are served', async () => {
    const answers = await many(USER + 1, () => get(TAGS, ana))
    expect(statuses(answers)).toEqual([...Array(USER).fill(200), 429])
    expect(answers.map(({ headers }) => headers.ratelimit)).toEqual([
      ...Array.from({ length: USER }, (_, n) => `"user";r=${USER - 1 - n};t=${5 * (n + 1)}`),
      '"user";r=0;t=60',
    ])
    expect(answers[0]?.headers['ratelimit-policy']).toBe(`"user";q=${USER};w=60`)
    const refused = answers.at(-1)
    expect(refused?.headers).toMatchObject({
      'retry-after': '5',
      'content-type': expect.stringMatching(/^application\/problem\+json/),
    })
    expect(JSON.parse(refused?.body ?? '')).toEqual({
      type: 'about:blank',
      status: 429,
      title: expect.stringMatching(
        /^Usted hizo demasiadas solicitudes en poco tiempo\. Espere (1 segundo|\d segundos) y vuelva a intentarlo\.$/,
      ),
    })
    expect((await get(TAGS, eva)).status).toBe(200)
    time += 5_000
    expect(statuses(await many(2, () => get(TAGS, ana)))).toEqual([200, 429])
  })

  it('a change is made completely or not at all', async () => {
    const made = () =>
      rawRequest(
        port,
        'POST',
        TAGS,
        [...bear(ana), ['content-type', 'application/json']],
        JSON.stringify({ TagCategory: [{ TagCategoryName: 'Nueva', TagColor: 'red' }] }),
      )
    time += 5_000
    const answers = await many(3, made)
    expect(statuses(answers)).toEqual([200, 429, 429])
    const { rows } = await server.db.system.query(`select category_name from tag_category`)
    expect(rows).toEqual([{ category_name: 'Nueva' }])
  })

  it('the check of a session, its end and the health of the process are never rejected', async () => {
    await many(USER + 1, () => get(TAGS, iris))
    const checks = await many(3 * ADDRESS, () => get('/connect/userinfo', iris))
    expect(new Set(statuses(checks))).toEqual(new Set([200]))
    expect(new Set(statuses(await many(ADDRESS + 1, () => get('/health/live'))))).toEqual(new Set([200]))
    const form: [string, string][] = [['content-type', 'application/x-www-form-urlencoded']]
    expect((await rawRequest(port, 'POST', '/connect/revocation', form, `token=${iris?.token}`)).status).toBe(200)
    expect((await get('/connect/userinfo', iris)).status).toBe(401)
  })

  it('calls without a session are counted by address, which does not affect active sessions', async () => {
    expect((await get('/connect/userinfo', eva)).status).toBe(200)
    const strangers = await many(ADDRESS + 1, () => get(TAGS))
    expect([strangers[0]?.status, strangers.at(-1)?.status]).toEqual([401, 429])
    expect(strangers.at(-1)?.headers.ratelimit).toMatch(/^"address";r=0;t=\d+$/)
    expect(JSON.parse(strangers.at(-1)?.body ?? '').title).toMatch(/^Su red hizo demasiadas solicitudes/)
    expect((await get(TAGS, eva)).status).toBe(200)
    expect((await get('/')).status).not.toBe(429)
  })

  it('calls of a service account from a forbidden address are counted by address', async () => {
    time += 60_000
    const admin = await server.somebody(company, 'admin', ['admin'])
    const payload = { name: 'ERP', permissions: ['tags_read'], days: 1, addresses: ['10.0.0.0/8'] }
    const { body } = await server.ask(admin, { method: 'POST', url: '/api/v2/serviceAccounts', payload })
    const { secret } = body as { secret: string }
    const answers = await many(ADDRESS + 1, () => get(TAGS, { ...admin, token: secret }))
    expect(statuses(answers)).toEqual([...Array(ADDRESS).fill(403), 429])
  })
})
