// Failed sign-ins, counted in the database so that a restart forgets nothing and two processes agree. A user at an
// address waits a minute after five failures, then twice as long each time; an address, after thirty.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'

const LIMITS = { user: 5, address: 30 } as const
const FIRST_WAIT_SECONDS = 60
const LONGEST_WAIT_SECONDS = 3600
const FORGET_AFTER = '1 day'

const keyOf = (kind: keyof typeof LIMITS, value: string) =>
  `${kind}:${createHash('sha256').update(value).digest('base64url')}`
const keysOf = (username: string, address: string) => [
  { key: keyOf('user', `${username}@${address}`), limit: LIMITS.user },
  { key: keyOf('address', address), limit: LIMITS.address },
]

/** Seconds still to wait, or 0. */
export const lockedFor = async (db: Db, username: string, address: string): Promise<number> => {
  const keys = keysOf(username, address).map(({ key }) => key)
  const row = await asSystem(db, (tx) =>
    tx
      .selectFrom('sign_in_attempt')
      .select(sql<number>`ceil(extract(epoch from max(locked_until) - now()))::int`.as('seconds'))
      .where('attempt_key', 'in', keys)
      .executeTakeFirst(),
  )
  return Math.max(0, row?.seconds ?? 0)
}

/** Counts a failure; the count and the wait are one statement, so parallel guesses cannot outrun it. */
export const countFailure = (db: Db, username: string, address: string): Promise<void> =>
  asSystem(db, async (tx) => {
    for (const { key, limit } of keysOf(username, address)) {
      await sql`
        insert into sign_in_attempt as a (attempt_key, failures, last_failure) values (${key}, 1, now())
        on conflict (attempt_key) do update set
          failures = case when a.last_failure < now() - ${FORGET_AFTER}::interval then 1 else a.failures + 1 end,
          last_failure = now(),
          locked_until = case when a.last_failure >= now() - ${FORGET_AFTER}::interval and a.failures + 1 >= ${limit}
            then now() + make_interval(secs => least(${LONGEST_WAIT_SECONDS},
              ${FIRST_WAIT_SECONDS} * power(2, least(20, a.failures + 1 - ${limit}))))
            else null end`.execute(tx)
    }
  })

/** A success forgives the user at that address; the address's own count stays, or one account would wash the others. */
export const forgive = (db: Db, username: string, address: string): Promise<void> =>
  asSystem(db, async (tx) => {
    await tx
      .deleteFrom('sign_in_attempt')
      .where('attempt_key', '=', keyOf('user', `${username}@${address}`))
      .execute()
  })
