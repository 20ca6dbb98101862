// A read replica, for large reads. It is used only after it has replayed everything that was written before the read
// began; the read waits shortly for that. If it cannot answer (unavailable, behind, or in conflict with replication),
// the primary does, and the next calls do not try the replica for a while.
import type pg from 'pg'
import { HttpProblem } from '../errors/http-problem.ts'
import { type Db, type Replica, readAsTenant, type Tx } from './client.ts'
import { type Address, readingPool } from './connect.ts'

export type ReplicaOptions = {
  connections?: number | undefined
  /** Maximum wait for a replica that is behind. */
  waitMs?: number
  /** How long a replica is not used after a failure. */
  restMs?: number
  /** Called once with the reason why the server cannot be used as a replica. */
  wrong?: (line: string) => void
}

const WAIT_MS = 250
const REST_MS = 5_000
const LOOK_EVERY_MS = 10

/**
 * A replica is current if it has replayed the primary's flushed position, which is after every confirmed write. A
 * server that is not in recovery (any more) has diverged and cannot be used.
 */
const DATABASE = `
  (select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database()) as database`
const NOW = `select pg_current_wal_flush_lsn()::text as place, ${DATABASE}`
const STATE = `
  select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as "isCurrent", current_user as role,
    ${DATABASE}`
type Now = { place: string; database: string }
type Seen = { isCurrent: boolean | null; role: string; database: string }

const ROLE = 'padron_app'
/** A pooler may drop the role (assure-roles.ts), and another installation has companies with the same ids. */
const faultOf = ({ role, database }: Seen, now: Now | undefined): string | undefined => {
  if (database !== now?.database)
    return 'PADRON_REPLICA_URL: no es una réplica de esta base de datos, así que no se lee de ella.'
  if (role !== ROLE)
    return (
      `PADRON_REPLICA_URL: la conexión trabaja como ${role} y no como ${ROLE}, así que no se lee de ` +
      'ella. Si hay un ' +
      'intermediario (PgBouncer, RDS Proxy), conéctese sin él.'
    )
  return undefined
}

/** @param address with the application's role, like the primary's */
export const openReplica = (
  address: Address,
  { connections, waitMs = WAIT_MS, restMs = REST_MS, wrong }: ReplicaOptions = {},
): Replica => {
  const pool = readingPool(address, connections)
  let until = 0
  const rest = () => {
    until = performance.now() + restMs
  }
  let known: string | undefined
  const isRight = (seen: Seen, now: Now | undefined): boolean => {
    const fault = faultOf(seen, now)
    if (fault && fault !== known) wrong?.(fault)
    known = fault
    return fault === undefined
  }
  const follow = async (database: pg.Pool): Promise<boolean> => {
    const {
      rows: [now],
    } = await database.query<Now>(NOW)
    for (const end = performance.now() + waitMs; ; await new Promise((again) => setTimeout(again, LOOK_EVERY_MS))) {
      const {
        rows: [seen],
      } = await pool.query<Seen>(STATE, [now?.place])
      if (!seen || !isRight(seen, now)) return false
      if (seen.isCurrent) return true
      if (performance.now() >= end) return false
    }
  }
  const caughtUp = async (database: pg.Pool): Promise<boolean> => {
    if (performance.now() < until) return false
    const isCurrent = await follow(database).catch(() => false)
    if (!isCurrent) rest()
    return isCurrent
  }
  return { pool, caughtUp, rest, close: () => pool.end() }
}

/** Reads a company's rows on the replica, otherwise on the primary. @param work may run twice, so it must only read */
export const readFromReplica = async <T>(db: Db, tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const { replica } = db
  if (!replica || !(await replica.caughtUp(db.app))) return readAsTenant(db, tenantId, work)
  try {
    return await readAsTenant({ ...db, app: replica.pool }, tenantId, work)
  } catch (error) {
    if (error instanceof HttpProblem) throw error // a refusal is a valid answer
    replica.rest()
    return readAsTenant(db, tenantId, work)
  }
}
