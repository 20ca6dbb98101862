// Loads every row of every table in one transaction. Foreign keys are dropped first and added again at the end, which
// verifies them; triggers are off, because the changes are not new. It needs no superuser, only the owner of the
// tables.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { fullName, listTables, quoted, quotedColumns, type Sequence, type Table } from './table-rows.ts'

const columnsOf = ({ columns }: Table): string => columns.toSorted().join()

/** The tables that are missing in the database or have other columns there. */
export const differingTables = async <T extends Table>(client: ClientBase, tables: readonly T[]): Promise<T[]> => {
  const there = new Map((await listTables(client)).map((table) => [fullName(table), columnsOf(table)]))
  return tables.filter((table) => there.get(fullName(table)) !== columnsOf(table))
}

type Key = { table: string; name: string; definition: string }

const foreignKeys = async (client: ClientBase, tables: readonly Table[]): Promise<Key[]> => {
  const { rows } = await client.query<Key>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0
      and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])
        or conrelid in (select inhrelid from pg_inherits where inhparent = any($1::regclass[]))) order by oid`,
    [tables.map(quoted)],
  )
  return rows
}

/** Indexes that are faster to rebuild than to update per row; those of partitioned tables stay. */
const looseIndexes = async (
  client: ClientBase,
  tables: readonly Table[],
): Promise<{ name: string; definition: string }[]> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    where i.indrelid = any($1::regclass[])
      and c.relkind = 'r'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f')
    order by 1`,
    [tables.map(quoted)],
  )
  return rows
}

/**
 * Empties the tables and drops what slows the load. Must run inside a transaction.
 * @returns a function that restores the keys, indexes and triggers @throws if a row references a missing one
 */
export const emptyTables = async (client: ClientBase, tables: readonly Table[]): Promise<() => Promise<void>> => {
  const keys = await foreignKeys(client, tables)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  const indexes = await looseIndexes(client, tables)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const table of tables) {
    await client.query(`alter table ${quoted(table)} disable trigger user`)
    if (table.guarded) await client.query(`alter table ${quoted(table)} no force row level security`)
  }
  await client.query(`truncate ${tables.map(quoted).join(', ')}`)
  return async () => {
    await client.query(`set local maintenance_work_mem = '256MB'`)
    for (const { definition } of indexes) await client.query(definition)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const table of tables) {
      if (table.guarded) await client.query(`alter table ${quoted(table)} force row level security`)
      await client.query(`alter table ${quoted(table)} enable trigger user`)
    }
  }
}

/** @param columns those of the rows @returns the number of rows */
export const rowsIn = async (client: ClientBase, table: Table, from: Readable): Promise<number> => {
  const into = client.query(copyFrom(`copy ${quoted(table)} (${quotedColumns(table)}) from stdin`))
  await pipeline(from, into)
  return into.rowCount ?? 0
}

export const setSequences = async (client: ClientBase, sequences: readonly Sequence[]): Promise<void> => {
  for (const { name, last } of sequences)
    if (last !== null) await client.query('select setval($1::regclass, $2)', [name, last])
}
