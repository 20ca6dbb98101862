// Failed sign-ins, counted in the database so that a restart forgets nothing and processes agree. Three counts: a user at
// an address, a user anywhere, an address. Past its limit a count locks for a minute, then twice as long with each further
// try; a quarter of an hour without a failure forgets it. A user's own count does not lock out an address from which that
// user signed in before, so that a stranger cannot keep an administrator out.
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../db/client.ts'

const LIMITS = { pair: 5, user: 30, address: 100 } as const
const FIRST_WAIT_SECONDS = 60
const LONGEST_WAIT_SECONDS = 3600
const WINDOW = '15 minutes'

type Kind = keyof typeof LIMITS | 'known'
type Count = { kind: keyof typeof LIMITS; key: string }

const keyOf = (kind: Kind, value: string) => `${kind}:${createHash('sha256').update(value).digest('base64url')}`

/** One household or office has one IPv4 address or one IPv6 network of 64 bits. */
const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const groups = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}

const countsOf = (username: string, address: string): Count[] => {
  const network = networkOf(address)
  const counts: Count[] = [
    { kind: 'pair', key: keyOf('pair', `${username}@${network}`) },
    { kind: 'user', key: keyOf('user', username) },
    { kind: 'address', key: keyOf('address', network) },
  ]
  return counts.toSorted((a, b) => (a.key < b.key ? -1 : 1)) // one order for all: no deadlock
}
const knownKey = (username: string, address: string) => keyOf('known', `${username}@${networkOf(address)}`)

/**
 * Counts a try before it is looked at, so that guesses sent together cannot outrun the count; the try that reaches the
 * limit is still looked at and locks the next. One statement: the row's lock orders them.
 */
const count = async (tx: Tx, { kind, key }: Count): Promise<number> => {
  const limit = LIMITS[kind]
  const { rows } = await sql<{ seconds: number }>`
    insert into sign_in_attempt as a (attempt_key, failures) values (${key}, 1)
    on conflict (attempt_key) do update set
      refused = coalesce(a.locked_until > now(), false),
      failures = case when a.locked_until > now() then a.failures
        when greatest(a.last_failure, a.locked_until) < now() - ${WINDOW}::interval then 1 else a.failures + 1 end,
      last_failure = case when a.locked_until > now() then a.last_failure else now() end,
      locked_until = case when a.locked_until > now() then a.locked_until
        when greatest(a.last_failure, a.locked_until) < now() - ${WINDOW}::interval then null
        when a.failures + 1 >= ${limit}::int then now() + make_interval(secs => least(${LONGEST_WAIT_SECONDS}::int,
          ${FIRST_WAIT_SECONDS}::int * power(2, least(20, a.failures + 1 - ${limit}::int)))) end
    returning case when refused then greatest(1, ceil(extract(epoch from locked_until - now())))::int else 0 end as seconds`.execute(
    tx,
  )
  return rows[0]?.seconds ?? 0
}

/** A count lost with the machine's power is no harm: nobody waits for the disk. Ending a process loses none. */
const quickly = (tx: Tx) => sql`set local synchronous_commit = off`.execute(tx)

/** Counts the try. @returns seconds to wait where it may not be looked at, else 0 */
export const admit = (db: Db, username: string, address: string): Promise<number> =>
  asSystem(db, async (tx) => {
    const known = tx
      .selectFrom('sign_in_attempt')
      .select('attempt_key')
      .where('attempt_key', '=', knownKey(username, address))
      .executeTakeFirst()
    const counts = countsOf(username, address)
    // Sent together, done in this order.
    const [, isKnown, ...seconds] = await Promise.all([quickly(tx), known, ...counts.map((each) => count(tx, each))])
    return Math.max(...seconds.map((each, i) => (isKnown && counts[i]?.kind === 'user' ? 0 : each)))
  })

/**
 * A success takes its own try back, forgives the user at that address, and remembers the address as the user's. During a
 * lock its try was not counted: taking one back would let a guesser in each time the user signs in.
 */
export const forgive = (db: Db, username: string, address: string): Promise<void> =>
  asSystem(db, async (tx) => {
    const forgiven = countsOf(username, address).map(({ kind, key }) =>
      kind === 'pair'
        ? tx.deleteFrom('sign_in_attempt').where('attempt_key', '=', key).execute()
        : sql`update sign_in_attempt set failures = greatest(0, failures - 1),
            locked_until = case when failures - 1 < ${LIMITS[kind]}::int then null else locked_until end
          where attempt_key = ${key} and not refused`.execute(tx),
    )
    const remembered =
      sql`insert into sign_in_attempt (attempt_key, failures) values (${knownKey(username, address)}, 0)
      on conflict (attempt_key) do update set last_failure = now()`.execute(tx)
    await Promise.all([quickly(tx), ...forgiven, remembered])
  })

/** What was counted against the user anywhere is forgotten: an administrator gave them a new password. */
export const forgiveUser = (db: Db, username: string): Promise<unknown> =>
  asSystem(db, (tx) => tx.deleteFrom('sign_in_attempt').where('attempt_key', '=', keyOf('user', username)).execute())
