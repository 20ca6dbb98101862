// Deliveries: retried under the same id until they are received, one per event whatever fails, and only with what the
// user who saved the webhook may see.
import { type Delivery, WEBHOOK_RETRY_SECONDS, WEBHOOK_TEXTS } from '@padron/contract/webhooks'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { allowPrivateAddresses } from '../../outgoing/agent.ts'
import { createOutgoingClient } from '../../outgoing/outgoing-client.ts'
import { isDrill } from '../../testing/drill.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { recordDelivery } from './record-delivery.ts'
import {
  addVehicle,
  aheadMs,
  ask,
  company,
  deliveries,
  editOf,
  far,
  hook,
  mailbox,
  now,
  seen,
  sender,
  server,
  setUpWebhooks,
  system,
  wait,
} from './testing/webhooks.ts'
import { webhookSender } from './webhook-sender.ts'

setUpWebhooks()

describe('a delivery to a failing receiver', () => {
  it('is retried after the documented waits, under the same id, until it succeeds', async () => {
    const made = await hook(['vehicle.created'])
    far.answers.set('/', 503)
    await addVehicle()
    await sender.runDue()
    expect(await deliveries(made)).toMatchObject([
      { status: 'waiting', attempts: 1, answered: 503, problem: 'Respondió 503' },
    ])
    await sender.runDue()
    expect(far.received).toHaveLength(1)
    wait(WEBHOOK_RETRY_SECONDS[0])
    await sender.runDue()
    expect(far.received).toHaveLength(2)
    far.answers.clear()
    wait(WEBHOOK_RETRY_SECONDS[1])
    await sender.runDue()
    const [first, , third] = far.received
    expect(far.received).toHaveLength(3)
    expect(third?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(third?.body).toBe(first?.body)
    expect(await deliveries(made)).toMatchObject([
      { status: 'delivered', attempts: 3, answered: 204, problem: null, nextAt: null },
    ])
    expect(await seen(made.webhook.webhookId)).toMatchObject({
      lastFailedAt: expect.any(String),
      lastDeliveredAt: expect.any(String),
    })
  })

  it('after two seconds of failure is retried soon, however many deliveries failed', async () => {
    const made = await hook(['vehicle.created'])
    for (let i = 0; i < 30; i++) await addVehicle()
    far.answers.set('/', 503)
    await sender.runDue()
    wait(2)
    far.answers.clear()
    far.received.length = 0
    const nextAfter = async (): Promise<number> => {
      for (let seconds = 1; seconds <= 300; seconds++) {
        wait(1)
        await sender.runDue()
        if (far.received.length > 0) return seconds
      }
      return Number.POSITIVE_INFINITY
    }
    expect(await nextAfter()).toBeLessThanOrEqual(5)
    wait(10)
    await sender.runDue()
    expect(await seen(made.webhook.webhookId)).toMatchObject({ deliveries: { delivered: 30, waiting: 0 } })
  })

  it('fails after the last retry, and can be resent by hand', async () => {
    const made = await hook(['vehicle.created'])
    far.answers.set('/', 500)
    await addVehicle()
    await sender.runDue()
    for (const seconds of WEBHOOK_RETRY_SECONDS) {
      wait(seconds)
      await sender.runDue()
    }
    expect(far.received).toHaveLength(WEBHOOK_RETRY_SECONDS.length + 1)
    const [failed] = await deliveries(made, '?status=failed')
    expect(failed).toMatchObject({ status: 'failed', attempts: WEBHOOK_RETRY_SECONDS.length + 1, nextAt: null })
    far.answers.clear()
    expect(
      (await ask('POST', `/api/v2/webhooks/${made.webhook.webhookId}/deliveries/${failed?.deliveryId}/again`, {}))
        .status,
    ).toBe(200)
    await sender.runDue()
    expect(far.received.at(-1)?.headers['webhook-id']).toBe(failed?.eventId)
    expect(await deliveries(made)).toMatchObject([{ status: 'delivered' }])
  })

  it('for three days pauses the webhook, and its owner gets an email', async () => {
    const owner = await server.somebody(company, 'duena', ['users_admin', 'vehicles_read'])
    await system(`update app_user set email = 'duena@ejemplo.mx' where user_id = $1`, owner.userId)
    const made = await hook(['vehicle.created'], '/mudo', owner)
    far.answers.set('/mudo', 500)
    await addVehicle()
    await sender.runDue()
    wait(3 * 86_400)
    await addVehicle()
    await sender.runDue()
    expect(await seen(made.webhook.webhookId)).toMatchObject({
      active: false,
      offReason: WEBHOOK_TEXTS.off,
      deliveries: { waiting: 0 },
    })
    const { rows } = await system(
      `select recipient, content from mail where tenant_id = $1 and kind = 'webhook'`,
      company.tenantId,
    )
    expect(rows).toMatchObject([
      { recipient: 'duena@ejemplo.mx', content: { subject: 'Padrón puso en pausa el webhook «Hacia /mudo»' } },
    ])
    await addVehicle()
    expect((await system(`select from webhook_delivery where status = 'waiting'`)).rowCount).toBe(0)
    const on = editOf({ ...made, webhook: (await seen(made.webhook.webhookId)) ?? made.webhook }, { active: true })
    expect(await ask('PUT', `/api/v2/webhooks/${made.webhook.webhookId}`, on)).toMatchObject({
      status: 200,
      body: { active: true, offReason: null },
    })
  })

  it('with status 410 pauses the webhook at once', async () => {
    const made = await hook(['vehicle.created'])
    far.answers.set('/', 410)
    await addVehicle()
    await sender.runDue()
    const gone = 'Se puso en pausa porque quien recibe respondió que ya no existe (410)'
    expect(await seen(made.webhook.webhookId)).toMatchObject({ active: false, offReason: gone })
    expect(await deliveries(made)).toMatchObject([{ status: 'failed', answered: 410 }])
  })

  it('does not follow a redirect', async () => {
    const made = await hook(['vehicle.created'])
    far.answers.set('/', (response) => response.writeHead(307, { location: far.url('/otra') }).end())
    await addVehicle()
    await sender.runDue()
    expect(far.received.map(({ path }) => path)).toEqual(['/'])
    const problem = 'Respondió con una redirección; escriba la dirección final'
    expect(await deliveries(made)).toMatchObject([{ status: 'waiting', answered: 307, problem }])
  })

  it.runIf(isDrill)(
    'with an endless or missing response does not delay the deliveries to others',
    async () => {
      const endless = await hook(['vehicle.created'], '/infinito')
      const silent = await hook(['vehicle.created'], '/callado')
      const good = await hook(['vehicle.created'], '/bueno')
      far.answers.set('/infinito', (response) => {
        response.writeHead(200)
        const write = (): void => {
          if (response.destroyed) return
          response.write('x'.repeat(65_536))
          setImmediate(write)
        }
        write()
      })
      far.answers.set('/callado', 'silence')
      const { db, secrets } = server
      const client = createOutgoingClient({ deadlineMs: 1_500 })
      const quick = webhookSender({
        db,
        mailbox,
        secrets,
        log: pino({ level: 'silent' }),
        now,
        aheadMs,
        random: () => 0.5,
        client,
      })
      for (let i = 0; i < 20; i++) await addVehicle()
      await quick.runDue()
      expect(await seen(good.webhook.webhookId)).toMatchObject({ deliveries: { delivered: 20 } })
      expect(await seen(endless.webhook.webhookId)).toMatchObject({ deliveries: { delivered: 20 } })
      // After a few attempts the silent receiver gets no more for a while.
      expect(far.received.filter(({ path }) => path === '/callado').length).toBeLessThan(12)
      expect((await deliveries(silent)).find(({ attempts }) => attempts > 0)).toMatchObject({
        answered: null,
        problem: 'No respondió a tiempo',
      })
      await quick.stop()
    },
    60_000,
  )

  it('with a private address is not sent', async () => {
    const made = await hook(['vehicle.created'])
    await system(
      `update webhook set url = 'http://nombre.ejemplo/', host = 'nombre.ejemplo' where webhook_id = $1`,
      made.webhook.webhookId,
    )
    await addVehicle()
    allowPrivateAddresses(false)
    const { db, secrets } = server
    const client = createOutgoingClient({
      resolve: (_name, _options, answered) => answered(null, [{ address: '10.0.0.8', family: 4 }]),
    })
    const strict = webhookSender({
      db,
      mailbox,
      secrets,
      log: pino({ level: 'silent' }),
      now,
      aheadMs,
      client,
    })
    await strict.runDue()
    expect(await deliveries(made)).toMatchObject([{ answered: null, problem: WEBHOOK_TEXTS.privateUrl }])
    await system('update webhook set url = $1', far.url())
    wait(10)
    await strict.runDue()
    await strict.stop()
    allowPrivateAddresses(true)
    expect(far.received).toEqual([])
  })
})

describe('a process', () => {
  it('that dies loses no delivery: it is claimed again after the lease, and a late result is ignored', async () => {
    const made = await hook(['vehicle.created'])
    await addVehicle()
    const underWay = { webhooks: {}, companies: {}, hosts: {} }
    const [dead] = await claimDeliveries(server.db, { free: 10, underWay })
    if (!dead) throw new Error('nothing was claimed')
    await sender.runDue()
    expect(far.received).toEqual([])
    wait(61)
    await sender.runDue()
    expect(far.received.map(({ headers }) => headers['webhook-id'])).toEqual([dead.eventId])
    const failed = { is: 'never', answered: 500, problem: 'x', tookMs: 1, countsForReceiver: true } as const
    await recordDelivery({ db: server.db, mailbox, aheadMs: aheadMs(), random: 0 }, dead, failed)
    expect(await deliveries(made)).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })

  it.runIf(isDrill)('shares the work with another, and each delivery is sent by one of them', async () => {
    await hook(['vehicle.created'])
    await Promise.all(Array.from({ length: 30 }, () => addVehicle()))
    const { db, secrets } = server
    const second = webhookSender({ db, mailbox, secrets, log: pino({ level: 'silent' }), now, aheadMs })
    await Promise.all([sender.runDue(), second.runDue()])
    await second.stop()
    const ids = far.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(30)
    expect(new Set(ids).size).toBe(30)
  })
})

describe('permission to receive an event', () => {
  it('is that of the user who saved the webhook last, at the time of sending', async () => {
    const owner = await server.somebody(company, 'jefe', ['users_admin', 'vehicles_read'])
    const made = await hook(['vehicle.created'], '/jefe', owner)
    await system(`update app_user set role_ids = '{112}' where user_id = $1`, owner.userId)
    await addVehicle()
    await sender.runDue()
    expect(far.received).toEqual([])
    const problem = 'Quien guardó el webhook ya no tiene permiso de ver esto; guárdelo alguien que lo tenga'
    expect(await deliveries(made)).toMatchObject([{ status: 'failed', problem }])
    // They see that there was an event, not its content, and can neither save nor redirect it, only pause it.
    const [hidden] = (
      (await ask('GET', `/api/v2/webhooks/${made.webhook.webhookId}/deliveries`, undefined, owner)).body as {
        deliveries: Delivery[]
      }
    ).deliveries
    expect(JSON.parse(hidden?.body ?? '')).toMatchObject({ type: 'vehicle.created', data: {} })
    const url = `/api/v2/webhooks/${made.webhook.webhookId}`
    const { version } = (await seen(made.webhook.webhookId)) ?? { version: 0 }
    expect(await ask('PUT', url, editOf(made, { version, events: ['job.finished'] }), owner)).toMatchObject({
      status: 403,
      body: { title: WEBHOOK_TEXTS.notHeld },
    })
    expect(
      await ask('POST', '/api/v2/webhooks', { name: 'x', url: far.url(), events: ['vehicle.created'] }, owner),
    ).toMatchObject({ status: 403 })
    expect((await ask('PUT', url, editOf(made, { version, active: false }), owner)).status).toBe(200)
  })

  it('is in the list: why nothing, or not all, is sent', async () => {
    const owner = await server.somebody(company, 'saliente', ['users_admin', 'vehicles_read', 'documents_read'])
    const made = await hook(['vehicle.created', 'document.changed'], '/saliente', owner)
    const blocked = async () => (await seen(made.webhook.webhookId))?.blockedReason
    expect(await blocked()).toBeNull()
    await system(`update app_user set role_ids = '{11,112}' where user_id = $1`, owner.userId)
    expect(await blocked()).toMatch(/^No se envía todo/)
    await system(`update app_user set role_ids = '{112}' where user_id = $1`, owner.userId)
    expect(await blocked()).toMatch(/^Quien guardó el webhook ya no tiene permiso/)
    await system(
      `update app_user set role_ids = '{11,31}', vehicle_scope = '{"states": [9]}' where user_id = $1`,
      owner.userId,
    )
    expect(await blocked()).toMatch(/^Quien guardó el webhook ya no tiene permiso/)
    await system('update app_user set vehicle_scope = null, active = false where user_id = $1', owner.userId)
    expect(await blocked()).toMatch(/^Quien guardó el webhook ya no tiene permiso/)
  })

  it('is missing while the company is suspended: the delivery waits', async () => {
    await hook(['vehicle.created'])
    await addVehicle()
    await system('update company set suspended_at = now() where tenant_id = $1', company.tenantId)
    await sender.runDue()
    expect(far.received).toEqual([])
    await system('update company set suspended_at = null where tenant_id = $1', company.tenantId)
    await sender.runDue()
    expect(far.received).toHaveLength(1)
  })
})
