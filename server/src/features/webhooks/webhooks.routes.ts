// Calls to set up webhooks, for user administrators. A webhook sends only what the user who last saved it may see, so
// that nobody exports data they could not read in the console.
import { type webhooks as rows, WEBHOOK_TEXTS, WEBHOOKS_AT_MOST, type Webhook } from '@padron/contract/webhooks'
import { sql } from 'kysely'
import type { Secrets } from '../../checks/portals/credentials.ts'
import type { Tx } from '../../db/client.ts'
import { notFound, refuse } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve.ts'
import type { Session } from '../../http/sessions.ts'
import { covers } from '../../identity/levels.ts'
import { bodyOf, envelopeOf, eventOf, needsOf } from './body.ts'
import { newSecret, openSecret, sealSecret, signingSecrets } from './secret.ts'
import { type GoodUrl, readWebhookUrl } from './url.ts'
import {
  endPause,
  giveUpWaiting,
  type LockedWebhook,
  lockWebhook,
  readDeliveries,
  readEventRange,
  readEvents,
  readWebhooks,
  sendAgain,
  writeTest,
} from './webhooks.queries.ts'

export type WebhookOptions = { secrets: Secrets; privateAddresses: boolean }

const DAY_MS = 86_400_000
const CHANGED = 'El webhook cambió en otra ventana; ábralo de nuevo.'
const IS_OFF = 'El webhook está en pausa; actívelo primero.'
const SWITCHED_OFF = 'El webhook se puso en pausa antes de entregarlo'
const TEST_MESSAGE = 'Prueba de Padrón'

const one = async (tx: Tx, tenantId: number, webhookId: number): Promise<Webhook> => {
  const [found] = await readWebhooks(tx, tenantId, webhookId)
  if (!found) throw notFound()
  return found
}
const lockedWebhook = async (tx: Tx, tenantId: number, webhookId: number): Promise<LockedWebhook> => {
  const found = await lockWebhook(tx, tenantId, webhookId)
  if (!found) throw notFound()
  return found
}

const maySee = ({ roles }: Session, event: string): boolean => covers(roles, [needsOf(event) ?? []].flat())
const refuseUnseen = (session: Session, events: readonly string[]): void => {
  if (!events.every((event) => maySee(session, event))) throw refuse(403, WEBHOOK_TEXTS.notHeld, 'events')
}
const goodUrl = (typed: string, { privateAddresses }: WebhookOptions): GoodUrl => {
  const read = readWebhookUrl(typed, privateAddresses)
  if (read.fault !== undefined) throw refuse(422, read.fault, 'url')
  return read
}

/** Webhooks of a company are added one after another, so that their limit holds. */
const refuseMany = async (tx: Tx, tenantId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhook ' || ${tenantId}::bigint, 0))`.execute(tx)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from webhook where tenant_id = ${tenantId}`.execute(tx)
  if ((rows[0]?.n ?? 0) >= WEBHOOKS_AT_MOST) throw refuse(422, WEBHOOK_TEXTS.tooMany)
}

type Written = { name: string; events: readonly string[]; active: boolean }
const columnsOf = ({ name, events, active }: Written, { url, host }: GoodUrl, { userId }: Session) => ({
  webhook_name: name.trim(),
  url,
  host,
  events: sql<string[]>`${[...new Set(events)]}::text[]`,
  active,
  user_id: userId,
})
const FORGIVEN = { off_reason: null, failures: 0, failing_since: null, paused_until: null } as const

export const webhooks = (options: WebhookOptions): Handlers<typeof rows> => ({
  events: async ({ query: { after, limit, types }, session, tx }) => {
    const { tenantId } = session
    // First: what is numbered meanwhile is for the next page.
    const range = await readEventRange(tx, tenantId)
    const page = await readEvents(tx, tenantId, after, limit)
    const wantedTypes = types?.split(',')
    const next = page.at(-1)?.sequence ?? after
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

  create: async ({ body, session, tx }) => {
    const { tenantId } = session
    const url = goodUrl(body.url, options)
    refuseUnseen(session, body.events)
    await refuseMany(tx, tenantId)
    const secret = newSecret()
    const { webhook_id } = await tx
      .insertInto('webhook')
      .values({
        ...columnsOf(body, url, session),
        tenant_id: tenantId,
        secrets: sql<string[]>`${[sealSecret(options.secrets, tenantId, secret)]}::text[]`,
      })
      .returning('webhook_id')
      .executeTakeFirstOrThrow()
    return { webhook: await one(tx, tenantId, webhook_id), secret }
  },

  edit: async ({ params: { webhookId }, body: { version, ...written }, session, tx }) => {
    const { tenantId } = session
    const before = await lockedWebhook(tx, tenantId, webhookId)
    const url = goodUrl(written.url, options)
    // Users who may not see the events may still disable the webhook.
    if (written.active) refuseUnseen(session, [...written.events, ...before.events])
    const changed = await tx
      .updateTable('webhook')
      .set({ ...columnsOf(written, url, session), ...FORGIVEN, row_version: version + 1 })
      .where('tenant_id', '=', tenantId)
      .where('webhook_id', '=', webhookId)
      .where('row_version', '=', version)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw refuse(409, CHANGED, 'version')
    if (!written.active) await giveUpWaiting(tx, tenantId, webhookId, SWITCHED_OFF)
    return one(tx, tenantId, webhookId)
  },

  remove: async ({ params: { webhookId }, session: { tenantId }, tx }) => {
    const gone = await tx
      .deleteFrom('webhook')
      .where('tenant_id', '=', tenantId)
      .where('webhook_id', '=', webhookId)
      .executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw notFound()
    return { message: 'Webhook eliminado' }
  },

  newSecret: async ({ params: { webhookId }, session, tx, now }) => {
    const { tenantId } = session
    const stored = await lockedWebhook(tx, tenantId, webhookId)
    refuseUnseen(session, stored.events)
    const secret = newSecret()
    const untils = [new Date(now.getTime() + DAY_MS).toISOString(), stored.oldUntil, stored.olderUntil]
    // One that cannot be opened signs nothing.
    const former = signingSecrets(stored, now).filter((each) => openSecret(options.secrets, tenantId, each))
    if (former.length > 2) throw refuse(409, WEBHOOK_TEXTS.changedTwice)
    const [oldUntil = null, olderUntil = null] = former.map((each) => untils[stored.secrets.indexOf(each)])
    await tx
      .updateTable('webhook')
      .set({
        secrets: sql<string[]>`${[sealSecret(options.secrets, tenantId, secret), ...former]}::text[]`,
        old_until: oldUntil,
        older_until: olderUntil,
        secret_at: now.toISOString(),
      })
      .where('tenant_id', '=', tenantId)
      .where('webhook_id', '=', webhookId)
      .execute()
    return { secret }
  },

  test: async ({ params: { webhookId }, session: { tenantId }, tx }) => {
    await lockedWebhook(tx, tenantId, webhookId)
    await endPause(tx, tenantId, webhookId)
    return { deliveryId: await writeTest(tx, tenantId, webhookId, TEST_MESSAGE) }
  },

  deliveries: async ({ params: { webhookId }, query, session, tx }) => {
    await one(tx, session.tenantId, webhookId)
    const { rows: found, ...rest } = await readDeliveries(tx, session.tenantId, webhookId, query)
    const deliveries = found.map(({ at, data, sequence, previousSequence, ...row }) => {
      const { eventId, event } = row
      const happened = { eventId, event, at, data, sequence, previousSequence }
      return { ...row, body: maySee(session, row.event) ? bodyOf(happened) : envelopeOf(happened) }
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
