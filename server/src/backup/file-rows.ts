// The files that rows refer to. Expired ones are left out.
import type { Readable } from 'node:stream'
import { IMPORT_RETENTION_DAYS } from '@padron/contract/imports'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { STORE_FOLDERS, type StoreName } from './archive.ts'

type Source = { store: StoreName; table: string; path: string; where?: string }
const SOURCES: readonly Source[] = [
  { store: 'jobResults', table: 'queue_item', path: 'file_path', where: 'file_until > now()' },
  {
    store: 'jobResults',
    table: 'vehicle_import',
    path: `nullif(file_path, '')`,
    where: `created_at > now() - interval '${IMPORT_RETENTION_DAYS} days'`,
  },
  { store: 'emailFiles', table: 'report_file', path: 'path', where: 'until > now()' },
  { store: 'evidence', table: 'evidence_file', path: 'path' },
  { store: 'evidence', table: 'capture_reading', path: 'path' },
  { store: 'evidence', table: 'capture_batch_file', path: `nullif(path, '')` },
  { store: 'evidence', table: 'deleted_row', path: `row ->> 'path'`, where: `table_name = 'evidence_file'` },
  { store: 'documents', table: 'stored_file', path: `tenant_id || '/' || sha256` },
]

const lines = ({ store, table, path, where = 'true' }: Source, tenantId: number | undefined): string =>
  `select '${STORE_FOLDERS[store]}' as store, ${path} as path from ${table}
  where ${where} and ${path} is not null ${tenantId === undefined ? '' : `and tenant_id = ${Number(tenantId)}`}`

const allRows = async (client: ClientBase, stores: readonly StoreName[], tenantId?: number): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace`,
  )
  const there = new Set(rows.map(({ name }) => name))
  const all = SOURCES.filter(({ store, table }) => stores.includes(store) && there.has(table))
    .map((source) => lines(source, tenantId))
    .join(' union ')
  return all || `select '' as store, '' as path where false`
}

/**
 * A stream with a line per file, as folder/path. Must be called inside a transaction, as the system's role, and be read
 * to its end before the next statement.
 * @param tenantId of one company only
 */
export const fileLines = async (
  client: ClientBase,
  stores: readonly StoreName[],
  tenantId?: number,
): Promise<Readable> =>
  client.query(
    copyTo(
      `copy (select store || '/' || path from (${await allRows(client, stores, tenantId)}) f order by 1) to stdout`,
    ),
  )

/** Those of the lines that rows refer to now. Must be called inside a transaction, as the system's role. */
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
