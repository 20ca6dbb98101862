// One answer to "is this user who they say": the same steps and the same time whether the user exists or not. Sign-in and
// the acceptance of the terms both come through here, so neither is a way around the other's limits.
import { asSystem, type Db } from '../db/client.ts'
import { admit, forgive } from './attempts.ts'
import type { PasswordStep } from './password-keys.ts'
import { dummyHash, hashPassword, isDated, verifyPassword } from './passwords.ts'

export type KnownUser = { tenantId: number; userId: number; username: string; termsVersion: string | null }
export type Verdict = { is: 'known'; user: KnownUser } | { is: 'wrong' } | { is: 'locked'; seconds: number }

/** As user names are stored: NFC, because ñ has two spellings, and lower case. */
export const asUsername = (text: string): string => text.trim().normalize('NFC').toLowerCase()

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

export type Credentials = {
  username: string
  sealed: string
  address: string
  /** The browser, as it calls itself. */
  agent: string
  now: Date
}

const renewHash = async (db: Db, user: { tenant_id: number; user_id: number }, password: string): Promise<void> => {
  const password_hash = await hashPassword(password)
  await asSystem(db, (tx) =>
    tx
      .updateTable('app_user')
      .set({ password_hash })
      .where('tenant_id', '=', user.tenant_id)
      .where('user_id', '=', user.user_id)
      .execute(),
  )
}

const recordFailure = (db: Db, at: { tenant_id: number; user_id: number; address: string; agent: string }) =>
  asSystem(db, (tx) =>
    tx
      .insertInto('sign_in')
      .values({ ...at, succeeded: false })
      .execute(),
  )

export const checkCredentials = async (
  db: Db,
  step: PasswordStep,
  { username, sealed, address, agent, now }: Credentials,
): Promise<Verdict> => {
  const name = asUsername(username)
  const [seconds, user, password] = await Promise.all([
    admit(db, name, address),
    findUser(db, name),
    step.open(sealed, now),
  ])
  if (seconds > 0) return { is: 'locked', seconds }
  const right = await verifyPassword(password ?? '', user?.password_hash ?? (await dummyHash))
  if (!right || !user || password === undefined) {
    // Not waited for: an answer that came later for users who exist would tell them apart.
    if (user)
      void recordFailure(db, { tenant_id: user.tenant_id, user_id: user.user_id, address, agent }).catch(
        () => undefined,
      )
    return { is: 'wrong' }
  }
  await forgive(db, name, address)
  if (isDated(user.password_hash)) await renewHash(db, user, password)
  return {
    is: 'known',
    user: { tenantId: user.tenant_id, userId: user.user_id, username: user.username, termsVersion: user.terms_version },
  }
}
