// Every row of every table, as text that any PostgreSQL version reads: for backups, and for the upgrade of an older
// server's folder. The tables' owner sees no company's rows (FORCE), the system's role does.
import type { Readable } from 'node:stream'
import pg, { type ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { JOB_SCHEMA } from '../job-schema.ts'

export type Table = {
  schema: string
  name: string
  /** Without generated columns. */
  columns: string[]
  /** Under row-level security. */
  guarded: boolean
}
export type Sum = {
  rows: number
  /** The sum of the hashes of all rows, in any order. */
  sum: string
}

export const fullName = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string => `${schema}.${name}`
export const quoted = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
export const quotedColumns = ({ columns }: Table): string => columns.map((name) => pg.escapeIdentifier(name)).join(', ')

/**
 * Tables that the queue's library fills itself (its queues, version and daily counts), and locks of processes that have
 * ended.
 */
const LEFT_OUT: readonly string[] = [
  ...['version', 'bam', 'queue', 'queue_stats'].map((name) => `${JOB_SCHEMA}.${name}`),
  'public.kysely_migration_lock',
]

/** Every table of the product, ordered by name; partitions are read through their parent. */
export const listTables = async (client: ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Table>(`
    select n.nspname::text as schema, c.relname::text as name, c.relrowsecurity as guarded,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', '${JOB_SCHEMA}') and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1, 2`)
  return rows.filter((table) => !LEFT_OUT.includes(fullName(table)))
}

/** Must be called inside a transaction. */
export const asReader = async <T>(
  client: ClientBase,
  { guarded }: Pick<Table, 'guarded'>,
  work: () => Promise<T>,
): Promise<T> => {
  if (!guarded) return work()
  await client.query('set local role padron_system')
  const done = await work()
  await client.query('reset role')
  return done
}

/** Settings that make every server write values in the same format. */
export const PLAIN_TEXT = `
  set local timezone = 'UTC';
  set local datestyle = 'ISO';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local statement_timeout = 0`

/** The condition of a company's rows. */
export const ofCompany = (tenantId: number): string => `tenant_id = ${Number(tenantId)}`

/** The stream must be read to its end before the next statement on the connection. */
export const rowsOut = (client: ClientBase, table: Table, where = 'true'): Readable =>
  client.query(copyTo(`copy (select ${quotedColumns(table)} from ${quoted(table)} where ${where}) to stdout`))

export const sumOf = async (client: ClientBase, table: Table, where = 'true'): Promise<Sum> => {
  const { rows } = await client.query<{ rows: string; sum: string }>(`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(encode(sha256(convert_to(t::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint),
      0)::text as sum
    from (select ${quotedColumns(table)} from ${quoted(table)} where ${where}) t`)
  return { rows: Number(rows[0]?.rows), sum: rows[0]?.sum ?? '' }
}

/** Its last number; null if it was never used. */
export type Sequence = { name: string; last: number | null }

/** Their current numbers, which may be later than the snapshot's rows: skipped numbers do no harm. */
export const listSequences = async (client: ClientBase): Promise<Sequence[]> => {
  const { rows } = await client.query<{ name: string; last: string | null }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences
    where schemaname in ('public', '${JOB_SCHEMA}')
    order by 1`)
  return rows.map(({ name, last }) => ({ name, last: last === null ? null : Number(last) }))
}
