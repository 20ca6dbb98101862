// Measures the cost of one operation, from before to after many of them: processor time of the server and of the
// database, bytes of each table with its indexes, and the write-ahead log, which goes to replicas and backups.
import type { Db } from '@padron/server/db/client'
import type { Row } from '../catalogue.ts'
import { usedSince } from '../processor.ts'

export type Cost = {
  what: string
  times: number
  serverMs: number
  databaseMs: number
  journal: number
  bytes: number
  tables: string
}

const SIZES = `
  select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
    sum(pg_total_relation_size(c.oid))::bigint as bytes
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm') and n.nspname in ('public', 'pgboss')
  group by 1`
const sizes = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await db.system.query<{ name: string; bytes: number }>(SIZES)
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}
const journal = async (db: Db): Promise<number> => {
  const { rows } = await db.system.query<{ at: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as at`,
  )
  return Number(rows[0]?.at)
}

/** A table's growth below this per operation is noise: a page more or less. */
const MIN_BYTES = 20
const ROWS_LIMIT = 6

export type Meter = {
  db: Db
  folder: string
  /** The server's process; undefined: this process. */
  pid?: number
  /** Processor time while idle, in seconds a second. */
  idle?: { server: number; database: number }
}

/** @param work runs the operations and returns their number; its preparation should be done before */
export const costOf = async (
  { db, folder, pid, idle }: Meter,
  what: string,
  work: () => Promise<number>,
): Promise<Cost> => {
  const [before, from] = [await sizes(db), await journal(db)]
  const used = usedSince(folder, pid)
  const began = performance.now()
  const times = await work()
  const seconds = (performance.now() - began) / 1_000
  const { server, database } = used()
  const [after, to] = [await sizes(db), await journal(db)]
  const grown = [...after]
    .map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / times] as const)
    .filter(([, bytes]) => bytes > MIN_BYTES)
    .toSorted(([, a], [, b]) => b - a)
  return {
    what,
    times,
    serverMs: (1_000 * Math.max(0, server - seconds * (idle?.server ?? 0))) / times,
    databaseMs: (1_000 * Math.max(0, database - seconds * (idle?.database ?? 0))) / times,
    journal: (to - from) / times,
    bytes: grown.reduce((sum, [, bytes]) => sum + bytes, 0),
    tables: grown
      .slice(0, ROWS_LIMIT)
      .map(([name, bytes]) => `${name} ${Math.round(bytes)}`)
      .join(', '),
  }
}

/** @param seconds of idle time to measure */
export const idleOf = async (
  { folder, pid }: Meter,
  seconds: number,
): Promise<{ server: number; database: number }> => {
  const used = usedSince(folder, pid)
  await new Promise((over) => setTimeout(over, seconds * 1_000))
  const { server, database } = used()
  return { server: server / seconds, database: database / seconds }
}

export const costRow = ({ what, times, serverMs, databaseMs, journal: sent, bytes, tables }: Cost): Row => ({
  what,
  times,
  'server ms': serverMs.toFixed(2),
  'database ms': databaseMs.toFixed(2),
  'bytes kept': Math.round(bytes),
  'journal bytes': Math.round(sent),
  'where the bytes are': tables,
})
