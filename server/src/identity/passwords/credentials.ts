// Checks a user name and password, with the same steps and the same time whether the user exists or not. Sign-in and
// the acceptance of the terms both use it, so neither avoids the other's limits.
import { WRONG_PASSWORD } from '@padron/contract/account'
import { SEAL_TEXTS, SESSION_TEXTS, type SealUse } from '@padron/contract/session'
import { asSystem, type Db } from '../../db/client.ts'
import { HttpProblem } from '../../errors/http-problem.ts'
import { typedUsername } from '../accounts/username.ts'
import { admit } from './attempts.ts'
import type { OpenedPassword, PasswordStep } from './password-keys.ts'
import { dummyHash, hashPassword, isDated, verifyPassword } from './passwords.ts'

export type KnownUser = {
  tenantId: number
  userId: number
  username: string
  termsVersion: string | null
  /** The hash that matched the password: the result is valid only while this hash is still stored. */
  passwordHash: string
}
export type Verdict = { is: 'known'; user: KnownUser } | { is: 'wrong' } | { is: 'locked'; seconds: number }

const findUser = (db: Db, username: string) =>
  asSystem(db, (tx) =>
    tx
      .selectFrom('app_user as u')
      .innerJoin('company as c', 'c.tenant_id', 'u.tenant_id')
      .select(['u.tenant_id', 'u.user_id', 'u.username', 'u.password_hash', 'u.terms_version'])
      .where('u.username', '=', username)
      .where('u.active', '=', true)
      .where('c.suspended_at', 'is', null)
      .executeTakeFirst(),
  )

export const wrongPassword = () => new HttpProblem(422, WRONG_PASSWORD, [{ path: 'current', message: WRONG_PASSWORD }])

export type Credentials = {
  username: string
  sealed: string
  /** The use that the sealed password must name. */
  use: SealUse
  address: string
  /** The browser's user agent. */
  agent: string
  now: Date
}

type Stored = { tenant_id: number; user_id: number; username: string; password_hash: string }

/**
 * Replaces the hash with one of today's parameters. If the stored hash changed meanwhile (another sign-in renewed it,
 * or the password was changed), the stored one counts.
 * @returns the stored hash, if the password matches it
 */
const renewHash = async (db: Db, user: Stored, password: string): Promise<string | undefined> => {
  const password_hash = await hashPassword(password)
  const { numUpdatedRows } = await asSystem(db, (tx) =>
    tx
      .updateTable('app_user')
      .set({ password_hash })
      .where('tenant_id', '=', user.tenant_id)
      .where('user_id', '=', user.user_id)
      .where('password_hash', '=', user.password_hash)
      .executeTakeFirst(),
  )
  if (numUpdatedRows > 0n) return password_hash
  const stored = (await findUser(db, user.username))?.password_hash
  return stored && (await verifyPassword(password, stored)) ? stored : undefined
}

export const recordFailure = (db: Db, at: { tenant_id: number; user_id: number; address: string; agent: string }) =>
  asSystem(db, (tx) =>
    tx
      .insertInto('sign_in')
      .values({ ...at, succeeded: false })
      .execute(),
  )

/**
 * A sealed password is accepted once; only a correct one is recorded as used.
 * @throws HttpProblem 400 for a repeated one: it is no guess, but the same password sent again after a lost answer. The
 * reply does not reveal whether it is correct; if its first use is recorded, it is not even compared.
 */
const comparePassword = async (
  lookup: Promise<readonly [Awaited<ReturnType<typeof findUser>>, OpenedPassword | undefined]>,
) => {
  const [user, opened] = await lookup
  if (await opened?.isUsed()) throw new HttpProblem(400, SEAL_TEXTS.repeated)
  const fits = await verifyPassword(opened?.password ?? '', user?.password_hash ?? (await dummyHash))
  const right = fits && opened !== undefined
  if (right && !(await opened.use())) throw new HttpProblem(400, SEAL_TEXTS.repeated)
  return { user, password: opened?.password, right }
}

export const checkCredentials = async (
  db: Db,
  step: PasswordStep,
  { username, sealed, use, address, agent, now }: Credentials,
): Promise<Verdict> => {
  const name = typedUsername(username)
  const admitted = admit(db, name, address)
  const lookup = Promise.all([findUser(db, name), step.open(sealed, { username: name, use }, now)])
  // Waits for both even if one fails: a counted try must be ended.
  await Promise.allSettled([admitted, lookup])
  const tried = await admitted
  if ('seconds' in tried) return { is: 'locked', seconds: tried.seconds }
  const { user, password, right } = await comparePassword(lookup).catch(async (error: unknown) => {
    // The password was not compared: a repeat, too many at once, or a failed database. In the last case this may fail
    // too; the first error is the one to report.
    await tried.withdraw().catch(() => undefined)
    throw error
  })
  if (!right || !user || password === undefined) {
    // The answer does not wait for it: a later answer for existing users would reveal them.
    if (user)
      void recordFailure(db, { tenant_id: user.tenant_id, user_id: user.user_id, address, agent }).catch(
        () => undefined,
      )
    await tried.failed()
    return { is: 'wrong' }
  }
  await tried.succeeded()
  const passwordHash = isDated(user.password_hash) ? await renewHash(db, user, password) : user.password_hash
  if (!passwordHash) return { is: 'wrong' }
  const { tenant_id: tenantId, user_id: userId, terms_version: termsVersion } = user
  return { is: 'known', user: { tenantId, userId, username: user.username, termsVersion, passwordHash } }
}

/**
 * Checks the user's password again, from the field `current`, for actions that a session alone does not allow. The
 * limits of sign-in apply. @throws HttpProblem if it is wrong, or was wrong too often
 */
export const confirmPassword = async (
  db: Db,
  step: PasswordStep,
  given: Omit<Credentials, 'use'>,
): Promise<KnownUser> => {
  const verdict = await checkCredentials(db, step, { ...given, use: 'current-password' })
  if (verdict.is === 'known') return verdict.user
  if (verdict.is === 'locked')
    throw new HttpProblem(429, SESSION_TEXTS.locked, undefined, { 'retry-after': String(verdict.seconds) })
  throw wrongPassword()
}
