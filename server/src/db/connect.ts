// Connections to the database: an address per role, and pools per role and purpose. client.ts opens their transactions.
import pg from 'pg'
import { watchPools } from '../metrics/pools.ts'
import type { Db } from './client.ts'
import { createWriteLimiter } from './write-limiter.ts'

/**
 * The connection string of each role. Embedded: a login per role. A server: one login that assumes the role. `place`:
 * the installation's name among several, if its companies may move to another.
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

/** A transaction without a query for this long belongs to a hung process: it must not hold locks or delay vacuum. */
const IDLE_IN_TRANSACTION_MS = 60_000

const options = ({ role }: Address, { statementMs, lockMs }: Limits, parallel: boolean) =>
  [
    `-c timezone=UTC -c statement_timeout=${statementMs} -c lock_timeout=${lockMs}`,
    `-c idle_in_transaction_session_timeout=${Math.max(IDLE_IN_TRANSACTION_MS, statementMs)}`,
    ...(parallel ? [] : ['-c max_parallel_workers_per_gather=0']), // one query must not use every core
    ...(role ? [`-c role=${role}`] : []),
  ].join(' ')

/** The name by which other processes recognise this one in the server's list of connections. */
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
  newPool.on('error', () => undefined) // an idle connection was lost: the next query opens another
  // a connection in use was lost: its query has already failed
  newPool.on('connect', (client) => client.on('error', () => undefined))
  return newPool
}

/**
 * Workbooks that a process validates at once, each with its own thread; as many as uploads that are accepted at once.
 */
export const WORKBOOKS_AT_ONCE = 4

const CONNECTIONS = 10
/** Connections of `app` that writers leave to readers. */
const FOR_READERS = 3
/** A user’s call does not wait longer than this for a lock; a job does. */
const USER_LOCK_MS = 1_500
const limit = (ms: number): Limits => ({ statementMs: ms, lockMs: ms })

/**
 * @param addressOf how each role connects; `app` and `system` pipeline, but `bulk` and `workbooks` do not, because they
 * use COPY
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
  const workbooks = pool(addressOf('padron_app'), WORKBOOKS_AT_ONCE, limit(300_000), false)
  // `checks` is the released value of the metrics' label.
  const named = Object.entries({ app, system, bulk, checks: workbooks }).map(([name, each]) => [
    purpose ? `${purpose}-${name}` : name,
    each,
  ])
  const unwatch = watchPools(Object.fromEntries(named))
  const close = async () => {
    unwatch()
    await Promise.all([app, system, bulk, workbooks].map((each) => each.end()))
  }
  const writeLimiter = createWriteLimiter(Math.max(1, connections - FOR_READERS))
  return { app, system, bulk, workbooks, writeLimiter, movable: addressOf('padron_app').place !== undefined, close }
}

/**
 * A pool for reads from a server that may be unavailable: without a free connection the caller soon uses the primary.
 */
export const readingPool = (address: Address, max = CONNECTIONS): pg.Pool =>
  pool(address, max, limit(5_000), true, 1_000)

/** A connection outside the pools, for what a process holds as long as it lives. */
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
  client.on('error', () => undefined) // the connection was lost: its next query fails
  await client.connect()
  return client
}
