// Concurrent webhooks: results that are recorded at once do not deadlock, slow receivers of one company do not delay
// those of others, and a process with a wrong clock claims like the others.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WRITERS_PER_COMPANY } from '../../db/write-limiter.ts'
import { allowPrivateAddresses } from '../../outgoing/agent.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { type Receiver, receiver } from '../../testing/services/receiver.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  MAX_PER_COMPANY,
  MAX_PER_HOST,
  MAX_PER_WEBHOOK,
  webhookKey,
} from './claim-deliveries.ts'
import { type Outcome, recordDelivery } from './record-delivery.ts'
import { webhookSender } from './webhook-sender.ts'

let server: TestServer
let company: Company
let other: Company
let main: Somebody
let stranger: Somebody
let far: Receiver

const mailbox = { configured: true, domain: 'padron.test', send: async () => 'sent' as const, close: () => undefined }
const log = pino({ level: 'silent' })

beforeAll(async () => {
  allowPrivateAddresses(true)
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  other = await server.company('sur')
  stranger = await server.somebody(other, 'admin', ['admin'])
  far = await receiver()
})
afterAll(async () => {
  await far.stop()
  await server.stop()
  allowPrivateAddresses(false)
})
beforeEach(async () => {
  far.received.length = 0
  far.answers.clear()
  await system('delete from webhook_delivery')
  await system('delete from webhook_event')
  await system('delete from webhook')
})

const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)

/** Creates webhooks of a user’s company, each with its own host unless the test names one. */
const hooks = async (
  count: number,
  { tenantId, userId }: { tenantId: number; userId: number },
  host?: string,
): Promise<number[]> => {
  const { rows } = await system(
    `
    insert into webhook (tenant_id, webhook_name, url, host, events, user_id, secrets)
    select $1::bigint, 'Hacia ' || i, 'https://ejemplo.mx/',
      coalesce($4::text, 'h' || i || '-' || $1::bigint || '.ejemplo.mx'), '{vehicle.created}', $2, '{}'
    from generate_series(1, $3::int) i
    returning webhook_id as id`,
    tenantId,
    userId,
    count,
    host ?? null,
  )
  return rows.map(({ id }) => Number(id))
}
/** Creates this many pending deliveries for each webhook, due for this many minutes. */
const backlog = (webhookIds: readonly number[], each: number, minutes = 1) =>
  system(
    `insert into webhook_delivery (tenant_id, webhook_id, event_id, event, at, data, next_at)
    select w.tenant_id, w.webhook_id, gen_random_uuid(), 'vehicle.created', now(), '{}',
      now() - make_interval(mins => $3::int)
    from webhook w, generate_series(1, $2::int) i where w.webhook_id = any($1::bigint[])`,
    webhookIds,
    each,
    minutes,
  )
const ours = () => ({ tenantId: company.tenantId, userId: main.userId })
const theirs = () => ({ tenantId: other.tenantId, userId: stranger.userId })

const NOTHING = { webhooks: {}, companies: {}, hosts: {} }
const claim = (free: number, underWay: Partial<typeof NOTHING> = {}): Promise<ClaimedDelivery[]> =>
  claimDeliveries(server.db, { free, underWay: { ...NOTHING, ...underWay } })
const answered = (status: number): Outcome => {
  if (status < 300) return { is: 'delivered', answered: status, problem: null, tookMs: 1, countsForReceiver: true }
  return {
    is: 'never',
    answered: status,
    problem: 'x',
    tookMs: 1,
    countsForReceiver: true,
    ...(status === 410 ? { gone: true } : {}),
  }
}
const recorded = (delivery: ClaimedDelivery, status: number) =>
  recordDelivery({ db: server.db, mailbox, random: 0 }, delivery, answered(status))
const byCompany = (claims: readonly ClaimedDelivery[], tenantId: number) =>
  claims.filter((each) => each.tenantId === tenantId)

describe('deliveries of one webhook that end at once', () => {
  /** Locks the webhook until as many as can write at once wait for it, so that they run together. */
  const together = async (works: readonly (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> => {
    const client = await server.db.system.connect()
    await client.query('begin')
    await client.query('select from webhook for update')
    const ends = Promise.allSettled(works.map((work) => work()))
    // Statements are visible only to their own role.
    const waiting = () =>
      server.db.bulk.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    const atOnce = Math.min(works.length, WRITERS_PER_COMPANY)
    await expect.poll(async () => (await waiting()).rowCount, { timeout: 4_000 }).toBe(atOnce)
    await client.query('commit')
    client.release()
    return ends
  }
  const state = async () =>
    (
      await system(`
        select w.active, w.failures, count(*) filter (where d.status = 'waiting')::int as waiting from webhook w
        join webhook_delivery d using (tenant_id, webhook_id) group by w.tenant_id, w.webhook_id`)
    ).rows

  it('with 410 pause it, and none of them fails', async () => {
    const ids = await hooks(1, ours())
    await backlog(ids, 30)
    const claims = await claim(MAX_PER_WEBHOOK)
    expect(claims).toHaveLength(MAX_PER_WEBHOOK)
    const ends = await together(claims.map((each) => () => recorded(each, 410)))
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await state()).toEqual([{ active: false, failures: 1, waiting: 0 }])
  })

  it('do not deadlock with successful ones, nor with a user who pauses it', async () => {
    const [webhookId = 0] = await hooks(1, ours())
    await system(`update webhook set url = $1`, far.url())
    await backlog([webhookId], 30)
    const claims = await claim(MAX_PER_WEBHOOK)
    const written = { name: 'Hacia', url: far.url(), events: ['vehicle.created'], active: false, version: 1 }
    const edit = () => server.ask(main, { method: 'PUT', url: `/api/v2/webhooks/${webhookId}`, payload: written })
    const ends = await together([...claims.slice(0, 5).map((each, i) => () => recorded(each, i % 2 ? 204 : 410)), edit])
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
    expect([200, 409]).toContain((ends.at(-1) as PromiseFulfilledResult<{ status: number }>).value.status)
    expect(await state()).toMatchObject([{ active: false, waiting: 0 }])
  })
})

describe('a company whose receivers are slow', () => {
  it('and at their limits takes no slot from another company', async () => {
    const full = await hooks(7, ours())
    const good = await hooks(1, theirs())
    await backlog(full, 20, 60)
    await backlog(good, 5)
    const webhooks = Object.fromEntries(
      full.map((webhookId) => [webhookKey({ tenantId: company.tenantId, webhookId }), MAX_PER_WEBHOOK]),
    )
    expect((await claim(7, { webhooks })).map(({ webhookId }) => webhookId)).toEqual(Array(5).fill(good[0]))
  })

  it('has a limited number of deliveries in progress, in turns of its webhooks; others get theirs', async () => {
    await backlog(await hooks(10, ours()), 20, 60)
    await backlog(await hooks(1, theirs()), 5)
    const claims = await claim(64)
    const own = byCompany(claims, company.tenantId)
    expect(own).toHaveLength(MAX_PER_COMPANY)
    expect(new Set(own.map(({ webhookId }) => webhookId)).size).toBe(10)
    expect(byCompany(claims, other.tenantId)).toHaveLength(5)
    await backlog(await hooks(1, theirs()), 5)
    const companies = { [company.tenantId]: MAX_PER_COMPANY - 3 }
    expect(byCompany(await claim(64, { companies }), company.tenantId)).toHaveLength(3)
    expect(await claim(64, { companies: { [company.tenantId]: MAX_PER_COMPANY } })).toEqual([])
  })

  it('shares few free slots with the others', async () => {
    await backlog(await hooks(10, ours()), 20, 60)
    await backlog(await hooks(1, theirs()), 5)
    const claims = await claim(4)
    expect([company, other].map(({ tenantId }) => byCompany(claims, tenantId).length)).toEqual([2, 2])
  })

  it('sends a limited number to one host, shared with other companies', async () => {
    await backlog(await hooks(5, ours(), 'uno.ejemplo.mx'), 20, 60)
    await backlog(await hooks(5, theirs(), 'uno.ejemplo.mx'), 20)
    await backlog(await hooks(1, theirs()), 1)
    const claims = await claim(64)
    const there = claims.filter(({ host }) => host === 'uno.ejemplo.mx')
    expect(there).toHaveLength(MAX_PER_HOST)
    expect(byCompany(there, other.tenantId).length).toBeGreaterThan(5)
    expect(claims).toHaveLength(MAX_PER_HOST + 1)
    expect(await claim(64, { hosts: { 'uno.ejemplo.mx': MAX_PER_HOST - 1 } })).toHaveLength(1)
  })
})

describe('a process whose clock is wrong', () => {
  it.each([-3_600_000, 3_600_000])('by %i ms claims and postpones by the database’s clock', async (wrong) => {
    const url = '/api/v2/webhooks'
    const made = await server.ask(main, {
      method: 'POST',
      url,
      payload: { name: 'Hacia', url: far.url(), events: ['vehicle.created'] },
    })
    expect(made.status).toBe(200)
    far.answers.set('/', 503)
    await backlog(
      (await system('select webhook_id as id from webhook')).rows.map(({ id }) => Number(id)),
      1,
      0,
    )
    const now = () => new Date(Date.now() + wrong)
    const sender = webhookSender({
      db: server.db,
      mailbox,
      secrets: server.secrets,
      log,
      now,
      random: () => 0.5,
    })
    await sender.runDue()
    expect(far.received).toHaveLength(1)
    const { rows } = await system(`select status, next_at > now() and next_at < now() + interval '15 minutes' as soon,
      last_at <= now() and last_at > now() - interval '15 minutes' as just from webhook_delivery`)
    expect(rows).toEqual([{ status: 'waiting', soon: true, just: true }])
    const failing = await system(
      `select failing_since <= now() and failing_since > now() - interval '15 minutes' as just from webhook`,
    )
    expect(failing.rows).toEqual([{ just: true }])
    await sender.stop()
  })
})
