// Webhooks as programs manage them: with a token that administers users, once by a key, by ETag; and delivered only
// while that token, or the service account, is valid.
import type { DeletionV3, WebhookV3 } from '@padron/contract/v3/resources'
import { V3_TEXTS } from '@padron/contract/v3/texts'
import { WEBHOOK_TEXTS, WEBHOOKS_AT_MOST, type Webhook } from '@padron/contract/webhooks'
import { pino } from 'pino'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LeasedWork } from '../../jobs/leased-work.ts'
import { noMailbox } from '../../mail/mailbox.ts'
import { allowPrivateAddresses } from '../../outgoing/agent.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { type Receiver, receiver } from '../../testing/services/receiver.ts'
import { appBeside } from '../../testing/sign-in/identity.ts'
import { webhookSender } from '../webhooks/webhook-sender.ts'

let server: TestServer
let company: Company
let main: Somebody
let stranger: Somebody
let far: Receiver
let sender: LeasedWork
let program: Somebody
let tokenId: number

beforeAll(async () => {
  allowPrivateAddresses(true)
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  stranger = await server.somebody(await server.company('sur'), 'admin', ['admin'])
  far = await receiver()
  const { db, secrets } = server
  sender = webhookSender({ db, mailbox: noMailbox, secrets, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await sender.stop()
  await far.stop()
  await server.stop()
  allowPrivateAddresses(false)
})
beforeEach(async () => {
  far.received.length = 0
  for (const table of ['webhook', 'webhook_delivery', 'webhook_event', 'deletion_notice', 'idempotency_key'])
    await system(`delete from ${table}`)
  ;({ who: program, tokenId } = await token(['users_admin', 'vehicles_read']))
})

const system = (text: string, values: unknown[] = []) => server.db.system.query(text, values)
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const ask = (method: Method, path: string, payload?: object, headers: Record<string, string> = {}, who = program) =>
  server.ask(who, { method, url: `/api/v3/${path}`, headers, ...(payload ? { payload } : {}) })
const right = async <T>(answer: ReturnType<typeof ask>): Promise<T & { etag: string }> => {
  const { status, body, headers } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...(body as T), etag: String(headers.etag) }
}

let tokens = 0
const token = async (permissions: readonly string[]): Promise<{ who: Somebody; tokenId: number }> => {
  const payload = { name: `Programa ${tokens++}`, permissions, days: 1 }
  const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/tokens', payload })
  const made = body as { token: string; created: { tokenId: number } }
  return { who: { ...main, token: made.token }, tokenId: made.created.tokenId }
}
const account = async (): Promise<{ who: Somebody; id: number }> => {
  const payload = { name: `ERP ${tokens++}`, permissions: ['users_admin', 'vehicles_read'], addresses: [], days: 1 }
  const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/serviceAccounts', payload })
  const made = body as { secret: string; serviceAccount: { serviceAccountId: number } }
  return { who: { ...main, token: made.secret }, id: made.serviceAccount.serviceAccountId }
}

type Created = WebhookV3 & { secret: string }
const hook = (more: object = {}) => ({ name: 'ERP', url: far.url('/'), events: ['vehicle.created'], ...more })
const create = (who = program, more: object = {}) => right<Created>(ask('POST', 'webhooks', hook(more), {}, who))
const list = (path: string, who = program) => right<{ data: WebhookV3[] }>(ask('GET', path, undefined, {}, who))
let plates = 0
const happen = async () => {
  await server.vehicles(company, [{ plate: `WHK${String(plates++).padStart(3, '0')}A` }])
  await sender.runDue()
}
const problems = async () => (await system('select problem from webhook_delivery order by delivery_id')).rows

describe('a webhook of a program', () => {
  it('is created, listed, changed, tested and removed, and all of it is recorded with its token', async () => {
    const { secret, etag, ...created } = await create()
    expect(created).toMatchObject({ name: 'ERP', isActive: true, version: 1, savedBy: 'norte-admin' })
    expect((await list('webhooks')).data).toEqual([created])
    expect((await list('webhooks?fields=name')).data).toEqual([{ id: created.id, name: 'ERP' }])
    const path = `webhooks/${created.id}`
    expect((await ask('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304)
    await happen()
    const [received] = far.received
    expect(new Verifier(secret).verify(received?.body ?? '', received?.headers as Record<string, string>)).toBeTruthy()

    const changed = await right<WebhookV3>(ask('PATCH', path, { name: 'ERP 2' }, { 'if-match': etag }))
    expect(changed).toMatchObject({ name: 'ERP 2', url: created.url, events: ['vehicle.created'], version: 2 })
    const late = await ask('PATCH', path, { isActive: false }, { 'if-match': etag })
    expect([late.status, late.body]).toMatchObject([412, { title: V3_TEXTS.webhookChanged }])

    expect(await right(ask('POST', `${path}/test`, {}))).toMatchObject({ deliveryId: expect.any(Number) })
    const renewed = await right<{ secret: string }>(ask('POST', `${path}/secret`, {}))
    expect(renewed.secret).not.toBe(secret)
    expect((await ask('DELETE', path)).status).toBe(200)
    expect((await ask('GET', path)).status).toBe(404)
    const { data } = await right<{ data: DeletionV3[] }>(ask('GET', 'deletions'))
    expect(data).toMatchObject([{ kind: 'webhook', id: `${created.id}` }])
    const { rows } = await system(`select distinct who from activity where subject_kind = 'webhook'`)
    expect(rows).toEqual([{ who: expect.stringMatching(/^norte-admin \(token «Programa /) }])
  })

  it('is created once by a key, which stores no secret in clear and returns the original ETag', async () => {
    const send = () => ask('POST', 'webhooks', hook(), { 'idempotency-key': 'k-1' })
    const first = await right<Created>(send())
    await right(ask('PATCH', `webhooks/${first.id}`, { name: 'Otro' }))
    const again = await send()
    expect(again.body).toMatchObject({ id: first.id, secret: first.secret, name: 'ERP' })
    expect([again.headers.etag, again.headers['idempotency-replayed']]).toEqual([first.etag, 'true'])
    const { rows } = await system('select reply::text from idempotency_key')
    expect(rows[0].reply).not.toContain(first.secret)
    expect((await list('webhooks')).data).toHaveLength(1)
  })

  it('needs a token that administers users and has the permissions of its events', async () => {
    const { who: reader } = await token(['vehicles_read', 'users_read'])
    const { id } = await create()
    for (const [method, path, body] of [
      ['GET', 'webhooks', undefined],
      ['POST', 'webhooks', hook()],
      ['PATCH', `webhooks/${id}`, {}],
      ['DELETE', `webhooks/${id}`, undefined],
      ['POST', `webhooks/${id}/secret`, {}],
    ] as const)
      expect((await ask(method, path, body, {}, reader)).status, `${method} ${path}`).toBe(403)
    const refused = await ask('POST', 'webhooks', hook({ events: ['document.changed'] }))
    expect([refused.status, refused.body]).toMatchObject([403, { title: WEBHOOK_TEXTS.notHeld }])
    expect((await list('webhooks', stranger)).data).toEqual([])
    for (const path of [`webhooks/${id}`, 'webhooks/999999'])
      expect((await ask('PATCH', path, { name: 'x' }, {}, stranger)).status).toBe(404)
  })

  it.each([
    ['no name', { name: ' ' }, 400, 'name'],
    ['no event', { events: [] }, 400, 'events'],
    ['a field of the console', { active: true }, 400, ''],
  ])('is rejected with %s', async (_what, more, status, path) => {
    const refused = await ask('POST', 'webhooks', hook(more))
    expect([refused.status, refused.body]).toMatchObject([status, { errors: [{ path }] }])
  })

  it('is rejected with an address that is not https', async () => {
    const { db, secrets } = server
    const app = await appBeside(db, { webhooks: { secrets, privateAddresses: false } })
    for (const url of ['ftp://ejemplo.mx', 'http://ejemplo.mx']) {
      const headers = { authorization: `Bearer ${program.token}` }
      const refused = await app.inject({ method: 'POST', url: '/api/v3/webhooks', headers, payload: hook({ url }) })
      const errors = [{ path: 'url', message: WEBHOOK_TEXTS.url }]
      expect([url, refused.statusCode, refused.json()]).toMatchObject([url, 422, { errors }])
    }
    await app.close()
  })

  it('is limited to ten per company', async () => {
    for (let n = 0; n < WEBHOOKS_AT_MOST; n++) await create()
    expect((await ask('POST', 'webhooks', hook())).body).toMatchObject({ title: WEBHOOK_TEXTS.tooMany })
  })
})

describe('a webhook saved by a program', () => {
  const listed = async () =>
    ((await server.ask(main, { url: '/api/v2/webhooks' })).body as { webhooks: Webhook[] }).webhooks[0]
  const savedWith = async () => (await listed())?.owner.program
  const blocked = async () => (await listed())?.blockedReason

  it('sends nothing once its token is revoked, until a user saves it again', async () => {
    const { id, name, url, events, version } = await create()
    expect(await savedWith()).toEqual({ kind: 'token', name: expect.stringMatching(/^Programa/) })
    await system('update personal_token set revoked_at = now() where token_id = $1', [tokenId])
    await happen()
    expect(far.received).toEqual([])
    expect(await problems()).toEqual([{ problem: expect.stringContaining('terminó') }])
    expect(await savedWith()).toEqual({ kind: 'token', name: null })
    const payload = { name, url, events, version }
    expect((await server.ask(main, { method: 'PUT', url: `/api/v2/webhooks/${id}`, payload })).status).toBe(200)
    await happen()
    expect(far.received).toHaveLength(1)
    expect(await savedWith()).toBeNull()
  })

  it('sends no more than its token can see, although its user can see more', async () => {
    await create(program, { events: ['vehicle.created'] })
    await system(`update personal_token set scope = '{users_admin,users_read}' where token_id = $1`, [tokenId])
    await happen()
    expect(far.received).toEqual([])
    expect(await problems()).toEqual([{ problem: expect.stringContaining('permiso') }])
  })

  it('is described as saved by an access that has ended once its token or account expires', async () => {
    const expire = (table: 'personal_token' | 'service_account', id: number) =>
      system(
        `update ${table} set expires_at = now() where ${table === 'personal_token' ? 'token_id' : 'user_id'} = $1`,
        [id],
      )
    await create()
    expect(await blocked()).toBeNull()
    await expire('personal_token', tokenId)
    expect(await savedWith()).toEqual({ kind: 'token', name: null })
    expect(await blocked()).toMatch(/terminó/)
    await system('delete from webhook')
    const { who, id } = await account()
    await create(who)
    expect(await blocked()).toBeNull()
    await expire('service_account', id)
    expect(await savedWith()).toEqual({ kind: 'account', name: null })
    expect(await blocked()).toMatch(/terminó/)
  })

  it('of a service account is sent as long as the account is valid', async () => {
    const { who, id } = await account()
    await create(who)
    expect(await savedWith()).toEqual({ kind: 'account', name: expect.stringMatching(/^ERP/) })
    await happen()
    expect(far.received).toHaveLength(1)
    await system('update service_account set revoked_at = now() where user_id = $1', [id])
    await happen()
    expect(far.received).toHaveLength(1)
    expect((await problems()).at(-1)).toEqual({ problem: expect.stringContaining('terminó') })
  })
})
