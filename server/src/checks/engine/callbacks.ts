// Sources that answer later by a callback. A pending callback is stored before the source is queried, with the hash of
// the token in its address. The first delivery is the answer, later ones have no effect, and one that never comes is a
// timeout.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { asSystem, asTenant, type Db } from '../../db/client.ts'
import { asJsonb } from '../../db/json.ts'
import { uuidV7 } from '../../db/uuid.ts'
import { sha256 } from '../../secrets/tokens.ts'
import type { Connector, RawAnswer, Webhook } from '../connectors/connector.ts'
import { reportToPortal } from '../portals/state.ts'
import { storeBatch } from '../store/store.ts'
import {
  type AwaitedQuery,
  type CheckOptions,
  type ParkedQuery,
  type PendingCallbacks,
  readAnswers,
  subjectOf,
} from './check.ts'
import { type CheckResult, EMPTY_RESULT } from './check-result.ts'
import { isGood } from './check-rules.ts'
import type { ClaimedVehicle } from './claim.ts'

const CLOSE = sql`set ended_at = now()`
/** Stored until it is known whether the source accepted the query. */
const NOT_ACCEPTED_YET = Buffer.alloc(0)
const ownOf = ({ claim, connector }: AwaitedQuery) => {
  const [{ vehicleId }] = claim.vehicles
  return sql`tenant_id = ${claim.tenantId} and vehicle_id = ${vehicleId} and connector_key = ${connector.key}`
}
const openCallbackOf = ({ claim, waitId }: AwaitedQuery) =>
  sql`tenant_id = ${claim.tenantId} and callback_id = ${waitId} and ended_at is null`

/** Replaces an earlier pending callback of the same check. */
const openPendingCallback = (db: Db, awaited: AwaitedQuery): Promise<void> =>
  asTenant(db, awaited.claim.tenantId, async (tx) => {
    const { claim, connector, waitId, tokenHash, isProbe, startedAt, expiresAt } = awaited
    const [vehicle] = claim.vehicles
    await sql`update pending_callback ${CLOSE} where ${ownOf(awaited)} and ended_at is null`.execute(tx)
    await tx
      .insertInto('pending_callback')
      .values({
        tenant_id: claim.tenantId,
        callback_id: waitId,
        vehicle_id: vehicle.vehicleId,
        connector_key: connector.key,
        portal_key: connector.portal,
        token_hash: tokenHash,
        claim: asJsonb({ ...vehicle, claimId: claim.claimId, isProbe }),
        acceptance: NOT_ACCEPTED_YET,
        started_at: startedAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      })
      .execute()
  })

const dropPendingCallback = (db: Db, awaited: AwaitedQuery): Promise<void> =>
  asTenant(db, awaited.claim.tenantId, async (tx) => {
    await sql`update pending_callback ${CLOSE} where ${openCallbackOf(awaited)}`.execute(tx)
  })

export const pendingCallbacksIn = (db: Db): PendingCallbacks => ({
  open: (awaited) => openPendingCallback(db, awaited),
  drop: (awaited) => dropPendingCallback(db, awaited),
})

/**
 * Postpones the check until its callback or the deadline; changes nothing if the callback has already arrived.
 * @returns false where the claim was lost or the vehicle edited: the answer will be dropped
 */
export const storePendingCallback = (db: Db, parked: ParkedQuery): Promise<boolean> =>
  asTenant(db, parked.claim.tenantId, async (tx) => {
    const { claim, answers, expiresAt } = parked
    const until = expiresAt.toISOString()
    const { numAffectedRows: open } = await sql`
      update pending_callback
      set acceptance = ${gzipSync(JSON.stringify(answers))}, expires_at = ${until}
      where ${openCallbackOf(parked)}`.execute(tx)
    const { numAffectedRows: mine } = await sql`
      update due_check
      set claim_id = null, claimed_until = null,
        due_at = case when ${open === 1n} then ${until}::timestamptz + interval '1 hour' else now() end
      where ${ownOf(parked)} and claim_id = ${claim.claimId}`.execute(tx)
    if (open === 1n && mine !== 1n)
      await sql`update pending_callback ${CLOSE} where ${openCallbackOf(parked)}`.execute(tx)
    return open === mine
  })

export type PendingCallback = {
  tenantId: number
  waitId: string
  connectorKey: string
  portalKey: string
  vehicle: ClaimedVehicle
  /** The query was the hourly probe of a pause. */
  isProbe: boolean
  acceptance: Buffer
  startedAt: string
  ended: boolean
}

const COLUMNS = sql.raw(`
    w.tenant_id as "tenantId", w.callback_id as "waitId", w.connector_key as "connectorKey",
    w.portal_key as "portalKey",
  w.claim as vehicle, coalesce((w.claim ->> 'isProbe')::boolean, false) as "isProbe", w.acceptance,
  w.started_at as "startedAt", w.ended_at is not null as ended`)

/** The pending callback of a token; undefined: the token never existed. */
export const findPendingCallback = (db: Db, token: string): Promise<PendingCallback | undefined> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<PendingCallback>`
        select ${COLUMNS}
        from pending_callback w
        where w.token_hash = ${sha256(token)}`.execute(tx)
    return rows[0]
  })

/** Compares bytes: a header with non-ASCII characters has more bytes than characters. */
const equal = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** @param header the header as it came @param secret the portal's credential */
export const isSigned = (
  { algorithm, encoding, prefix = '' }: NonNullable<Webhook['signature']>,
  header: string,
  body: Buffer,
  secret: string,
): boolean => equal(header, prefix + createHmac(algorithm, secret).update(body).digest(encoding))

/** Empty where the callback came before the query was accepted. */
const acceptedOf = ({ acceptance }: PendingCallback): RawAnswer[] =>
  acceptance.length === 0 ? [] : (JSON.parse(gunzipSync(acceptance).toString('utf8')) as RawAnswer[])

const resultOf = (
  pending: PendingCallback,
  connector: Connector,
  { now, random }: Pick<CheckOptions, 'now' | 'random'>,
): Omit<CheckResult, 'outcome' | 'remark'> => {
  const startedAt = new Date(pending.startedAt)
  return {
    ...EMPTY_RESULT,
    origin: 'webhook',
    fence: { waitId: pending.waitId },
    tenantId: pending.tenantId,
    vehicle: pending.vehicle,
    connector,
    runId: uuidV7(now()),
    answers: acceptedOf(pending),
    startedAt,
    endedAt: now(),
    random: random(),
  }
}

/** Reads a delivery as the answer of its check. */
export const readArrival = (
  pending: PendingCallback,
  connector: Connector,
  arrived: { contentType: string; body: string },
  time: Pick<CheckOptions, 'now' | 'random'>,
): CheckResult => {
  const result = resultOf(pending, connector, time)
  const answers = [...result.answers, { request: 'POST (aviso de la fuente)', status: 200, ...arrived }]
  return { ...result, ...readAnswers(connector, answers, subjectOf(pending.vehicle), result.endedAt), answers }
}

type Arrival = Pick<CheckResult, 'connector' | 'outcome' | 'remark' | 'startedAt' | 'endedAt'>

/**
 * Reports whether a delivery was understood, for the connector's pause; the query itself was reported when it was
 * accepted.
 */
export const reportArrival = async (
  db: Db,
  { isProbe }: Pick<PendingCallback, 'isProbe'>,
  arrival: Arrival,
): Promise<void> => {
  const { connector, outcome, remark, startedAt: claimedAt, endedAt: at } = arrival
  if (!isGood(outcome) && outcome !== 'shape-drift' && outcome !== 'no-credit') return
  const question = {
    connectorKey: connector.key,
    parserVersion: connector.parserVersion,
    claimedAt,
    isProbe,
    evidenceOf: 'understanding' as const,
  }
  const report = { answered: true, outcome, remark, at, retryAfterSeconds: 0, counts: false, question }
  await reportToPortal(db, connector.portal, [report])
}

/** For this many days a repeated delivery is confirmed as received; later its token is unknown. */
const ENDED_RETENTION_DAYS = 30
const DELETED_AT_ONCE = 10_000

/** Deletes callbacks that ended long ago, in batches so that locks are short. */
export const deleteEndedCallbacks = async (db: Db, stopping?: AbortSignal): Promise<void> => {
  let deleted = DELETED_AT_ONCE
  while (deleted === DELETED_AT_ONCE && !stopping?.aborted) {
    const { numAffectedRows } = await asSystem(db, (tx) =>
      sql`
        delete from pending_callback
        where (tenant_id, callback_id) in (select tenant_id, callback_id
          from pending_callback
          where ended_at < now() - make_interval(days => ${ENDED_RETENTION_DAYS})
          limit ${DELETED_AT_ONCE})`.execute(tx),
    )
    deleted = Number(numAffectedRows)
  }
}

const EXPIRED_AT_ONCE = 100

/**
 * Ends callbacks that did not come in time. Those of a company that moves wait, because nothing of it can be written.
 * @returns how many
 */
export const expireCallbacks = async (
  db: Db,
  connectorOf: (key: string) => Connector | undefined,
  time: Pick<CheckOptions, 'now' | 'random'>,
): Promise<number> => {
  const expired = await asSystem(db, async (tx) => {
    // The worker died before it knew whether the query was accepted: the check becomes due again by itself.
    await sql`
      update pending_callback ${CLOSE}
      where ended_at is null and expires_at < now() and acceptance = ${NOT_ACCEPTED_YET}`.execute(tx)
    const { rows } = await sql<PendingCallback>`
      select ${COLUMNS}
      from pending_callback w
      join company c on c.tenant_id = w.tenant_id and c.move_state is null
      where w.ended_at is null and w.expires_at < now()
      order by w.expires_at
      limit ${EXPIRED_AT_ONCE}`.execute(tx)
    return rows
  })
  for (const pending of expired) {
    const connector = connectorOf(pending.connectorKey)
    if (!connector) {
      await asSystem(db, (tx) =>
        sql`
          update pending_callback
          set ended_at = now()
          where tenant_id = ${pending.tenantId} and callback_id = ${pending.waitId}`.execute(tx),
      )
      continue
    }
    const remark = 'La fuente aceptó la consulta y no envió la respuesta.'
    const [stored] = await storeBatch(db, [{ ...resultOf(pending, connector, time), outcome: 'timeout', remark }])
    const report = {
      answered: false,
      outcome: 'timeout',
      remark,
      at: time.now(),
      retryAfterSeconds: 0,
      counts: true,
    } as const
    if (stored) await reportToPortal(db, pending.portalKey, [report])
  }
  return expired.length
}
