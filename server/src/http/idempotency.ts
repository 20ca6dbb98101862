// Calls that their sender may repeat after a lost answer: with the same Idempotency-Key a call runs once, and a repeat
// gets the same reply (draft-ietf-httpapi-idempotency-key-header). The key is written in the call's transaction: a
// refused or failed call leaves none, and the second of two simultaneous calls waits for the first.
import { createHash } from 'node:crypto'
import { IDEMPOTENCY_KEY_MAX, V3_TEXTS } from '@padron/contract/v3/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { asJsonb } from '../db/json.ts'
import { refuse } from '../errors/http-problem.ts'
import type { Session } from './access/sessions.ts'

const HEADER = 'Idempotency-Key'
const KEY = /^[\x21-\x7e]+$/

/** @throws HttpProblem 400 if the header is not a valid key */
const keyOf = ({ headers }: FastifyRequest): string | undefined => {
  const header = headers['idempotency-key']
  if (header === undefined) return undefined
  const key = String(header)
  if (key.length > IDEMPOTENCY_KEY_MAX || !KEY.test(key)) throw refuse(400, V3_TEXTS.key, HEADER)
  return key
}

const requesterOf = ({ userId, byToken }: Session): string =>
  byToken?.kind === 'personal' ? `token ${byToken.tokenId}` : `user ${userId}`

const sha256Of = ({ method, url, body }: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body]))
    .digest()

/** Seals a company's replies that contain a secret. */
export type ReplySeal = {
  seal: (tenantId: number, text: string) => string
  /** @returns undefined if no key opens it */
  open: (tenantId: number, sealed: string) => string | undefined
}
type Sealed = { sealed: string }

const storedReply = (answer: unknown, tenantId: number, seal: ReplySeal | undefined): unknown =>
  seal ? ({ sealed: seal.seal(tenantId, JSON.stringify(answer)) } satisfies Sealed) : answer
/** @throws HttpProblem 409 if no key opens it any more */
const openedReply = (stored: unknown, tenantId: number, seal: ReplySeal | undefined): unknown => {
  if (!seal) return stored
  const opened = seal.open(tenantId, (stored as Sealed).sealed)
  if (opened === undefined) throw refuse(409, V3_TEXTS.unreadable, HEADER)
  return JSON.parse(opened)
}

/** @param seal for replies with a secret @throws HttpProblem 422 if the key was used for another request */
export const onceByKey = async (
  tx: Tx,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<unknown>,
  seal?: ReplySeal,
): Promise<unknown> => {
  const key = keyOf(request)
  if (key === undefined) return work()
  const requester = requesterOf(session)
  const sha256 = sha256Of(request)
  const { numAffectedRows } = await sql`
    insert into idempotency_key (requester, key, request_sha256)
    values (${requester}, ${key}, ${sha256})
    on conflict do nothing`.execute(tx)
  const mine = sql`tenant_id = ${session.tenantId} and requester = ${requester} and key = ${key}`
  if (numAffectedRows === 1n) {
    const answer = await work()
    await sql`
      update idempotency_key
      set reply = ${asJsonb(storedReply(answer, session.tenantId, seal))}::jsonb,
        etag = ${reply.getHeader('etag') ?? null}
      where ${mine}`.execute(tx)
    return answer
  }
  const { rows } = await sql<{ sha256: Buffer; answer: unknown; etag: string | null }>`
    select request_sha256 as sha256, reply as answer, etag from idempotency_key where ${mine}`.execute(tx)
  const [stored] = rows
  if (!stored?.sha256.equals(sha256)) throw refuse(422, V3_TEXTS.otherRequest, HEADER)
  void reply.header('idempotency-replayed', 'true')
  if (stored.etag !== null) void reply.header('etag', stored.etag)
  return openedReply(stored.answer, session.tenantId, seal)
}
