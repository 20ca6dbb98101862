// Sources that answer later: the question is parked with the hash of the token in the address they were given, and whatever
// comes there first is the answer. One that never comes is a timeout. A second delivery has no effect.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { asSystem, asTenant, type Db } from '../db/client.ts'
import { asJsonb } from '../db/json.ts'
import { type CheckOptions, hashOf, type Parked, readAnswers, subjectOf } from './check.ts'
import { type ClaimedVehicle, uuidV7 } from './claims.ts'
import type { Connector, RawAnswer, Webhook } from './connector.ts'
import type { Ended } from './ended.ts'
import { tellPortal } from './portal-state.ts'
import { storeBatch } from './store.ts'

/** The check is out of the line until the source answers or gives up; what waited before for the same has lost. @returns false where the claim was lost */
export const park = (db: Db, { claim, connector, waitId, tokenHash, answers, startedAt, expiresAt }: Parked): Promise<boolean> =>
  asTenant(db, claim.tenantId, async (tx) => {
    const [vehicle] = claim.vehicles
    const own = sql`tenant_id = ${claim.tenantId} and vehicle_id = ${vehicle.vehicleId} and connector_key = ${connector.key}`
    const { numAffectedRows } = await sql`
      update due_check set claim_id = null, claimed_until = null, due_at = ${expiresAt.toISOString()}::timestamptz + interval '1 hour'
      where ${own} and claim_id = ${claim.claimId}`.execute(tx)
    if (numAffectedRows !== 1n) return false
    await sql`update webhook_wait set ended_at = now() where ${own} and ended_at is null`.execute(tx)
    await tx
      .insertInto('webhook_wait')
      .values({
        tenant_id: claim.tenantId,
        wait_id: waitId,
        vehicle_id: vehicle.vehicleId,
        connector_key: connector.key,
        portal_key: connector.portal,
        token_hash: tokenHash,
        claim: asJsonb(vehicle),
        accepted: gzipSync(JSON.stringify(answers)),
        started_at: startedAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      })
      .execute()
    return true
  }) // biome-ignore format: the order of things

export type Wait = {
  tenantId: number
  waitId: string
  connectorKey: string
  portalKey: string
  vehicle: ClaimedVehicle
  accepted: Buffer
  startedAt: string
  ended: boolean
}

const COLUMNS =
  sql.raw(`w.tenant_id as "tenantId", w.wait_id as "waitId", w.connector_key as "connectorKey", w.portal_key as "portalKey",
  w.claim as vehicle, w.accepted, w.started_at as "startedAt", w.ended_at is not null as ended`)

/** Who waits for what comes with this token; undefined: nobody ever did. */
export const findWait = (db: Db, token: string): Promise<Wait | undefined> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Wait>`select ${COLUMNS} from webhook_wait w where w.token_hash = ${hashOf(token)}`.execute(tx)
    return rows[0]
  }) // biome-ignore format: one question

const equal = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** @param said the header as it came @param secret the portal's credential */
export const isSigned = (
  { algorithm, encoding, prefix = '' }: NonNullable<Webhook['signature']>,
  said: string,
  body: Buffer,
  secret: string,
): boolean => equal(said, prefix + createHmac(algorithm, secret).update(body).digest(encoding))

const endOf = (wait: Wait, connector: Connector, { now, dice }: Pick<CheckOptions, 'now' | 'dice'>): Omit<Ended, 'outcome' | 'remark'> => {
  const startedAt = new Date(wait.startedAt)
  return {
    origin: 'webhook', fence: { waitId: wait.waitId }, tenantId: wait.tenantId, vehicle: wait.vehicle, connector, resourceId: null,
    runId: uuidV7(now()), findings: [], registration: null, history: [], given: [], files: [], unknownFields: [],
    answers: JSON.parse(gunzipSync(wait.accepted).toString('utf8')) as RawAnswer[], rawOf: null, retryAfterSeconds: 0,
    startedAt, endedAt: now(), dice: dice(), by: null,
  }
} // biome-ignore format: one row

/** What the source sent, read as the answer of the check that waits for it. */
export const readArrival = (
  wait: Wait,
  connector: Connector,
  arrived: { contentType: string; body: string },
  time: Pick<CheckOptions, 'now' | 'dice'>,
): Ended => {
  const end = endOf(wait, connector, time)
  const answers = [...end.answers, { request: 'POST (aviso de la fuente)', status: 200, ...arrived }]
  return { ...end, ...readAnswers(connector, answers, subjectOf(wait.vehicle), end.endedAt), answers }
}

const EXPIRED_AT_ONCE = 100

/** Writes off what no source answered in time. @returns how many */
export const endExpired = async (db: Db, connectorOf: (key: string) => Connector | undefined, time: Pick<CheckOptions, 'now' | 'dice'>): Promise<number> => {
  const waits = await asSystem(db, async (tx) => {
    const { rows } = await sql<Wait>`
      select ${COLUMNS} from webhook_wait w where w.ended_at is null and w.expires_at < now() order by w.expires_at limit ${EXPIRED_AT_ONCE}`.execute(tx)
    return rows
  })
  for (const wait of waits) {
    const connector = connectorOf(wait.connectorKey)
    if (!connector) {
      await asSystem(db, (tx) => sql`update webhook_wait set ended_at = now() where tenant_id = ${wait.tenantId} and wait_id = ${wait.waitId}`.execute(tx))
      continue
    }
    const remark = 'La fuente aceptó la consulta y no envió la respuesta.'
    const [stored] = await storeBatch(db, [{ ...endOf(wait, connector, time), outcome: 'timeout', remark }])
    const sign = { answered: false, outcome: 'timeout', remark, at: time.now(), retryAfterSeconds: 0, counts: true } as const
    if (stored) await tellPortal(db, wait.portalKey, [sign])
  }
  return waits.length
} // biome-ignore format: the statements are what matters here
