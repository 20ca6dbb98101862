// The second factor: codes of an application on the user's phone (RFC 6238: 6 digits, 30 seconds, one step of clock
// skew either way), and ten recovery codes. A code is right once. Wrong ones are counted as wrong passwords are, under
// counts of their own: only who has the password can make any.
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { DEVICE_DAYS, RECOVERY_CODES } from '@padron/contract/account'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { openSealed, type Secrets, seal } from '../checks/portals/credentials.ts'
import { asSystem, type Db, type Tx } from '../db/client.ts'
import { newToken, type Session, tokenHash } from '../http/sessions.ts'
import { writeMails } from '../mail/outbox.ts'
import { factorChangedEmail } from './account-emails.ts'
import { admit } from './attempts.ts'
import type { KnownUser } from './credentials.ts'

const ISSUER = 'Padrón'
const STEP_SECONDS = 30
const SKEW_STEPS = 1
const SECRET_BYTES = 20
/** How long a right password waits for its code. */
export const CHALLENGE_SECONDS = 300

type Owner = { tenantId: number; userId: number }
type Named = Owner & { username: string }

export const factorOwner = ({ tenantId, userId }: Owner): string => `second-factor ${tenantId} ${userId}`

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

// Without those that are mistaken for each other: 0 and O, 1 and I and L.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LETTERS = 12

const newCode = (): string => {
  const letters = Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}
const bareCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: STEP_SECONDS })

/** Begins the set-up, or begins it anew; a factor that is in use stays. @returns what the application reads */
export const beginFactor = async (
  tx: Tx,
  secrets: Secrets,
  { tenantId, userId, username }: Named,
): Promise<{ secret: string; uri: string } | undefined> => {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const sealed = seal(secrets, factorOwner({ tenantId, userId }), secret)
  const { numAffectedRows } = await sql`
    insert into second_factor (tenant_id, user_id, secret)
    values (${tenantId}, ${userId}, ${sealed})
    on conflict (tenant_id, user_id) do update set secret = excluded.secret, created_at = now(), last_step = 0
    where second_factor.confirmed_at is null`.execute(tx)
  return numAffectedRows ? { secret, uri: totpOf(secret, username).toString() } : undefined
}

type StoredFactor = { secret: string; lastStep: number; confirmed: boolean }

const readFactor = async (tx: Tx, { tenantId, userId }: Owner): Promise<StoredFactor | undefined> => {
  const { rows } = await sql<StoredFactor>`
    select secret, last_step::float8 as "lastStep", confirmed_at is not null as confirmed
    from second_factor
    where tenant_id = ${tenantId} and user_id = ${userId}
    for update`.execute(tx)
  return rows[0]
}

/** @returns whether the application's code is right, and was not used before */
const takeCode = async (tx: Tx, secrets: Secrets, owner: Owner, code: string, now: Date): Promise<boolean> => {
  const stored = await readFactor(tx, owner)
  const secret = stored && openSealed(secrets, factorOwner(owner), stored.secret)
  if (!stored || secret === undefined) return false
  const delta = totpOf(secret, '').validate({ token: code, window: SKEW_STEPS, timestamp: now.getTime() })
  if (delta === null) return false
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta
  if (step <= stored.lastStep) return false
  await sql`
    update second_factor set last_step = ${step}
    where tenant_id = ${owner.tenantId} and user_id = ${owner.userId}`.execute(tx)
  return true
}

const takeRecoveryCode = async (tx: Tx, { tenantId, userId }: Owner, code: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update recovery_code set used_at = now()
    where tenant_id = ${tenantId} and user_id = ${userId} and code_hash = ${digest(code)} and used_at is null`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** A code of the application, or one of recovery; used up where it is right. */
const takeAnyCode = (tx: Tx, secrets: Secrets, owner: Owner, typed: string, now: Date): Promise<boolean> => {
  const code = bareCode(typed)
  return /^\d{6}$/.test(code) ? takeCode(tx, secrets, owner, code, now) : takeRecoveryCode(tx, owner, code)
}

/** New recovery codes in place of the former ones. They are shown once. */
export const replaceRecoveryCodes = async (tx: Tx, { tenantId, userId }: Owner): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  const hashes = codes.map((code) => digest(bareCode(code)))
  await sql`delete from recovery_code where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  await sql`
    insert into recovery_code (tenant_id, user_id, code_hash)
    select ${tenantId}, ${userId}, unnest(${hashes}::bytea[])`.execute(tx)
  return codes
}

/** Ends the set-up. @returns the recovery codes; undefined where the code is wrong */
export const confirmFactor = async (
  tx: Tx,
  secrets: Secrets,
  owner: Named,
  { code, now, mails }: { code: string; now: Date; mails: boolean },
): Promise<string[] | undefined> => {
  const stored = await readFactor(tx, owner)
  if (!stored || stored.confirmed || !(await takeCode(tx, secrets, owner, bareCode(code), now))) return undefined
  await sql`
    update second_factor set confirmed_at = ${now.toISOString()}
    where tenant_id = ${owner.tenantId} and user_id = ${owner.userId}`.execute(tx)
  await recordFactor(tx, owner, { isActive: true, mails })
  return replaceRecoveryCodes(tx, owner)
}

/** With its recovery codes and remembered devices; in the record of activity. @returns whether there was one */
export const removeFactor = async (tx: Tx, user: Named, mails: boolean): Promise<boolean> => {
  const { tenantId, userId } = user
  const { rows } = await sql<{ confirmed: boolean }>`
    delete from second_factor
    where tenant_id = ${tenantId} and user_id = ${userId}
    returning confirmed_at is not null as confirmed`.execute(tx)
  if (!rows[0]?.confirmed) return false
  await recordFactor(tx, user, { isActive: false, mails })
  return true
}

/** In the record of activity, and to the user, where they have an address: it may not have been them. */
const recordFactor = async (
  tx: Tx,
  { tenantId, userId, username }: Named,
  { isActive, mails }: { isActive: boolean; mails: boolean },
): Promise<void> => {
  const changes = JSON.stringify({ second_factor: [!isActive, isActive] })
  await sql`
    select record_activity(${tenantId}, 'user', ${userId}, ${username}, 'update', ${changes}::jsonb)`.execute(tx)
  const { rows } = await sql<{ email: string; company: string }>`
    select u.email, c.company_name as company
    from app_user u
    join company c on c.tenant_id = u.tenant_id
    where u.tenant_id = ${tenantId} and u.user_id = ${userId} and u.email is not null`.execute(tx)
  for (const { email, company } of rows)
    await writeMails(
      tx,
      { configured: mails },
      {
        kind: 'account factor',
        subjectId: randomUUID(),
        recipients: [email],
        content: factorChangedEmail({ username, company }, isActive),
        tenantId,
      },
    )
}

export const hasFactor = async (tx: Tx, { tenantId, userId }: Owner): Promise<boolean> => {
  const { rows } = await sql`
    select from second_factor
    where tenant_id = ${tenantId} and user_id = ${userId} and confirmed_at is not null`.execute(tx)
  return rows.length > 0
}

/** Whether the user may not be without one. */
export const requiresFactor = async (tx: Tx, session: Pick<Session, 'tenantId' | 'userId' | 'roles'>) => {
  const { rows } = await sql<{ ofAdmins: boolean; ofProfile: boolean }>`
    select c.admins_need_factor as "ofAdmins", p.requires_factor is true as "ofProfile"
    from app_user u
    join company c on c.tenant_id = u.tenant_id
    left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id
    where u.tenant_id = ${session.tenantId} and u.user_id = ${session.userId}`.execute(tx)
  const { ofAdmins = false, ofProfile = false } = rows[0] ?? {}
  return { ofAdmins, ofUser: ofProfile || (ofAdmins && session.roles.has('users_admin')) }
}

/** Of the limits of sign-in. */
export const factorAttempts = (username: string): string => `${username} second factor`

/**
 * A right password waits for its code.
 * @param device of a browser that gave a code before; empty: of none
 * @returns the challenge's token; undefined where no code is needed
 */
export const challengeFor = (
  db: Db,
  { tenantId, userId, passwordHash }: KnownUser,
  device: string,
): Promise<string | undefined> =>
  asSystem(db, async (tx) => {
    const token = newToken()
    const { numAffectedRows } = await sql`
      insert into sign_in_challenge (tenant_id, challenge_hash, user_id, password_digest, expires_at)
      select tenant_id, ${tokenHash(token)}, user_id, ${digest(passwordHash)},
        now() + make_interval(secs => ${CHALLENGE_SECONDS})
      from second_factor f
      where tenant_id = ${tenantId} and user_id = ${userId} and confirmed_at is not null and not exists (
        select from known_device d
        where d.tenant_id = f.tenant_id and d.user_id = f.user_id and d.device_hash = ${digest(device)}
          and d.password_digest = ${digest(passwordHash)} and d.expires_at > now())`.execute(tx)
    return numAffectedRows === 1n ? token : undefined
  })

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

/** The oldest makes room. @returns the device's token */
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
    values (${tenantId}, ${digest(token)}, ${userId}, ${passwordDigest}, ${agent},
      now() + make_interval(days => ${DEVICE_DAYS}))`.execute(tx)
  return token
}

/** @returns how many there were */
export const forgetDevices = async (tx: Tx, { tenantId, userId }: Owner): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from known_device where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

type Answer = { token: string; code: string; address: string; now: Date }
export type ChallengeVerdict =
  | { is: 'known'; user: KnownUser; device: string | undefined }
  | { is: 'wrong'; user: KnownUser }
  | { is: 'ended' }
  | { is: 'locked'; seconds: number }

/** `ended`: the password has to be given again. */
export const answerChallenge = async (
  db: Db,
  secrets: Secrets,
  { token, code, address, now, remember }: Answer & { remember?: { agent: string } | undefined },
): Promise<ChallengeVerdict> => {
  const user = await findChallenge(db, token)
  if (!user?.passwordDigest.equals(digest(user.passwordHash))) return { is: 'ended' }
  const tried = await admit(db, factorAttempts(user.username), address)
  if ('seconds' in tried) return { is: 'locked', seconds: tried.seconds }
  const right = await asSystem(db, async (tx) => {
    if (!(await takeAnyCode(tx, secrets, user, code, now))) return undefined
    await sql`delete from sign_in_challenge where challenge_hash = ${tokenHash(token)}`.execute(tx)
    return { device: remember && (await rememberDevice(tx, user, remember.agent)) }
  }).catch(async (error: unknown) => {
    await tried.withdraw().catch(() => undefined)
    throw error
  })
  if (!right) {
    await tried.failed()
    return { is: 'wrong', user }
  }
  await tried.succeeded()
  return { is: 'known', user, ...right }
}

/** Under the limits of sign-in: for a change of the factor itself. */
export const confirmCode = async (
  db: Db,
  secrets: Secrets,
  user: Named,
  { code, address, now }: Omit<Answer, 'token'>,
): Promise<'right' | 'wrong' | { seconds: number }> => {
  const tried = await admit(db, factorAttempts(user.username), address)
  if ('seconds' in tried) return tried
  const right = await asSystem(db, (tx) => takeAnyCode(tx, secrets, user, code, now))
  await (right ? tried.succeeded() : tried.failed())
  return right ? 'right' : 'wrong'
}
