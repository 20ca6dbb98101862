// The server's access to the database: pools per role and purpose, and `asTenant` / `asSystem`, the only two ways to a
// transaction. No other code uses a pool.
import { sql } from 'kysely'
import pg from 'pg'
import { HttpProblem } from '../errors/http-problem.ts'
import type { CompanyLimiter } from '../limits/company-limiter.ts'
import { resolvesWithin } from '../limits/resolves-within.ts'
import { count } from '../metrics/counters.ts'
import { connectionOf } from '../metrics/pools.ts'
import { RetryWhenReady } from './retry.ts'
import { enterScope } from './scope.ts'
import { reading, type Source, type Tx, writing } from './transaction.ts'

export type { Tx } from './transaction.ts'
/** A read replica: replica.ts. */
export type Replica = {
  pool: pg.Pool
  /** Whether it has replayed everything that the primary had written when this was called. */
  caughtUp: (database: pg.Pool) => Promise<boolean>
  /** Stops the use of the replica for a while. */
  rest: () => void
  close: () => Promise<void>
}

export type Db = {
  app: pg.Pool
  system: pg.Pool
  bulk: pg.Pool
  /** For the validation of workbooks. */
  workbooks: pg.Pool
  /** Limits the transactions that write through `app`. */
  writeLimiter: CompanyLimiter
  /** Whether companies may move away: then each write checks the company's state first. */
  movable: boolean
  replica?: Replica | undefined
  /** The user whose part of the fleet the transactions see: withScope. */
  scope?: number | undefined
  /** The user whose part of the fleet the transactions may change: withPart. */
  part?: number | undefined
  close: () => Promise<void>
}

/**
 * The same database for a user who sees a part of the fleet: its transactions work as padron_scoped, which reads what
 * the user may see and writes nothing (071-vehicle-scopes.sql).
 */
export const withScope = (db: Db, userId: number): Db => ({ ...db, scope: asId(userId) })

/**
 * The same database for writes of such a user: its transactions see the whole company, and the database refuses changes
 * of other vehicles (077-part-writes.sql). Code that uses it first checks the vehicles of the request.
 */
export const withPart = (db: Db, userId: number): Db => ({ ...db, part: asId(userId) })

/** The database for reads that answer a user who may change a part of the fleet: limited to that part. */
export const limitToPart = (db: Db): Db => (db.part === undefined ? db : withScope(db, db.part))

/** Wraps the work so that `scopeOf` returns the user in its transaction. */
const inScope =
  <T, R extends unknown[]>({ scope }: Db, work: (tx: Tx, ...rest: R) => Promise<T>) =>
  (tx: Tx, ...rest: R): Promise<T> => {
    if (scope !== undefined) enterScope(tx, scope)
    return work(tx, ...rest)
  }

/** The longest queue per connection: a request behind it would be answered too late. */
export const WAITING_PER_CONNECTION = 20
/** For sign-in and look-ups, which send several short queries per call: 200 people may sign in at once. */
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

/** A connection for companies' work. @throws HttpProblem 503 at once if too many requests already wait */
const connectionUnlessCrowded =
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

/** Who makes a change, for the activity log; `name` at that time. */
export type Actor = {
  origin: 'console' | 'operator' | 'system'
  id?: number
  name: string
  address?: string
  request?: string
  /** The current span, as a W3C traceparent: jobs of this transaction continue its trace. */
  trace?: string
  /** The scope of a program's token: jobs of this transaction have no more permissions. */
  scope?: readonly string[]
}
const actorSql = (actor: Actor | undefined): string =>
  actor ? `; set local app.actor = ${pg.escapeLiteral(JSON.stringify(actor))}` : ''

/** Set last in the transaction's start: the statements after it have the restricted role. */
const scopeSql = ({ scope, part }: Db): string => {
  if (scope !== undefined) return `; set local app.scope = '${asId(scope)}'; set local role padron_scoped`
  return part === undefined ? '' : `; set local app.scope = '${asId(part)}'`
}

/** Without a place there are no moves, so enter_company() is left out: it costs 45 to 100 µs per write. */
const beginAs = (db: Db, tenantId: number, actor: Actor | undefined): string =>
  `begin; ${db.movable ? `select enter_company(${asId(tenantId)})` : `set local app.tenant = '${asId(tenantId)}'`}${
    actorSql(actor) + scopeSql(db)
  }`

/**
 * A transaction on one company's rows; row-level security hides all others. Refused while the company moves elsewhere.
 * Must not be called within another transaction of the company: both would wait for the same limit.
 * @param actor default: the product itself
 */
export const asTenant = <T>(db: Db, tenantId: number, work: (tx: Tx) => Promise<T>, actor?: Actor): Promise<T> =>
  db.writeLimiter(tenantId, () =>
    writing(connectionUnlessCrowded(db.app), beginAs(db, tenantId, actor), inScope(db, work)),
  )

const TRIES = 5
/** Total over every retry; after it the reply is made from the available data. */
const WAIT_MS = 8_000
const retryable = new WeakSet<Tx>()
/** Whether work of this transaction may throw RetryWhenReady. */
export const canRetry = (tx: Tx): boolean => retryable.has(tx)

/**
 * As asTenant, for calls that only read: the reply does not wait for the commit. If `work` throws RetryWhenReady it
 * starts again, up to TRIES times.
 */
export const readAsTenant = async <T>(db: Db, tenantId: number, read: (tx: Tx) => Promise<T>): Promise<T> => {
  const begin = `begin read only; set local app.tenant = '${asId(tenantId)}'${scopeSql(db)}`
  const work = inScope(db, read)
  // A retry has already passed the limit of waiting requests.
  const source = (tries: number): Source => (tries === 1 ? connectionUnlessCrowded(db.app) : () => connectionOf(db.app))
  const end = performance.now() + WAIT_MS
  for (let tries = 1; tries < TRIES; tries++) {
    try {
      return await reading(source(tries), begin, (tx) => work(allowRetry(tx)))
    } catch (error) {
      if (!(error instanceof RetryWhenReady)) throw error
      const left = end - performance.now()
      if (left <= 0 || !(await resolvesWithin(left, error.until))) break
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
): Promise<T> => writing(connectionUnlessCrowded(db.bulk), beginAs(db, tenantId, actor), inScope(db, work))

/**
 * One snapshot of a company's rows, on a plain connection with a long time limit, for large reads. It only reads, so it
 * continues while the company moves.
 */
export const snapshotAsTenant = <T>(
  db: Db,
  tenantId: number,
  work: (tx: Tx, client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const begin = `
    begin isolation level repeatable read read only; set local app.tenant = '${asId(tenantId)}'${scopeSql(db)}`
  return writing(connectionUnlessCrowded(db.bulk), begin, inScope(db, work))
}

const WORKBOOKS_BUSY = 'El servidor ya revisa otros archivos; intente de nuevo en unos segundos.'
const isFull = ({ totalCount, idleCount, waitingCount, options: { max } }: pg.Pool): boolean =>
  totalCount - idleCount + waitingCount >= max

/**
 * Cancels the current statement of a connection. It uses the login's own role, because another role may not cancel the
 * login's statements.
 */
const cancelStatement = async (db: Db, pid: number): Promise<void> => {
  await writing(
    () => connectionOf(db.app),
    'begin; set local role none',
    (tx) => sql`select pg_cancel_backend(${pid})`.execute(tx),
  )
}

/** Runs the work until the signal aborts it, even during a statement; then nothing is committed. */
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
      await ended // otherwise it might cancel the next statement on this connection
    }
  }

/**
 * The same for the validation of a workbook, on connections reserved for it.
 * @param signal aborts the work and rolls it back
 * @throws HttpProblem at once if all connections are in use, because a waiting request would hold a workbook in memory;
 * the signal's reason
 */
export const validateAsTenant = async <T>(
  db: Db,
  tenantId: number,
  work: (tx: Tx, client: pg.PoolClient) => Promise<T>,
  actor?: Actor,
  signal?: AbortSignal,
): Promise<T> => {
  if (isFull(db.workbooks)) throw new HttpProblem(429, WORKBOOKS_BUSY, undefined, { 'retry-after': '5' })
  const scopedWork = inScope(db, work)
  const whole = signal ? untilAborted(db, signal, scopedWork) : scopedWork
  return writing(connectionUnlessCrowded(db.workbooks), beginAs(db, tenantId, actor), whole)
}

/**
 * The only way around tenancy: sign-in, the scheduler and the operator's command line.
 * @throws Error for a user who sees a part of a fleet, because the whole fleet would be visible
 */
export const asSystem = async <T>(db: Db, work: (tx: Tx) => Promise<T>, actor?: Actor): Promise<T> => {
  if (db.scope !== undefined || db.part !== undefined)
    throw new Error('asSystem is not allowed for a user who sees a part of a fleet')
  return writing(() => connectionOf(db.system), `begin${actorSql(actor)}`, work)
}
