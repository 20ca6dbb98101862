// Calls to set up webhooks, for user administrators.
import type { webhooks as rows, Webhook } from '@padron/contract/webhooks'
import type { Tx } from '../../db/client.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import type { Handlers } from '../../http/serve.ts'
import { endPause } from '../../webhooks/webhook-rows.ts'
import {
  createWebhook,
  editWebhook,
  lockedWebhook,
  maySee,
  removeWebhook,
  renewSecret,
  testWebhook,
  type WebhookOptions,
} from '../../webhooks/write-webhook.ts'
import { composeWebhookBody, envelopeOf, eventOf } from './body.ts'
import { readDeliveries, readEventRange, readEvents, readWebhooks, sendAgain } from './webhooks.queries.ts'

const IS_OFF = 'El webhook está en pausa; actívelo primero.'

const one = async (tx: Tx, tenantId: number, webhookId: number): Promise<Webhook> => {
  const [found] = await readWebhooks(tx, tenantId, webhookId)
  if (!found) throw notFound()
  return found
}

export const webhooks = (options: WebhookOptions): Handlers<typeof rows> => ({
  events: async ({ query: { after, limit, types }, session, tx }) => {
    const { tenantId } = session
    // Read first: events that are numbered meanwhile belong to the next page.
    const range = await readEventRange(tx, tenantId)
    const page = await readEvents(tx, tenantId, after, limit)
    const wantedTypes = types?.split(',')
    // An empty page: the numbers up to the newest have expired.
    const next = page.at(-1)?.sequence ?? Math.max(after, range.newest)
    return {
      events: page
        .filter(({ event }) => (wantedTypes?.includes(event) ?? true) && maySee(session, event))
        .map((each) => eventOf(each)),
      next,
      hasMore: next < range.newest,
      ...range,
    }
  },

  list: async ({ session: { tenantId }, tx }) => ({ webhooks: await readWebhooks(tx, tenantId) }),

  create: async ({ body, ...context }) => {
    const { webhookId, secret } = await createWebhook(context, body, options)
    return { webhook: await one(context.tx, context.session.tenantId, webhookId), secret }
  },

  edit: async ({ params: { webhookId }, body, ...context }) => {
    await editWebhook(context, webhookId, body, options)
    return one(context.tx, context.session.tenantId, webhookId)
  },

  remove: async ({ params: { webhookId }, ...context }) => {
    await removeWebhook(context, webhookId)
    return { message: 'Webhook eliminado' }
  },

  newSecret: async ({ params: { webhookId }, ...context }) => ({
    secret: await renewSecret(context, webhookId, options),
  }),

  test: async ({ params: { webhookId }, ...context }) => ({ deliveryId: await testWebhook(context, webhookId) }),

  deliveries: async ({ params: { webhookId }, query, session, tx }) => {
    await one(tx, session.tenantId, webhookId)
    const { rows: found, ...rest } = await readDeliveries(tx, session.tenantId, webhookId, query)
    const deliveries = found.map(({ at, data, sequence, previousSequence, ...row }) => {
      const { eventId, event } = row
      const webhookEvent = { eventId, event, at, data, sequence, previousSequence }
      return { ...row, body: maySee(session, row.event) ? composeWebhookBody(webhookEvent) : envelopeOf(webhookEvent) }
    })
    return { deliveries, ...rest }
  },

  again: async ({ params: { webhookId, deliveryId }, session: { tenantId }, tx }) => {
    const { active } = await lockedWebhook(tx, tenantId, webhookId)
    if (!active) throw refuse(409, IS_OFF)
    if (!(await sendAgain(tx, tenantId, webhookId, deliveryId))) throw notFound()
    await endPause(tx, tenantId, webhookId)
    return { message: 'Entrega en camino otra vez' }
  },
})
