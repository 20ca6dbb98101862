// Creates and changes webhooks, for the console and for the API of programs. A webhook sends only what the user who
// last saved it may see, so that nobody exports data that they could not read; one that a program saved ends with its
// access.
import { DAY_MS } from '@padron/contract/days'
import { holdsExactly, type Permission } from '@padron/contract/permissions'
import { WEBHOOK_EVENTS, WEBHOOK_TEST } from '@padron/contract/webhook-events'
import { WEBHOOK_TEXTS, WEBHOOKS_AT_MOST } from '@padron/contract/webhooks'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { notFound, refuse } from '../errors/http-problem.ts'
import type { Session } from '../http/access/sessions.ts'
import type { Secrets } from '../secrets/sealing.ts'
import { newSecret, openSecret, sealSecret, signingSecrets } from './secret.ts'
import { type GoodUrl, readWebhookUrl } from './url.ts'
import { endPause, giveUpWaiting, type LockedWebhook, lockWebhook, writeTest } from './webhook-rows.ts'

export type WebhookOptions = { secrets: Secrets; privateAddresses: boolean }
type WriteContext = { tx: Tx; session: Session }
export type WrittenWebhook = { name: string; url: string; events: readonly string[]; active: boolean }

const CHANGED = 'El webhook cambió en otra ventana; ábralo de nuevo.'
const SWITCHED_OFF = 'El webhook se puso en pausa antes de entregarlo'
const TEST_MESSAGE = 'Prueba de Padrón'

/** The permissions that an event requires; undefined: none. */
export const needsOf = (event: string): Permission | undefined =>
  event === WEBHOOK_TEST ? undefined : WEBHOOK_EVENTS.find((each) => each.event === event)?.needs

export const maySee = ({ roles }: Session, event: string): boolean => {
  const needs = needsOf(event)
  return needs === undefined || roles.has('admin') || holdsExactly(roles, needs)
}
const refuseUnseen = (session: Session, events: readonly string[]): void => {
  if (!events.every((event) => maySee(session, event))) throw refuse(403, WEBHOOK_TEXTS.notHeld, 'events')
}
const goodUrl = (typed: string, { privateAddresses }: WebhookOptions): GoodUrl => {
  const read = readWebhookUrl(typed, privateAddresses)
  if (read.fault !== undefined) throw refuse(422, read.fault, 'url')
  return read
}

/** @throws HttpProblem 404 */
export const lockedWebhook = async (tx: Tx, tenantId: number, webhookId: number): Promise<LockedWebhook> => {
  const found = await lockWebhook(tx, tenantId, webhookId)
  if (!found) throw notFound()
  return found
}

/** Webhooks of a company are added one after another, so that the limit is exact. */
const refuseMany = async (tx: Tx, tenantId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhook ' || ${tenantId}::bigint, 0))`.execute(tx)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from webhook where tenant_id = ${tenantId}`.execute(tx)
  if ((rows[0]?.n ?? 0) >= WEBHOOKS_AT_MOST) throw refuse(422, WEBHOOK_TEXTS.tooMany)
}

const columnsOf = ({ name, events, active }: WrittenWebhook, { url, host }: GoodUrl, { userId, byToken }: Session) => ({
  webhook_name: name.trim(),
  url,
  host,
  events: sql<string[]>`${[...new Set(events)]}::text[]`,
  active,
  user_id: userId,
  token_id: byToken?.kind === 'personal' ? byToken.tokenId : null,
})
const FORGIVEN = { off_reason: null, failures: 0, failing_since: null, paused_until: null } as const

export const createWebhook = async (
  { tx, session }: WriteContext,
  written: WrittenWebhook,
  options: WebhookOptions,
): Promise<{ webhookId: number; secret: string }> => {
  const { tenantId } = session
  const url = goodUrl(written.url, options)
  refuseUnseen(session, written.events)
  await refuseMany(tx, tenantId)
  const secret = newSecret()
  const { webhook_id: webhookId } = await tx
    .insertInto('webhook')
    .values({
      ...columnsOf(written, url, session),
      tenant_id: tenantId,
      secrets: sql<string[]>`${[sealSecret(options.secrets, tenantId, secret)]}::text[]`,
    })
    .returning('webhook_id')
    .executeTakeFirstOrThrow()
  return { webhookId, secret }
}

/**
 * @param changes omitted fields stay
 * @param version that the webhook must still have; undefined: any
 * @throws HttpProblem 409 of `version` if it has another
 */
export const editWebhook = async (
  { tx, session }: WriteContext,
  webhookId: number,
  { version, ...changes }: Partial<WrittenWebhook> & { version?: number | undefined },
  options: WebhookOptions,
): Promise<void> => {
  const { tenantId } = session
  const before = await lockedWebhook(tx, tenantId, webhookId)
  if (version !== undefined && version !== before.version) throw refuse(409, CHANGED, 'version')
  const written = { ...before, ...changes }
  const url = goodUrl(written.url, options)
  // Users who may not see the events may still disable the webhook.
  if (written.active) refuseUnseen(session, [...written.events, ...before.events])
  await tx
    .updateTable('webhook')
    .set({ ...columnsOf(written, url, session), ...FORGIVEN, row_version: before.version + 1 })
    .where('tenant_id', '=', tenantId)
    .where('webhook_id', '=', webhookId)
    .execute()
  if (!written.active) await giveUpWaiting(tx, tenantId, webhookId, SWITCHED_OFF)
}

/** Its deliveries are deleted later. @throws HttpProblem 404 */
export const removeWebhook = async ({ tx, session: { tenantId } }: WriteContext, webhookId: number): Promise<void> => {
  const gone = await tx
    .deleteFrom('webhook')
    .where('tenant_id', '=', tenantId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw notFound()
}

/** @returns the new secret; former ones sign for one more day */
export const renewSecret = async (
  { tx, session, now }: WriteContext & { now: Date },
  webhookId: number,
  options: WebhookOptions,
): Promise<string> => {
  const { tenantId } = session
  const stored = await lockedWebhook(tx, tenantId, webhookId)
  refuseUnseen(session, stored.events)
  const secret = newSecret()
  const untils = [new Date(now.getTime() + DAY_MS).toISOString(), stored.oldUntil, stored.olderUntil]
  // A secret that cannot be opened cannot sign.
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
  return secret
}

/** @returns the delivery's id */
export const testWebhook = async ({ tx, session: { tenantId } }: WriteContext, webhookId: number): Promise<number> => {
  await lockedWebhook(tx, tenantId, webhookId)
  await endPause(tx, tenantId, webhookId)
  return writeTest(tx, tenantId, webhookId, TEST_MESSAGE)
}
