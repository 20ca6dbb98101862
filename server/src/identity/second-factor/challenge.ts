// Challenges for the second factor: at sign-in after a correct password, and in an open session. Remembered browsers
// get no challenge. Wrong answers have limits like wrong passwords but separate counts, because only a person with the
// password can give one.
import { DEVICE_DAYS } from '@padron/contract/account'
import type { PasskeyCreation, PasskeyRequest } from '@padron/contract/passkeys'
import { sql } from 'kysely'
import { type Actor, asSystem, asTenant, type Db, type Tx } from '../../db/client.ts'
import { type Session, tokenHash } from '../../http/access/sessions.ts'
import type { Secrets } from '../../secrets/sealing.ts'
import { newToken, sha256 } from '../../secrets/tokens.ts'
import { admit, type SignInAttempt } from '../passwords/attempts.ts'
import type { KnownUser } from '../passwords/credentials.ts'
import { type Named, type Owner, takeCode } from './codes.ts'
import { challengeIn, passkeyCreation, passkeyRequest, type RelyingParty, takePasskey } from './passkeys.ts'
import { recordChange } from './second-factor.ts'

/** Time for the second factor after a correct password. */
export const CHALLENGE_SECONDS = 300

/**
 * @param rp undefined: this installation has no address for passkeys
 * @param mails whether emails can be sent
 */
export type FactorTools = { secrets: Secrets; rp: RelyingParty | undefined; mails: boolean }
/** Exactly one is present. `passkey` is the browser's answer. */
type Proof = { code?: string | undefined; passkey?: string | undefined }

/** The name under which the limits of sign-in count answers to the second factor. */
export const factorAttempts = (username: string): string => `${username} second factor`

/** The kinds that may answer, besides recovery codes. `passkey` is the request to the browser. */
export type Challenge = { token: string; application: boolean; passkey: PasskeyRequest | undefined }

/**
 * Creates the challenge after a correct password. A passkey signs the challenge's own token.
 * @param device the token of a remembered browser; empty: not remembered
 * @returns undefined if no second factor is needed
 */
export const challengeFor = (
  db: Db,
  rp: RelyingParty | undefined,
  { tenantId, userId, passwordHash }: KnownUser,
  device: string,
): Promise<Challenge | undefined> =>
  asSystem(db, async (tx) => {
    const token = newToken()
    const { rows } = await sql<{ application: boolean }>`
      with factor as (
        select f.tenant_id, f.user_id, f.last_step > 0 as application
        from second_factor f
        where tenant_id = ${tenantId} and user_id = ${userId} and confirmed_at is not null and not exists (
          select from known_device d
          where d.tenant_id = f.tenant_id and d.user_id = f.user_id and d.device_hash = ${sha256(device)}
            and d.password_digest = ${sha256(passwordHash)} and d.expires_at > now())),
      made as (
        insert into sign_in_challenge (tenant_id, challenge_hash, user_id, password_digest, expires_at)
        select tenant_id, ${tokenHash(token)}, user_id, ${sha256(passwordHash)},
          now() + make_interval(secs => ${CHALLENGE_SECONDS})
        from factor)
      select application from factor`.execute(tx)
    const [factor] = rows
    return factor && { token, ...factor, passkey: await passkeyRequest(tx, rp, { tenantId, userId }, token) }
  })

/** Uses of a challenge in an open session. */
type Use = 'add passkey' | 'prove passkey'
const bindingOf = (use: Use, session: Session): Buffer => sha256(`${use} ${session.tokenHash.toString('hex')}`)

/** Creates a challenge for one session and use; no sign-in accepts it. */
const makeChallenge = async (tx: Tx, use: Use, session: Session): Promise<string> => {
  const token = newToken()
  await sql`
    insert into sign_in_challenge (tenant_id, challenge_hash, user_id, password_digest, expires_at)
    values (${session.tenantId}, ${tokenHash(token)}, ${session.userId}, ${bindingOf(use, session)},
      now() + make_interval(secs => ${CHALLENGE_SECONDS}))`.execute(tx)
  return token
}

/** Uses up the answered challenge. @returns it; undefined if it is not the session's */
const takeChallenge = async (tx: Tx, use: Use, session: Session, answer: string): Promise<string | undefined> => {
  const token = challengeIn(answer) ?? ''
  const { numAffectedRows } = await sql`
    delete from sign_in_challenge
    where tenant_id = ${session.tenantId} and challenge_hash = ${tokenHash(token)} and user_id = ${session.userId}
      and password_digest = ${bindingOf(use, session)} and expires_at > now()`.execute(tx)
  return numAffectedRows === 1n ? token : undefined
}

export const beginPasskey = async (tx: Tx, rp: RelyingParty, session: Session): Promise<PasskeyCreation> =>
  passkeyCreation(tx, rp, session, await makeChallenge(tx, 'add passkey', session))

/** @returns undefined if it is not the session's, or was used */
export const endPasskey = (db: Db, session: Session, answer: string): Promise<string | undefined> =>
  asTenant(db, session.tenantId, (tx) => takeChallenge(tx, 'add passkey', session, answer))

/** @returns undefined if the user has no passkey for this address */
export const requestPasskey = async (
  tx: Tx,
  rp: RelyingParty | undefined,
  session: Session,
): Promise<PasskeyRequest | undefined> =>
  passkeyRequest(tx, rp, session, await makeChallenge(tx, 'prove passkey', session))

const takeProof = async (
  tx: Tx,
  { secrets, rp, mails }: FactorTools,
  user: Named,
  { proof: { code, passkey }, challenge, now }: { proof: Proof; challenge: string | undefined; now: Date },
): Promise<boolean> => {
  if (code !== undefined) {
    const result = await takeCode(tx, secrets, user, { typed: code, now })
    if (result?.codesLeft !== undefined)
      await recordChange(tx, user, { change: { codesLeft: result.codesLeft }, mails })
    return result !== undefined
  }
  if (passkey === undefined || challenge === undefined) return false
  return takePasskey(tx, rp, user, { answer: passkey, challenge })
}

type Challenged = KnownUser & { passwordDigest: Buffer }

const findChallenge = (db: Db, token: string): Promise<Challenged | undefined> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Challenged>`
      select u.tenant_id as "tenantId", u.user_id as "userId", u.username, u.terms_version as "termsVersion",
        u.password_hash as "passwordHash", c.password_digest as "passwordDigest"
      from sign_in_challenge c
      join app_user u on u.tenant_id = c.tenant_id and u.user_id = c.user_id and u.active
      where c.challenge_hash = ${tokenHash(token)} and c.expires_at > now()`.execute(tx)
    return rows[0]
  })

const DEVICES_AT_MOST = 20

/** Remembers the browser; the oldest one is forgotten beyond the limit. @returns the device's token */
const rememberDevice = async (tx: Tx, { tenantId, userId, passwordDigest }: Challenged, agent: string) => {
  const token = newToken()
  await sql`
    delete from known_device
    where tenant_id = ${tenantId} and device_hash in (
      select device_hash
      from known_device
      where tenant_id = ${tenantId} and user_id = ${userId}
      order by created_at desc
      offset ${DEVICES_AT_MOST - 1})`.execute(tx)
  await sql`
    insert into known_device (tenant_id, device_hash, user_id, password_digest, agent, expires_at)
    values (${tenantId}, ${sha256(token)}, ${userId}, ${passwordDigest}, ${agent},
      now() + make_interval(days => ${DEVICE_DAYS}))`.execute(tx)
  return token
}

/** @returns the number of forgotten devices */
export const forgetDevices = async (tx: Tx, { tenantId, userId }: Owner): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from known_device where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** @throws the error of the work; then the attempt is not counted */
const lookAt = <T>(tried: SignInAttempt, work: Promise<T>): Promise<T> =>
  work.catch(async (error: unknown) => {
    await tried.withdraw().catch(() => undefined)
    throw error
  })

type Answer = { proof: Proof; address: string; now: Date }
export type ChallengeVerdict =
  | { is: 'known'; user: KnownUser; device: string | undefined }
  | { is: 'wrong'; user: KnownUser }
  | { is: 'ended' }
  | { is: 'locked'; seconds: number }

/** `ended`: the user has to enter the password again. */
export const answerChallenge = async (
  db: Db,
  tools: FactorTools,
  {
    token,
    proof,
    address,
    now,
    remember,
    request,
  }: Answer & { token: string; remember?: { agent: string } | undefined; request: string },
): Promise<ChallengeVerdict> => {
  const user = await findChallenge(db, token)
  if (!user?.passwordDigest.equals(sha256(user.passwordHash))) return { is: 'ended' }
  const tried = await admit(db, factorAttempts(user.username), address)
  if ('seconds' in tried) return { is: 'locked', seconds: tried.seconds }
  const { userId: id, username: name } = user
  const actor = { origin: 'console', id, name, address, request } as const
  const answer = async (tx: Tx) => {
    if (!(await takeProof(tx, tools, user, { proof, challenge: token, now }))) return 'wrong'
    const { numAffectedRows } = await sql`
      delete from sign_in_challenge where challenge_hash = ${tokenHash(token)}`.execute(tx)
    // If the same passkey answer is sent twice at once, only one signs in.
    if (numAffectedRows !== 1n) return 'ended'
    return { device: remember && (await rememberDevice(tx, user, remember.agent)) }
  }
  const result = await lookAt(tried, asSystem(db, answer, actor))
  if (result === 'wrong') {
    await tried.failed()
    return { is: 'wrong', user }
  }
  await tried.succeeded()
  return result === 'ended' ? { is: 'ended' } : { is: 'known', user, ...result }
}

/** Checks a proof before a change of the factor itself, under the limits of sign-in. */
export const confirmProof = async (
  db: Db,
  tools: FactorTools,
  session: Session,
  { proof, address, now, actor }: Answer & { actor: Actor },
): Promise<'right' | 'wrong' | { seconds: number }> => {
  const tried = await admit(db, factorAttempts(session.username), address)
  if ('seconds' in tried) return tried
  const prove = async (tx: Tx) => {
    const challenge = proof.passkey && (await takeChallenge(tx, 'prove passkey', session, proof.passkey))
    return takeProof(tx, tools, session, { proof, challenge, now })
  }
  const right = await lookAt(tried, asTenant(db, session.tenantId, prove, actor))
  await (right ? tried.succeeded() : tried.failed())
  return right ? 'right' : 'wrong'
}
