// Webhooks: a company's own systems receive its events.
import { webhooks as rows } from '@padron/contract/webhooks'
import { answers, type Feature } from '../../feature.ts'
import { deleteExpiredEvents } from './delete-expired.ts'
import { webhookSender } from './webhook-sender.ts'
import { webhooks } from './webhooks.routes.ts'

export const webhooksFeature: Feature = {
  calls: (context) => [answers(rows, webhooks(context.webhooks))],
  leased: (tools) => [webhookSender(tools)],
  retention: ({ db }) => [() => deleteExpiredEvents(db)],
}
