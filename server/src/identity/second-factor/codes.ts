// The codes of a second factor: from an application on the user's phone (RFC 6238: 6 digits, 30 seconds, one step of
// clock skew either way), and ten recovery codes. Each code is accepted once.
import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@padron/contract/account'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Tx } from '../../db/client.ts'
import { openSealed, type Secrets, seal } from '../../secrets/sealing.ts'
import { sha256 } from '../../secrets/tokens.ts'

const ISSUER = 'Padrón'
const STEP_SECONDS = 30
const SKEW_STEPS = 1
const SECRET_BYTES = 20

export type Owner = { tenantId: number; userId: number }
export type Named = Owner & { username: string }

const factorOwner = ({ tenantId, userId }: Owner): string => `second-factor ${tenantId} ${userId}`

// Omits letters and digits that look alike: 0 and O; 1, I and L.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LETTERS = 12

const newCode = (): string => {
  const letters = Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}
const bareCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: STEP_SECONDS })

/** Starts the set-up, or restarts it; an application in use stays. @returns the data that the application reads */
export const beginApplication = async (
  tx: Tx,
  secrets: Secrets,
  { tenantId, userId, username }: Named,
): Promise<{ secret: string; uri: string } | undefined> => {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const sealed = seal(secrets, factorOwner({ tenantId, userId }), secret)
  const { numAffectedRows } = await sql`
    insert into second_factor (tenant_id, user_id, secret)
    values (${tenantId}, ${userId}, ${sealed})
    on conflict (tenant_id, user_id) do update set secret = excluded.secret
    where second_factor.last_step = 0`.execute(tx)
  return numAffectedRows ? { secret, uri: totpOf(secret, username).toString() } : undefined
}

/**
 * @param isSetUp whether the application is in use; false: this is the code that ends its set-up
 * @returns whether its code is right, and was not used before
 */
export const takeApplicationCode = async (
  tx: Tx,
  secrets: Secrets,
  owner: Owner,
  { typed, now, isSetUp }: { typed: string; now: Date; isSetUp: boolean },
): Promise<boolean> => {
  const { rows } = await sql<{ secret: string; lastStep: number }>`
    select secret, last_step::float8 as "lastStep"
    from second_factor
    where tenant_id = ${owner.tenantId} and user_id = ${owner.userId} and secret is not null
      and (last_step > 0) = ${isSetUp}
    for update`.execute(tx)
  const [stored] = rows
  const secret = stored && openSealed(secrets, factorOwner(owner), stored.secret)
  if (!stored || secret === undefined) return false
  const token = bareCode(typed)
  const delta = totpOf(secret, '').validate({ token, window: SKEW_STEPS, timestamp: now.getTime() })
  if (delta === null) return false
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta
  if (step <= stored.lastStep) return false
  await sql`
    update second_factor set last_step = ${step}
    where tenant_id = ${owner.tenantId} and user_id = ${owner.userId}`.execute(tx)
  return true
}

/** @returns how many are left; undefined if the code is unknown or was used */
const takeRecoveryCode = async (tx: Tx, { tenantId, userId }: Owner, code: string): Promise<number | undefined> => {
  const { rows } = await sql<{ left: number }>`
    with used as (
      update recovery_code set used_at = now()
      where tenant_id = ${tenantId} and user_id = ${userId} and code_hash = ${sha256(code)} and used_at is null
      returning code_hash)
    select (select count(*)::int
      from recovery_code c
      where c.tenant_id = ${tenantId} and c.user_id = ${userId} and c.used_at is null
        and c.code_hash <> used.code_hash) as left
    from used`.execute(tx)
  return rows[0]?.left
}

/**
 * Checks a code of the application or a recovery code, and uses it up if it is right.
 * @returns undefined if it is wrong; for a recovery code, how many are left
 */
export const takeCode = async (
  tx: Tx,
  secrets: Secrets,
  owner: Owner,
  { typed, now }: { typed: string; now: Date },
): Promise<{ codesLeft?: number } | undefined> => {
  const code = bareCode(typed)
  if (/^\d{6}$/.test(code))
    return (await takeApplicationCode(tx, secrets, owner, { typed, now, isSetUp: true })) ? {} : undefined
  const codesLeft = await takeRecoveryCode(tx, owner, code)
  return codesLeft === undefined ? undefined : { codesLeft }
}

/** Replaces the recovery codes. The new ones are shown once. */
export const replaceRecoveryCodes = async (tx: Tx, { tenantId, userId }: Owner): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  const hashes = codes.map((code) => sha256(bareCode(code)))
  await sql`delete from recovery_code where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  await sql`
    insert into recovery_code (tenant_id, user_id, code_hash)
    select ${tenantId}, ${userId}, unnest(${hashes}::bytea[])`.execute(tx)
  return codes
}
