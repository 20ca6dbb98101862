// Metrics of the database itself: size, locks, vacuum, partitions, standbys and backups. No query waits for a locked
// table.
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'
import { listPartitions } from '../db/periods/partitions.ts'
import { PERIODIC } from '../db/periods/periods.ts'
import type { Figure, GaugeName } from './gauges.ts'

const databaseFigures = (db: Db): Promise<Figure[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ bytes: number; age: number }>`
      select pg_database_size(current_database()) as bytes,
        (select max(greatest(age(datfrozenxid), mxid_age(datminmxid))) from pg_database) as age`.execute(tx)
    return rows.flatMap(({ bytes, age }): Figure[] => [
      { name: 'padron_database_bytes', value: bytes },
      { name: 'padron_database_transaction_age', value: age },
    ])
  })

type Activity = Partial<Record<GaugeName, number | null>> & { archived: number | null; backedUp: number | null }

const backupFigure = (kind: 'archive' | 'wal', value: number | null): Figure[] =>
  value === null ? [] : [{ name: 'padron_backup_age_seconds', labels: { kind }, value }]

const activityFigures = (db: Db): Promise<Figure[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Activity>`
      select longest_transaction_seconds as padron_database_transaction_seconds,
        lock_waits as padron_database_lock_waits,
        longest_lock_wait_seconds as padron_database_lock_wait_seconds,
        commit_waits as padron_database_commit_waits,
        standbys as padron_standbys,
        standby_lag_bytes as padron_standby_lag_bytes,
        slot_bytes as padron_replication_slot_bytes,
        archived_seconds as archived,
        extract(epoch from now() - backed_up_at)::float8 as "backedUp"
      from database_activity()
      cross join installation`.execute(tx)
    return rows.flatMap(({ archived, backedUp, ...figures }) => [
      ...Object.entries(figures).flatMap(([name, value]) =>
        value === null ? [] : [{ name: name as GaugeName, value }],
      ),
      ...backupFigure('archive', backedUp),
      ...backupFigure('wal', archived),
    ])
  })

/** Smaller tables also have dead rows, which do no harm. */
const LARGE_ROWS = 10_000
const LARGE_BYTES = 64 * 1024 * 1024

type TableState = { table: string; live: number; dead: number; bytes: number; other: number | null }
/** From the statistics only; a partitioned table is the sum of its partitions. */
const tableFigures = (db: Db): Promise<Figure[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<TableState>`
      with part as (
        select s.relid, coalesce(i.inhparent, s.relid)::regclass::text as "table", s.n_live_tup, s.n_dead_tup,
          pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT' as is_other,
          c.relpages
            + coalesce((select t.relpages from pg_class t where t.oid = c.reltoastrelid), 0)
            + coalesce((select sum(x.relpages)
              from pg_index n
              join pg_class x on x.oid = n.indexrelid
              where n.indrelid = c.oid), 0) as pages
        from pg_stat_user_tables s
        join pg_class c on c.oid = s.relid
        left join pg_inherits i on i.inhrelid = s.relid)
      select "table", sum(n_live_tup)::float8 as live, sum(n_dead_tup)::float8 as dead,
        sum(pages)::float8 * current_setting('block_size')::integer as bytes,
        sum(n_live_tup) filter (where is_other)::float8 as other
      from part
      group by 1`.execute(tx)
    const periodic: readonly string[] = PERIODIC.map(({ table }) => table)
    return rows.flatMap(({ table, live, dead, bytes, other }): Figure[] => {
      const labels = { table }
      const unplaced: Figure[] =
        other !== null && periodic.includes(table)
          ? [{ name: 'padron_partition_default_rows', labels, value: other }]
          : []
      if (live + dead < LARGE_ROWS && bytes < LARGE_BYTES) return unplaced
      return [
        ...unplaced,
        { name: 'padron_table_rows', labels, value: live },
        { name: 'padron_table_dead_rows', labels, value: dead },
        { name: 'padron_table_bytes', labels, value: bytes },
      ]
    })
  })

const partitionFigures = async (db: Db): Promise<Figure[]> => {
  const client = await db.system.connect()
  try {
    const figures: Figure[] = []
    for (const periodic of PERIODIC) {
      const ends = (await listPartitions(client, periodic)).flatMap(({ to }) => to?.getTime() ?? [])
      const ahead = Math.max(Date.now(), ...ends) - Date.now()
      const labels = { table: periodic.table }
      figures.push({ name: 'padron_partition_ahead_seconds', labels, value: ahead / 1_000 })
    }
    return figures
  } finally {
    client.release()
  }
}

type Behind = { bytes: number; seconds: number }
const behind = async ({ app }: Db, replica: NonNullable<Db['replica']>): Promise<Behind | undefined> => {
  const now = await app.query<{ place: string }>('select pg_current_wal_flush_lsn()::text as place')
  const { rows } = await replica.pool.query<Behind>(
    `
      select greatest(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::float8 as bytes, case
        when pg_last_wal_replay_lsn() >= $1::pg_lsn then 0
      else coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0) end::float8 as seconds
      where pg_is_in_recovery()`,
    [now.rows[0]?.place],
  )
  return rows[0]
}

/** A replica that does not answer is reported as down; the other gauges do not depend on it. */
const replicaFigures = async (db: Db): Promise<Figure[]> => {
  if (!db.replica) return []
  const found = await behind(db, db.replica).catch(() => undefined)
  if (!found) return [{ name: 'padron_replica_up', value: 0 }]
  return [
    { name: 'padron_replica_up', value: 1 },
    { name: 'padron_replica_lag_bytes', value: found.bytes },
    { name: 'padron_replica_lag_seconds', value: found.seconds },
  ]
}

export const DATABASE_READERS: readonly ((db: Db) => Promise<Figure[]>)[] = [
  databaseFigures,
  activityFigures,
  tableFigures,
  partitionFigures,
  replicaFigures,
]
