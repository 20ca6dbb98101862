// Webhooks as users configure them: addresses, trials, secrets, and the list of their deliveries.
import { type Delivery, WEBHOOK_TEXTS, WEBHOOKS_AT_MOST } from '@padron/contract/webhooks'
import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { resealAll } from '../../secrets/sealed-columns.ts'
import { secretsOf } from '../../secrets/sealing.ts'
import type { Received } from '../../testing/services/receiver.ts'
import { appBeside } from '../../testing/sign-in/identity.ts'
import { deleteExpiredEvents } from './delete-expired.ts'
import {
  addVehicle,
  aheadMs,
  ask,
  company,
  deliveries,
  editOf,
  far,
  hook,
  main,
  sender,
  server,
  setUpWebhooks,
  system,
  verified,
  wait,
} from './testing/webhooks.ts'

setUpWebhooks()

describe('the secret of a webhook', () => {
  it('that was replaced signs together with the former one for a day, and then alone', async () => {
    const made = await hook(['vehicle.created'])
    const { body } = await ask('POST', `/api/v2/webhooks/${made.webhook.webhookId}/secret`, {})
    const { secret } = body as { secret: string }
    expect(secret).not.toBe(made.secret)
    await addVehicle()
    await sender.runDue()
    const [both] = far.received
    if (!both) throw new Error('nothing came')
    expect(both.headers['webhook-signature']?.toString().split(' ')).toHaveLength(2)
    verified(both, secret)
    verified(both, made.secret)
    wait(86_401)
    await addVehicle()
    await sender.runDue()
    const alone = far.received[1]
    const at = Number(alone?.headers['webhook-timestamp'])
    const expected = new Verifier(secret).sign(
      String(alone?.headers['webhook-id']),
      new Date(at * 1000),
      alone?.body ?? '',
    )
    expect(alone?.headers['webhook-signature']).toBe(expected)
  })

  it('replaced twice in a day signs with both former ones, and cannot be replaced a third time', async () => {
    const made = await hook(['vehicle.created'])
    const change = () => ask('POST', `/api/v2/webhooks/${made.webhook.webhookId}/secret`, {})
    const second = (await change()).body as { secret: string }
    // The first one expires before the second one.
    await system(`update webhook set old_until = old_until - interval '1 hour'`)
    const third = (await change()).body as { secret: string }
    const signatures = async (): Promise<Received> => {
      far.received.length = 0
      await addVehicle()
      await sender.runDue()
      const [received] = far.received
      if (!received) throw new Error('nothing came')
      return received
    }
    const all = await signatures()
    for (const secret of [made.secret, second.secret, third.secret]) verified(all, secret)
    expect(await change()).toMatchObject({ status: 409, body: { title: WEBHOOK_TEXTS.changedTwice } })
    wait(83_000)
    const two = await signatures()
    expect(two.headers['webhook-signature']?.toString().split(' ')).toHaveLength(2)
    wait(3_500)
    expect((await signatures()).headers['webhook-signature']?.toString().split(' ')).toHaveLength(1)
    await system(`update webhook set older_until = now() - interval '1 second'`)
    expect((await change()).status).toBe(200)
    wait(-aheadMs() / 1000)
    verified(await signatures(), third.secret)
  })

  it('is encrypted, only in the response that creates it, and encrypted again under a new key', async () => {
    const made = await hook(['vehicle.created'])
    const { rows } = await system('select secrets from webhook')
    expect(JSON.stringify(rows)).not.toContain(made.secret.slice(6))
    expect(JSON.stringify((await ask('GET', '/api/v2/webhooks')).body)).not.toMatch(/whsec_|sealed/)
    const fresh = secretsOf([Buffer.alloc(32, 7).toString('base64')])
    expect(await resealAll(server.db, fresh)).toMatchObject([{ names: [made.webhook.name] }])
    expect((await system('select secrets from webhook')).rows).toEqual(rows)
    const [newest] = fresh
    expect(await resealAll(server.db, [newest, ...server.secrets])).toEqual([])
    await addVehicle()
    await sender.runDue()
    const problem = 'El secreto del webhook no se puede abrir; cámbielo'
    expect(await deliveries(made)).toMatchObject([{ status: 'failed', attempts: 1, problem }])
    expect(far.received).toEqual([])
  })
})

describe('a webhook', () => {
  it('is rejected with a private address, and above the company’s limit', async () => {
    const { db, secrets } = server
    const app = await appBeside(db, { webhooks: { secrets, privateAddresses: false } })
    const create = async (url: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v2/webhooks',
        headers: { authorization: `Bearer ${main.token}` },
        payload: { name: 'x', url, events: ['vehicle.created'] },
      })
    for (const [url, title] of [
      [far.url(), WEBHOOK_TEXTS.url],
      ['https://10.0.0.1/', WEBHOOK_TEXTS.privateUrl],
      ['https://a:b@ejemplo.mx/', WEBHOOK_TEXTS.credentials],
    ] as const) {
      const answer = await create(url)
      expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path: 'url', message: title }]])
    }
    const all = await Promise.all(Array.from({ length: WEBHOOKS_AT_MOST + 1 }, () => create('https://ejemplo.mx/')))
    expect(all.map(({ statusCode }) => statusCode).filter((status) => status === 422)).toHaveLength(1)
    await app.close()
  })

  it('can be tried while it is paused, and its changes are recorded', async () => {
    const made = await hook(['vehicle.created'], '/prueba')
    const url = `/api/v2/webhooks/${made.webhook.webhookId}`
    expect((await ask('PUT', url, editOf(made, { active: false, name: 'Otro' }))).status).toBe(200)
    expect(await ask('PUT', url, editOf(made))).toMatchObject({ status: 409 })
    const { body } = await ask('POST', `${url}/test`, {})
    await sender.runDue()
    const [received] = far.received
    if (!received) throw new Error('nothing came')
    expect(verified(received, made.secret)).toMatchObject({
      type: 'webhook.test',
      data: { message: 'Prueba de Padrón' },
    })
    const [testDelivery] = await deliveries(made)
    expect(testDelivery).toMatchObject({
      ...(body as object),
      event: 'webhook.test',
      status: 'delivered',
      answered: 204,
    })
    expect(testDelivery?.body).toBe(received.body)
    const again = `${url}/deliveries/${testDelivery?.deliveryId}/again`
    expect(await ask('POST', again, {})).toMatchObject({ status: 409 })
    const list = await ask('POST', '/api/v2/activity', { filter: { subjectKind: 'webhook', text: 'otro' } })
    const [changed] = (list.body as { activities: { changes: unknown[] }[] }).activities
    expect(changed?.changes).toEqual([
      { field: 'Nombre', before: 'Hacia /prueba', after: 'Otro' },
      { field: 'Activo', before: 'Sí', after: 'No' },
    ])
  })

  it('is deleted with its deliveries; those older than thirty days are deleted', async () => {
    const made = await hook(['vehicle.created'])
    const remaining = await hook(['vehicle.created'], '/queda')
    await addVehicle()
    await sender.runDue()
    await addVehicle()
    await sender.runDue()
    await system(
      `
        update webhook_delivery
        set created_at = now() - interval '31 days'
        where delivery_id = (select min(delivery_id) from webhook_delivery where webhook_id = $1)`,
      remaining.webhook.webhookId,
    )
    expect((await ask('DELETE', `/api/v2/webhooks/${made.webhook.webhookId}`)).status).toBe(200)
    await deleteExpiredEvents(server.db)
    expect((await system('select from webhook_delivery where webhook_id = $1', made.webhook.webhookId)).rowCount).toBe(
      0,
    )
    expect(await deliveries(remaining)).toHaveLength(1)
  })

  it('lists its deliveries by fifty, the newest first, with their total', async () => {
    const made = await hook(['vehicle.created'])
    const { webhookId } = made.webhook
    await system(
      `insert into webhook_delivery (tenant_id, webhook_id, event_id, event, at, data, status)
      select $1, $2, gen_random_uuid(), 'vehicle.created', now(), '{}',
        (array['waiting', 'delivered', 'failed'])[1 + i % 3]
      from generate_series(1, 120) i`,
      company.tenantId,
      webhookId,
    )
    const page = async (query: string) =>
      (await ask('GET', `/api/v2/webhooks/${webhookId}/deliveries${query}`)).body as {
        deliveries: Delivery[]
        total: number
      }
    const first = await page('')
    expect([first.total, first.deliveries.length]).toEqual([120, 50])
    const second = await page(`?before=${first.deliveries.at(-1)?.deliveryId}`)
    const third = await page(`?before=${second.deliveries.at(-1)?.deliveryId}`)
    const ids = [first, second, third].flatMap((each) => each.deliveries.map(({ deliveryId }) => deliveryId))
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(new Set(ids).size).toBe(120)
    expect((await page('?status=failed')).total).toBe(40)
  })
})
