// What tests of webhooks share: two companies, a receiver that is a real HTTP server, a sender whose clock is ahead.
import type { Delivery, Webhook } from '@padron/contract/webhooks'
import { pino } from 'pino'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { LeasedWork } from '../../../jobs/leased-work.ts'
import { allowPrivateAddresses } from '../../../outgoing/agent.ts'
import { EVIDENCE_RESOURCE } from '../../../testing/fixtures.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { type Received, type Receiver, receiver } from '../../../testing/services/receiver.ts'
import { webhookSender } from '../webhook-sender.ts'

export let server: TestServer
export let company: Company
export let main: Somebody
let other: Company
export let stranger: Somebody
export let far: Receiver
export let sender: LeasedWork
/** What the clocks are ahead, the sender's and the database's. */
let ahead = 0
export const aheadMs = () => ahead
export const now = () => new Date(Date.now() + ahead)

export const mailbox = {
  configured: true,
  domain: 'padron.test',
  send: async () => 'sent' as const,
  close: () => undefined,
}

export const setUpWebhooks = (): void => {
  beforeAll(async () => {
    allowPrivateAddresses(true)
    server = await testServer()
    company = await server.company('norte')
    main = await server.somebody(company, 'admin', ['admin'])
    other = await server.company('sur')
    stranger = await server.somebody(other, 'admin', ['admin'])
    far = await receiver()
    const { db, secrets } = server
    sender = webhookSender({
      db,
      mailbox,
      secrets,
      log: pino({ level: 'silent' }),
      now,
      aheadMs,
      random: () => 0.5,
    })
  })
  afterAll(async () => {
    await sender.stop()
    await far.stop()
    await server.stop()
    allowPrivateAddresses(false)
  })
  beforeEach(async () => {
    ahead = 0
    far.received.length = 0
    far.answers.clear()
    await system('delete from webhook_delivery')
    await system('delete from webhook_event')
    await system('delete from webhook_counter')
    await system('delete from webhook')
  })
}

export const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
export const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, who = main) =>
  server.ask(who, { method, url, ...(payload ? { payload } : {}) })

export type Made = { webhook: Webhook; secret: string }
export const hook = async (events: readonly string[], path = '/', who = main): Promise<Made> => {
  const { status, body } = await ask(
    'POST',
    '/api/v2/webhooks',
    { name: `Hacia ${path}`, url: far.url(path), events },
    who,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Made
}
export const seen = async (webhookId: number): Promise<Webhook | undefined> =>
  ((await ask('GET', '/api/v2/webhooks')).body as { webhooks: Webhook[] }).webhooks.find(
    (each) => each.webhookId === webhookId,
  )
export const deliveries = async ({ webhook }: Made, query = ''): Promise<Delivery[]> =>
  ((await ask('GET', `/api/v2/webhooks/${webhook.webhookId}/deliveries${query}`)).body as { deliveries: Delivery[] })
    .deliveries
export const editOf = ({ webhook: { name, url, events, version } }: Made, change: object = {}) => ({
  name,
  url,
  events,
  version,
  ...change,
})
export const wait = (seconds: number) => {
  ahead += seconds * 1000
}

let plates = 0
export const plate = () => `WEB${String(plates++).padStart(3, '0')}A`
export const addVehicle = async (of = company): Promise<number> =>
  (await server.vehicles(of, [{ plate: plate() }]))[0] ?? 0
/** As the library of a receiver reads it. @throws where the signature is not right */
export const verified = ({ headers, body }: Received, secret: string) =>
  new Verifier(secret).verify(body, headers as Record<string, string>) as {
    id: string
    type: string
    timestamp: string
    sequence: number | null
    previousSequence: number | null
    data: Record<string, unknown>
  }

/** What a check that was stored leaves. */
export const checkEvent = (tenantId: number, vehicleId: number, row: Record<string, unknown>) => {
  const values = {
    tenant_id: tenantId,
    vehicle_id: vehicleId,
    resource_id: EVIDENCE_RESOURCE,
    resource_type_id: 1,
    at: new Date().toISOString(),
    ...row,
  }
  const json = JSON.stringify({ event_id: eventId(), run_id: eventId(), first: false, ...values })
  return system(
    'insert into check_event select * from jsonb_populate_record(null::check_event, $1::jsonb || ' +
      "jsonb_build_object('recorded_at', now()))",
    json,
  )
}
let events = 0
export const eventId = () =>
  `${Date.now()
    .toString(16)
    .padStart(12, '0')
    .replace(/(.{8})(.{4})/, '$1-$2')}-7000-8000-${String(events++).padStart(12, '0')}`
