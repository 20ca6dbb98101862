// Failed sign-ins, counted in the database so that a restart forgets nothing and processes agree. Three counts: a
// user at an address, an address, a user anywhere. Past its limit a count locks for a minute, then twice as long with
// each further try; a quarter of an hour without a failure forgets it. The last two do not lock out an address from
// which that user signed in before: neither a stranger nor a colleague can keep an administrator out.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import { networkOf } from '../../http/access/origin.ts'

/**
 * `recovery`: recoveries that an address requests, for any user. `company`: sign-ins by a company's provider that an
 * address starts; the limit allows a whole office at once.
 */
const LIMITS = { pair: 5, address: 100, user: 10, recovery: 20, company: 300 } as const
const FIRST_WAIT_SECONDS = 60
const LONGEST_WAIT_SECONDS = 3600
const WINDOW = '15 minutes'

type Kind = keyof typeof LIMITS
type Count = { kind: Kind; key: string }

const digest = (value: string) => createHash('sha256').update(value).digest('base64url')

const pairKey = (username: string) => `pair:${digest(username)}:`
const knownKey = (username: string, network: string) => `known:${digest(`${username}@${network}`)}`

/** The counts in the order of their locks, the same for every try: this prevents deadlocks. */
const countsOf = (username: string, network: string): Count[] => [
  { kind: 'pair', key: pairKey(username) + digest(network) },
  { kind: 'address', key: `address:${digest(network)}` },
  { kind: 'user', key: `user:${digest(username)}` },
]

/**
 * Counts a try before it is checked, so that guesses sent together cannot outrun the count. The try that reaches the
 * limit is still checked and locks the next. One statement: the row's lock orders simultaneous tries.
 * @returns seconds to wait if the count is locked; the try is not counted then
 */
const count = async (tx: Tx, { kind, key }: Count): Promise<number> => {
  const limit = LIMITS[kind]
  const { rows } = await sql<{ seconds: number }>`
    insert into sign_in_attempt as a (attempt_key, failures) values (${key}, 1)
    on conflict (attempt_key) do update set
      refused = coalesce(a.locked_until > now(), false),
      failures = case when a.locked_until > now() then a.failures
        when greatest(a.last_failure, a.locked_until) < now() - ${WINDOW}::interval then 1 else a.failures + 1 end,
      last_failure = case when a.locked_until > now() then a.last_failure
        when greatest(a.last_failure, a.locked_until) < now() - ${WINDOW}::interval then now() else a.last_failure end,
      locked_until = case when a.locked_until > now() then a.locked_until
        when greatest(a.last_failure, a.locked_until) < now() - ${WINDOW}::interval then null
        when a.failures + 1 >= ${limit}::int then now() + make_interval(secs => least(${LONGEST_WAIT_SECONDS}::int,
          ${FIRST_WAIT_SECONDS}::int * power(2, least(20, a.failures + 1 - ${limit}::int)))) end
    returning case
      when refused then greatest(1, ceil(extract(epoch from locked_until - now())))::int
      else 0 end as seconds`.execute(tx)
  return rows[0]?.seconds ?? 0
}

/** Does not wait for the disk: only a power failure loses a count, which does no harm. */
const quickly = (tx: Tx) => sql`set local synchronous_commit = off`.execute(tx)

/** An attempt that may be checked. The caller must call exactly one of the three functions when the result is known. */
export type SignInAttempt = {
  /** Wrong: it stays counted. */
  failed: () => Promise<void>
  /**
   * Right: this and every failure of this user at this address are deleted, and the address becomes a known one of the
   * user.
   */
  succeeded: () => Promise<void>
  /** Not checked: the attempt is no longer counted. */
  withdraw: () => Promise<void>
}

const withdrawCounts = async (tx: Tx, counted: readonly Count[]): Promise<void> => {
  for (const { kind, key } of counted) {
    await sql`update sign_in_attempt set failures = greatest(0, failures - 1),
        locked_until = case when failures - 1 < ${LIMITS[kind]}::int then null else locked_until end
      where attempt_key = ${key}`.execute(tx)
  }
}

const attemptOf = (db: Db, counted: readonly Count[], known: string): SignInAttempt => ({
  failed: () =>
    asSystem(db, async (tx) => {
      const updates = counted.map(({ key }) =>
        sql`update sign_in_attempt set last_failure = now() where attempt_key = ${key}`.execute(tx),
      )
      await Promise.all([quickly(tx), ...updates])
    }),
  withdraw: () => asSystem(db, (tx) => withdrawCounts(tx, counted)),
  succeeded: () =>
    asSystem(db, async (tx) => {
      const [pair, ...others] = counted
      const done = [
        quickly(tx),
        sql`delete from sign_in_attempt where attempt_key = ${pair?.key ?? ''}`.execute(tx),
        withdrawCounts(tx, others),
        sql`insert into sign_in_attempt (attempt_key, failures) values (${known}, 0)
            on conflict (attempt_key) do update set last_failure = now()`.execute(tx),
      ]
      await Promise.all(done)
    }),
})

/** Counts the attempt. @returns the functions that end it, or the seconds to wait if it may not be checked */
export const admit = (db: Db, username: string, address: string): Promise<SignInAttempt | { seconds: number }> =>
  asSystem(db, async (tx) => {
    const network = networkOf(address)
    const known = knownKey(username, network)
    const find = tx
      .selectFrom('sign_in_attempt')
      .select('attempt_key')
      .where('attempt_key', '=', known)
      .executeTakeFirst()
    const [, isKnown] = await Promise.all([quickly(tx), find])
    const counted: Count[] = []
    for (const each of countsOf(username, network)) {
      const seconds = await count(tx, each)
      if (seconds === 0) counted.push(each)
      // A try that one count refuses adds to no other: a program that repeats an old password does not lock the office.
      else if (each.kind === 'pair' || !isKnown) {
        await withdrawCounts(tx, counted)
        return { seconds }
      }
    }
    return attemptOf(db, counted, known)
  })

/** Deletes the user's counts at every address, after an administrator gave them a new password. */
export const forgiveUser = (db: Db, username: string): Promise<unknown> =>
  asSystem(db, (tx) =>
    sql`
      delete from sign_in_attempt
      where attempt_key = ${`user:${digest(username)}`} or starts_with(attempt_key, ${pairKey(username)})`.execute(tx),
  )

/** Counts a request without a password by address. @returns seconds to wait if there were too many */
export const countRequest = (db: Db, kind: 'recovery' | 'company', address: string): Promise<number> =>
  asSystem(db, async (tx) => {
    await quickly(tx)
    return count(tx, { kind, key: `${kind}:${digest(networkOf(address))}` })
  })
