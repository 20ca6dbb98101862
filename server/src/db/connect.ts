// How the server reaches the database: an address per role, and pools per role and purpose. Work on them is client.ts's.
import pg from 'pg'
import { watchPools } from '../metrics/pools.ts'
import type { Db } from './client.ts'
import { createWriteLimiter } from './write-limiter.ts'

/**
 * Where each role connects. Embedded: a login per role. A server: one login that takes the role on.
 * `place`: the installation's name among several, where its companies may move to another.
 */
export type Address = {
  connectionString: string
  role: 'padron_app' | 'padron_system' | null
  place?: string | undefined
}
export type AddressOf = (role: 'padron_app' | 'padron_system' | 'padron_owner') => Address

const { types } = pg
types.setTypeParser(20, Number) // bigint: every id of ours is below 2^53
types.setTypeParser(1082, (text) => text) // date: yyyy-mm-dd
types.setTypeParser(1184, (text) => text.replace(' ', 'T').replace(/\+00$/, 'Z')) // timestamptz in UTC, as ISO 8601

/** How long a statement may take, and how long it may wait for a lock. */
type Limits = { statementMs: number; lockMs: number }

/** A transaction that asks nothing for so long is a process that hangs: it must hold neither locks nor vacuum up. */
const IDLE_IN_TRANSACTION_MS = 60_000

const options = ({ role }: Address, { statementMs, lockMs }: Limits, parallel: boolean) =>
  [
    `-c timezone=UTC -c statement_timeout=${statementMs} -c lock_timeout=${lockMs}`,
    `-c idle_in_transaction_session_timeout=${Math.max(IDLE_IN_TRANSACTION_MS, statementMs)}`,
    ...(parallel ? [] : ['-c max_parallel_workers_per_gather=0']), // one query must not use every core
    ...(role ? [`-c role=${role}`] : []),
  ].join(' ')

/** By which other processes know this one among the server's connections. */
export const applicationName = ({ place }: Pick<Address, 'place'>): string =>
  `padron:${process.pid}${place === undefined ? '' : `:${place}`}`

const pool = (address: Address, max: number, limits: Limits, pipeline: boolean, connectTimeoutMs = 10_000): pg.Pool => {
  const newPool = new pg.Pool({
    connectionString: address.connectionString,
    options: options(address, limits, !pipeline),
    application_name: applicationName(address),
    max,
    pipeline,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
  } as pg.PoolConfig)
  newPool.on('error', () => undefined) // an idle connection lost: the next query opens another
  newPool.on('connect', (client) => client.on('error', () => undefined)) // one in use: its query has failed already
  return newPool
}

/** Checks of workbooks at once in a process: as many as are taken in at once, each with a thread of its own. */
export const CHECKS_AT_ONCE = 4

const CONNECTIONS = 10
/** Connections of `app` that writers leave to readers. */
const FOR_READERS = 3
/** A user’s call does not wait longer than this for a lock; a job does. */
const USER_LOCK_MS = 1_500
const limit = (ms: number): Limits => ({ statementMs: ms, lockMs: ms })

/**
 * @param addressOf how each role connects; `app` and `system` pipeline, `bulk` and `checks` do not because COPY may
 * not.
 * @param connections of `app`
 */
export const connect = (addressOf: AddressOf, connections = CONNECTIONS, purpose?: 'jobs'): Db => {
  const app = pool(
    addressOf('padron_app'),
    connections,
    { statementMs: 5_000, lockMs: purpose ? 5_000 : USER_LOCK_MS },
    true,
  )
  const system = pool(addressOf('padron_system'), 10, limit(30_000), true)
  const bulk = pool(addressOf('padron_app'), 4, limit(300_000), false)
  const checks = pool(addressOf('padron_app'), CHECKS_AT_ONCE, limit(300_000), false)
  const named = Object.entries({ app, system, bulk, checks }).map(([name, each]) => [
    purpose ? `${purpose}-${name}` : name,
    each,
  ])
  const unwatch = watchPools(Object.fromEntries(named))
  const close = async () => {
    unwatch()
    await Promise.all([app, system, bulk, checks].map((each) => each.end()))
  }
  const writeLimiter = createWriteLimiter(Math.max(1, connections - FOR_READERS))
  return { app, system, bulk, checks, writeLimiter, movable: addressOf('padron_app').place !== undefined, close }
}

/** For what only reads, of a server that may be away: who finds none soon goes elsewhere. */
export const readingPool = (address: Address, max = CONNECTIONS): pg.Pool =>
  pool(address, max, limit(5_000), true, 1_000)

/** A connection of its own, for what is held as long as a process lives: it is in nobody's way. */
export const ownConnection = async (
  addressOf: AddressOf,
  role: Parameters<AddressOf>[0] = 'padron_app',
  timeoutMs = 30_000,
): Promise<pg.Client> => {
  const address = addressOf(role)
  const client = new pg.Client({
    connectionString: address.connectionString,
    options: options(address, limit(timeoutMs), false),
    application_name: applicationName(address),
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined) // lost: its next query fails
  await client.connect()
  return client
}
