// Webhooks as programs manage them. A webhook that a program saved ends with that program's token or service account.
import type { v3 as calls } from '@padron/contract/v3'
import type { WebhookV3 } from '@padron/contract/v3/resources'
import { V3_TEXTS } from '@padron/contract/v3/texts'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import {
  createWebhook,
  editWebhook,
  removeWebhook,
  renewSecret,
  testWebhook,
  type WebhookOptions,
  type WrittenWebhook,
} from '../../webhooks/write-webhook.ts'
import { preconditionFailed, versionIn, withEtag, withEtagOrNotModified } from './etag.ts'
import { listPage } from './list.ts'
import { WEBHOOKS } from './resources.ts'

type Context = { tx: Tx; session: Session }
type Sent = { name?: string; url?: string; events?: string[]; isActive?: boolean }
type Undefined<T> = { [K in keyof T]?: T[K] | undefined }

const oneWebhook = async ({ tx, session: { tenantId } }: Context, id: number): Promise<WebhookV3> => {
  const where = sql`w.tenant_id = ${tenantId} and w.webhook_id = ${id}`
  const { data } = await listPage<WebhookV3>(tx, 'webhook', WEBHOOKS, { limit: 1 }, where)
  const [webhook] = data
  if (!webhook) throw notFound()
  return webhook
}

const changesOf = ({ isActive, ...sent }: Undefined<Sent>): Partial<WrittenWebhook> => {
  const changes = Object.entries({ ...sent, active: isActive }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(changes)
}

type Webhooks = Pick<
  Handlers<typeof calls>,
  | 'listWebhooks'
  | 'getWebhook'
  | 'createWebhook'
  | 'editWebhook'
  | 'removeWebhook'
  | 'renewWebhookSecret'
  | 'testWebhook'
>
export const v3Webhooks = (options: WebhookOptions): Webhooks => ({
  listWebhooks: ({ query, tx, session: { tenantId } }) =>
    listPage(tx, 'webhooks', WEBHOOKS, query, sql`w.tenant_id = ${tenantId}`),
  getWebhook: async ({ params: { webhookId }, request, reply, ...context }) =>
    withEtagOrNotModified(request, reply, await oneWebhook(context, webhookId)),
  createWebhook: async ({ body: { isActive, ...written }, reply, ...context }) => {
    const { webhookId, secret } = await createWebhook(context, { ...written, active: isActive }, options)
    return { ...withEtag(reply, await oneWebhook(context, webhookId)), secret }
  },
  editWebhook: async ({ params: { webhookId }, body, request, reply, ...context }) => {
    const version = versionIn(request.headers['if-match'])
    try {
      await editWebhook(context, webhookId, { ...changesOf(body), version }, options)
    } catch (error) {
      throw preconditionFailed(error, V3_TEXTS.webhookChanged)
    }
    return withEtag(reply, await oneWebhook(context, webhookId))
  },
  removeWebhook: async ({ params: { webhookId }, ...context }) => {
    await removeWebhook(context, webhookId)
    return { message: 'Webhook eliminado' }
  },
  renewWebhookSecret: async ({ params: { webhookId }, ...context }) => ({
    secret: await renewSecret(context, webhookId, options),
  }),
  testWebhook: async ({ params: { webhookId }, ...context }) => ({ deliveryId: await testWebhook(context, webhookId) }),
})
