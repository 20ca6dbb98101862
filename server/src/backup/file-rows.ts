// The files that rows refer to. Expired ones are left out.
import type { Readable } from 'node:stream'
import { IMPORT_RETENTION_DAYS } from '@padron/contract/imports'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { StoreName } from './archive.ts'

type Source = { store: StoreName; table: string; rows: string }
const SOURCES: readonly Source[] = [
  {
    store: 'results',
    table: 'queue_item',
    rows: `select file_path from queue_item where file_path is not null and file_until > now()`,
  },
  {
    store: 'results',
    table: 'vehicle_import',
    rows: `
      select file_path
      from vehicle_import
      where file_path <> '' and created_at > now() - interval '${IMPORT_RETENTION_DAYS} days'`,
  },
  { store: 'letters', table: 'report_file', rows: `select path from report_file where until > now()` },
  { store: 'evidence', table: 'evidence_file', rows: `select path from evidence_file` },
  {
    store: 'evidence',
    table: 'evidence_file',
    rows: `select row ->> 'path' from deleted_row where table_name = 'evidence_file'`,
  },
  { store: 'documents', table: 'stored_file', rows: `select tenant_id || '/' || sha256 from stored_file` },
]

const lines = ({ store, rows }: Source): string =>
  `select '${store}' as store, path from (${rows}) x(path) where path is not null`

const allRows = async (client: ClientBase, stores: readonly StoreName[]): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace`,
  )
  const there = new Set(rows.map(({ name }) => name))
  const all = SOURCES.filter(({ store, table }) => stores.includes(store) && there.has(table))
    .map(lines)
    .join(' union ')
  return all || `select '' as store, '' as path where false`
}

/**
 * A line a file, as store/path. Inside a transaction, as the system's role; to be read to its end before anything
 * else is asked.
 */
export const fileLines = async (client: ClientBase, stores: readonly StoreName[]): Promise<Readable> =>
  client.query(
    copyTo(`copy (select store || '/' || path from (${await allRows(client, stores)}) f order by 1) to stdout`),
  )

/** Those of the lines that rows refer to now. Inside a transaction, as the system's role. */
export const namedLines = async (
  client: ClientBase,
  stores: readonly StoreName[],
  lines: readonly string[],
): Promise<string[]> => {
  const { rows } = await client.query<{ line: string }>(
    `
      select line
      from (select store || '/' || path as line from (${await allRows(client, stores)}) f) l
      where line = any($1)
      order by 1`,
    [lines],
  )
  return rows.map(({ line }) => line)
}
