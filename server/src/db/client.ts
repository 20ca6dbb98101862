// The database as the rest of the server sees it: pools per role and purpose, and `asTenant` / `asSystem`, the only two
// ways to a transaction. Nobody else touches a pool.
import { sql } from 'kysely'
import pg from 'pg'
import { HttpProblem } from '../errors/http-problem.ts'
import type { CompanyLimiter } from '../limits/company-limiter.ts'
import { count } from '../metrics/counters.ts'
import { connectionOf } from '../metrics/pools.ts'
import { RetryWhenReady, within } from './retry.ts'
import { enterScope } from './scope.ts'
import { reading, type Source, type Tx, writing } from './transaction.ts'

export type { Tx } from './transaction.ts'
/** A server that follows the database: replica.ts. */
export type Replica = {
  pool: pg.Pool
  /** Whether it has all of what the database had at this moment. */
  caughtUp: (database: pg.Pool) => Promise<boolean>
  /** Not to be used for a while. */
  rest: () => void
  close: () => Promise<void>
}

export type Db = {
  app: pg.Pool
  system: pg.Pool
  bulk: pg.Pool
  checks: pg.Pool
  /** For the transactions that write through `app`. */
  writeLimiter: CompanyLimiter
  /** Whether companies may move from here: their writers look at the company's state first. */
  movable: boolean
  replica?: Replica | undefined
  /** The user whose part of the fleet its transactions see: withScope. */
  scope?: number | undefined
  /** The user whose part of the fleet its transactions may change: withPart. */
  part?: number | undefined
  close: () => Promise<void>
}

/**
 * The same database as a user sees it who sees a part of the fleet: its transactions work as padron_scoped, which may
 * read what the user may see and write nothing (071-vehicle-scopes.sql).
 */
export const withScope = (db: Db, userId: number): Db => ({ ...db, scope: asId(userId) })

/**
 * The same database for writes of such a user: its transactions see the whole company, and the database refuses changes
 * of other vehicles (077-part-writes.sql). Code that uses it first checks the vehicles of the request.
 */
export const withPart = (db: Db, userId: number): Db => ({ ...db, part: asId(userId) })

/** The database for reads that answer a user who may change a part: that part. */
export const seenIn = (db: Db): Db => (db.part === undefined ? db : withScope(db, db.part))

/** The work; in its transaction `scopeOf` returns the user. */
const inScope =
  <T, R extends unknown[]>({ scope }: Db, work: (tx: Tx, ...rest: R) => Promise<T>) =>
  (tx: Tx, ...rest: R): Promise<T> => {
    if (scope !== undefined) enterScope(tx, scope)
    return work(tx, ...rest)
  }

/** The longest queue per connection: behind it an answer would come too late. */
export const WAITING_PER_CONNECTION = 20
/** For sign-in and look-ups, whose queries are short and several a call: 200 people may sign in at once. */
export const WAITING_PER_SYSTEM_CONNECTION = 100
export const isCrowded = ({ waitingCount, options: { max } }: pg.Pool, each = WAITING_PER_CONNECTION): boolean =>
  waitingCount >= max * each

export const createOverloadError = (): HttpProblem =>
  new HttpProblem(
    503,
    'El servicio está atendiendo demasiadas solicitudes. Intente de nuevo en unos segundos.',
    undefined,
    {
      'retry-after': '2',
    },
  )

/** A connection of those that work for companies; @throws HttpProblem 503 at once where too many wait already */
const inTurn =
  (from: pg.Pool): Source =>
  async () => {
    if (!isCrowded(from)) return connectionOf(from)
    count.refused('pool')
    throw createOverloadError()
  }

const asId = (tenantId: number): number => {
  if (!Number.isSafeInteger(tenantId) || tenantId < 1) throw new Error('an id is a positive integer')
  return tenantId
}

/** Who changes something, for the record of activity; `name` as it is now. */
export type Actor = {
  origin: 'console' | 'operator' | 'system'
  id?: number
  name: string
  address?: string
  request?: string
  /** The span it was ordered in, as a W3C traceparent: what it orders becomes part of it. */
  trace?: string
  /** The scope of a program's token: a job that it orders has no more rights. */
  scope?: readonly string[]
}
const acting = (actor: Actor | undefined): string =>
  actor ? `; set local app.actor = ${pg.escapeLiteral(JSON.stringify(actor))}` : ''

/** Last at the beginning: what follows it may do no more. */
const scoped = ({ scope, part }: Db): string => {
  if (scope !== undefined) return `; set local app.scope = '${asId(scope)}'; set local role padron_scoped`
  return part === undefined ? '' : `; set local app.scope = '${asId(part)}'`
}

/** An installation without a place pays nothing for moves: a write costs 45 to 100 µs more with enter_company(). */
const beginAs = (db: Db, tenantId: number, actor: Actor | undefined): string =>
  `begin; ${db.movable ? `select enter_company(${asId(tenantId)})` : `set local app.tenant = '${asId(tenantId)}'`}${
    acting(actor) + scoped(db)
  }`

/**
 * Work on one company's rows; row-level security hides every other. Refused while the company moves elsewhere. Not
 * within another transaction of the company, whose turn it would wait for.
 * @param actor without one, the product itself acts
 */
export const asTenant = <T>(db: Db, tenantId: number, work: (tx: Tx) => Promise<T>, actor?: Actor): Promise<T> =>
  db.writeLimiter(tenantId, () => writing(inTurn(db.app), beginAs(db, tenantId, actor), inScope(db, work)))

const TRIES = 5
/** In all, over every retry; after it the reply is made of what is there. */
const WAIT_MS = 8_000
const retryable = new WeakSet<Tx>()
/** Whether work of this transaction may throw RetryWhenReady. */
export const canRetry = (tx: Tx): boolean => retryable.has(tx)

/**
 * The same, for calls that only read: the reply does not wait for the commit. Where `work` throws RetryWhenReady it
 * starts again, some times.
 */
export const readAsTenant = async <T>(db: Db, tenantId: number, read: (tx: Tx) => Promise<T>): Promise<T> => {
  const begin = `begin read only; set local app.tenant = '${asId(tenantId)}'${scoped(db)}`
  const work = inScope(db, read)
  // Who waited was let in already.
  const source = (tries: number): Source => (tries === 1 ? inTurn(db.app) : () => connectionOf(db.app))
  const end = performance.now() + WAIT_MS
  for (let tries = 1; tries < TRIES; tries++) {
    try {
      return await reading(source(tries), begin, (tx) => work(allowRetry(tx)))
    } catch (error) {
      if (!(error instanceof RetryWhenReady)) throw error
      const left = end - performance.now()
      if (left <= 0 || !(await within(left, error.until))) break
    }
  }
  return reading(source(TRIES), begin, work)
}
const allowRetry = (tx: Tx): Tx => {
  retryable.add(tx)
  return tx
}

/** The same on a plain connection with a long time limit, for COPY and large imports. */
export const bulkAsTenant = <T>(
  db: Db,
  tenantId: number,
  work: (tx: Tx, client: pg.PoolClient) => Promise<T>,
  actor?: Actor,
): Promise<T> => writing(inTurn(db.bulk), beginAs(db, tenantId, actor), inScope(db, work))

/**
 * One snapshot of a company's rows, on a plain connection with a long time limit: for what reads much. It only reads,
 * so it goes on while the company moves.
 */
export const snapshotAsTenant = <T>(
  db: Db,
  tenantId: number,
  work: (tx: Tx, client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const begin = `
    begin isolation level repeatable read read only; set local app.tenant = '${asId(tenantId)}'${scoped(db)}`
  return writing(inTurn(db.bulk), begin, inScope(db, work))
}

const CHECKS_BUSY = 'El servidor ya revisa otros archivos; intente de nuevo en unos segundos.'
const isFull = ({ totalCount, idleCount, waitingCount, options: { max } }: pg.Pool): boolean =>
  totalCount - idleCount + waitingCount >= max

/**
 * Ends the statement that a connection is at. As the login itself: a role that it took on may not end what the login
 * began.
 */
const cancelStatement = async (db: Db, pid: number): Promise<void> => {
  await writing(
    () => connectionOf(db.app),
    'begin; set local role none',
    (tx) => sql`select pg_cancel_backend(${pid})`.execute(tx),
  )
}

/** The work, which the signal ends wherever it is; nothing is committed then. */
const untilAborted =
  <T>(db: Db, signal: AbortSignal, work: (tx: Tx, client: pg.PoolClient) => Promise<T>) =>
  async (tx: Tx, client: pg.PoolClient): Promise<T> => {
    signal.throwIfAborted()
    let ended: Promise<void> | undefined
    const end = () => {
      ended = cancelStatement(db, (client as pg.PoolClient & { processID: number }).processID).catch(() => undefined)
    }
    signal.addEventListener('abort', end, { once: true })
    try {
      const result = await work(tx, client)
      signal.throwIfAborted()
      return result
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', end)
      await ended // else it might cancel the next statement on this connection
    }
  }

/**
 * The same for code that reads a workbook: on connections that nothing else waits for.
 * @param signal ends it, and rolls it back
 * @throws HttpProblem at once if all connections are in use, because a waiting request would hold a workbook in memory;
 * the signal's reason
 */
export const checkAsTenant = async <T>(
  db: Db,
  tenantId: number,
  work: (tx: Tx, client: pg.PoolClient) => Promise<T>,
  actor?: Actor,
  signal?: AbortSignal,
): Promise<T> => {
  if (isFull(db.checks)) throw new HttpProblem(429, CHECKS_BUSY, undefined, { 'retry-after': '5' })
  const scopedWork = inScope(db, work)
  const whole = signal ? untilAborted(db, signal, scopedWork) : scopedWork
  return writing(inTurn(db.checks), beginAs(db, tenantId, actor), whole)
}

/**
 * The one named way past tenancy: sign-in, the scheduler and the operator's command line.
 * @throws Error for a user who sees a part of a fleet: all of it would be seen
 */
export const asSystem = async <T>(db: Db, work: (tx: Tx) => Promise<T>, actor?: Actor): Promise<T> => {
  if (db.scope !== undefined || db.part !== undefined) throw new Error('past tenancy is past the scope')
  return writing(() => connectionOf(db.system), `begin${acting(actor)}`, work)
}
