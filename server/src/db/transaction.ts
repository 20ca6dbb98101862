// One transaction on one connection, and a Kysely that sends every query to it.
import type { Duplex } from 'node:stream'
import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import { count } from '../metrics/counters.ts'
import { spanned } from '../tracing/spans.ts'
import { preparedName, type Statement } from './prepared.ts'
import { RetryWhenReady } from './retry.ts'
import type { DB } from './schema.gen.ts'

export type Tx = Kysely<DB>
export type Source = () => Promise<pg.PoolClient>

/**
 * Sends the statements of one turn of the event loop in one packet: each packet wakes both sides, which costs more than
 * reading a key.
 */
const corkForOneTurn = (client: pg.PoolClient): void => {
  const { connection, pipeline } = client as unknown as { connection: { stream: Duplex }; pipeline: boolean }
  if (!pipeline || connection.stream.writableCorked > 0) return
  connection.stream.cork()
  setImmediate(() => connection.stream.uncork())
}

/** For a query after the transaction's end: by then the connection may serve another company. */
const hasEnded = (): Error => new Error('the transaction has ended')

/** The connection as the work gets it, for COPY: it refuses queries once `isOver` returns true. */
const guarded = (client: pg.PoolClient, isOver: () => boolean): pg.PoolClient => {
  const ask = client.query.bind(client) as (...query: unknown[]) => unknown
  const query = (...args: unknown[]): unknown => {
    if (!isOver()) return ask(...args)
    // A stream is returned at once, a result as a promise: each fails in the way that its caller expects.
    if (typeof (args[0] as Partial<pg.Submittable>).submit === 'function') throw hasEnded()
    return Promise.reject(hasEnded())
  }
  return new Proxy(client, {
    get: (target, name) => {
      if (name === 'query') return query
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** What every statement after a failed one says. */
const TRANSACTION_ABORTED = '25P02'

type Bound = { tx: Tx; client: pg.PoolClient; close: () => void }
/** A Kysely that sends every query to the one connection of an open transaction, and that connection itself. */
const bound = (client: pg.PoolClient): Bound => {
  let isOver = false
  let failure: unknown
  /** Of statements sent together, a later one may reach its caller before the one that failed. */
  const failed = (error: { code?: string }): never => {
    if (error.code !== TRANSACTION_ABORTED) failure = error
    throw failure ?? error
  }
  const connection = {
    executeQuery: async <R>(query: CompiledQuery) => {
      if (isOver) throw hasEnded()
      const { sql: text, parameters } = query
      const name = preparedName(query)
      const config = { ...(name ? { name } : {}), text, values: parameters as unknown[] }
      corkForOneTurn(client)
      const { rows, rowCount, command } = await client.query(config).catch(failed)
      return command === 'SELECT' || rowCount === null
        ? { rows: rows as R[] }
        : { rows: rows as R[], numAffectedRows: BigInt(rowCount) }
    },
    // biome-ignore lint/correctness/useYield: a pipelined connection has no cursors
    async *streamQuery(): AsyncIterableIterator<never> {
      throw new Error('no cursors on a pipelined connection')
    },
  }
  const nothing = async () => undefined
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: nothing,
      destroy: nothing,
      acquireConnection: async () => connection,
      releaseConnection: nothing,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
    }),
  }
  const close = () => {
    isOver = true
  }
  return { tx: new Kysely<DB>({ dialect }), client: guarded(client, () => isOver), close }
}

const lastStatements = new WeakMap<Tx, Statement[]>()
/**
 * Sends a statement with the commit, so that it needs no round trip of its own; if it fails, the transaction fails. For
 * the last statement of a transaction that writes.
 */
export const withCommit = (tx: Tx, statement: Statement): void => {
  lastStatements.set(tx, [...(lastStatements.get(tx) ?? []), statement])
}

/** A read-only server, such as a former primary of its cluster: another connection may lead to the current primary. */
const READ_ONLY = '25006'
const isSpent = (error: unknown): boolean => (error as { code?: string }).code === READ_ONLY

const commit = async (client: pg.PoolClient): Promise<void> => {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back')
}

const TRANSACTION = { name: 'transaction', kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const

type Work<T> = (tx: Tx, client: pg.PoolClient) => Promise<T>
type End = (client: pg.PoolClient, tx: Tx) => Promise<void>

/** `begin` is sent with the first query. */
const transact = <T>(from: Source, begin: string, work: Work<T>, end: End): Promise<T> =>
  spanned(TRANSACTION, async () => {
    const client = await from()
    corkForOneTurn(client)
    const started = client.query(begin)
    started.catch(() => undefined)
    const { tx, client: own, close } = bound(client)
    try {
      const result = await work(tx, own)
      close()
      await started
      corkForOneTurn(client)
      await end(client, tx)
      return result
    } catch (failure) {
      close()
      // If `begin` failed, every later statement failed for that reason.
      const error = await started.then(
        () => failure,
        (first: unknown) => first,
      )
      if (!(error instanceof RetryWhenReady)) count.transactionFailed(error)
      await client.query('rollback').then(
        () => client.release(isSpent(error)),
        () => client.release(true),
      )
      throw error
    }
  })

/** Sends the deferred statements with the commit, and waits for it. */
export const writing = <T>(from: Source, begin: string, work: Work<T>): Promise<T> =>
  transact(from, begin, work, async (client, tx) => {
    const last = (lastStatements.get(tx) ?? []).map(({ name, query }) => {
      const { sql: text, parameters } = query.compile(tx)
      const sent = client.query({ name, text, values: parameters as unknown[] })
      sent.catch(() => undefined) // reported below: the first failure
      return sent
    })
    const committed = commit(client)
    committed.catch(() => undefined)
    await Promise.all(last)
    await committed
    client.release()
  })

/**
 * For reads, the caller does not wait for the commit: one round trip instead of four (measured 0.39 → 0.87 of the
 * throughput without transactions).
 */
export const reading = <T>(from: Source, begin: string, work: Work<T>): Promise<T> =>
  transact(from, begin, work, async (client, tx) => {
    if (lastStatements.has(tx)) throw new Error('a read-only transaction cannot send a statement with its commit')
    commit(client).catch(() => undefined) // a lost connection leaves the pool by itself
    client.release() // the next user of the connection sends its statements right after the commit
  })
