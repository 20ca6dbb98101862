import { webhooks as rows } from '@padron/contract/webhooks'
import { answers, type Feature } from '../../feature.ts'
import { deleteExpiredDeliveries } from './delete-expired.ts'
import { startWebhooks } from './start-webhooks.ts'
import { webhooks } from './webhooks.routes.ts'

export const webhooksFeature: Feature = {
  calls: (context) => [answers(rows, webhooks(context.webhooks))],
  schedules: (tools) => [startWebhooks(tools).stop],
  retention: ({ db }) => [() => deleteExpiredDeliveries(db)],
}
