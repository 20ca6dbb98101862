// Runs the numbered SQL files that a database does not have yet, forward only. Each runs in its own transaction, so a
// kill leaves the database before or after a file. A file that begins with `-- outside a transaction` runs statement by
// statement and can run again from its start. The table of executed files is the one that earlier releases read too.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { type ReportLine, retryOnLock } from './lock-retry.ts'

export const MIGRATIONS = join(import.meta.dirname, '../migrations')
const OUTSIDE = '-- outside a transaction'

/**
 * The longest wait of a migration for a table, because queries that come after it wait as long. It is longer than
 * `deadlock_timeout`, after which a vacuum of the table gives way.
 */
const LOCK_MS = 1_500
/**
 * In a deadlock the session that checks first gives up: it should be the migration, which is retried. Only superusers
 * may set this.
 */
const LOOK_FIRST = `
  select set_config('deadlock_timeout', '100ms', true)
  from pg_roles
  where rolname = current_user and rolsuper`

export const migrationNames = (folder = MIGRATIONS): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace('.sql', ''))
    .toSorted()

/** The names of the migrations that the database has; none if it is empty. */
export const executedMigrations = async (client: ClientBase): Promise<string[]> => {
  const { rows: found } = await client.query(`select from pg_class where oid = to_regclass('public.kysely_migration')`)
  if (found.length === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

/** Both tables as earlier releases' library creates them: an earlier release that runs beside this one reads them. */
const ensureTables = (client: ClientBase) =>
  client.query(`
    create table if not exists kysely_migration (name varchar(255) not null primary key,
    timestamp varchar(255) not null);
    create table if not exists kysely_migration_lock (id varchar(255) not null primary key,
    is_locked integer not null default 0);
    insert into kysely_migration_lock (id) values ('migration_lock')
    on conflict do nothing`)

const note = (client: ClientBase, name: string) =>
  client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, new Date().toISOString()])

const runInside = async (client: ClientBase, name: string, text: string, lockMs: number): Promise<void> => {
  await client.query(`begin; set local lock_timeout = ${lockMs}; ${LOOK_FIRST}`)
  try {
    await client.query(text)
    await note(client, name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Each statement ends with its line, except for text between two `$$`. */
const statementsOf = (text: string): string[] => {
  const whole: string[] = []
  let open = ''
  for (const piece of text.split(/;[ \t]*(?:--.*)?$/m)) {
    open += open ? `;${piece}` : piece
    if (open.split('$$').length % 2 === 0) continue
    if (open.trim()) whole.push(open)
    open = ''
  }
  return whole
}

/** Such statements wait for others but block none, so they may wait long. */
const runOutside = async (client: ClientBase, name: string, text: string): Promise<void> => {
  for (const statement of statementsOf(text)) await client.query(statement)
  await note(client, name)
}

export type Running = {
  /** The last migration to run; undefined: all. */
  upTo?: string | undefined
  folder?: string
  lockMs?: number
  onProgress?: ReportLine
}

/**
 * @param client of the schema's owner, used by no other code; it holds the lock of migrations
 * @throws Error with a message for the operator
 */
export const runMigrations = async (
  client: ClientBase,
  { upTo, folder = MIGRATIONS, lockMs = LOCK_MS, onProgress = () => undefined }: Running,
): Promise<void> => {
  const known = migrationNames(folder)
  const seen = new Set(await executedMigrations(client))
  const unknown = [...seen].find((name) => !known.includes(name))
  if (unknown)
    throw new Error(`La base de datos es de una versión más nueva de Padrón (migración ${unknown}): use esa versión.`)
  await client.query('set statement_timeout = 0')
  await ensureTables(client)
  for (const name of known) {
    if (seen.has(name) || (upTo && name > upTo)) continue
    const text = readFileSync(join(folder, `${name}.sql`), 'utf8')
    const began = performance.now()
    const run = () =>
      text.startsWith(OUTSIDE) ? runOutside(client, name, text) : runInside(client, name, text, lockMs)
    await retryOnLock(run, (attempt) => onProgress(`migration ${name}: waits for a table (attempt ${attempt})`)).catch(
      (error: unknown) => {
        throw new Error(`La migración ${name} falló: ${error instanceof Error ? error.message : error}`)
      },
    )
    onProgress(`migration ${name}: done in ${Math.round(performance.now() - began)} ms`)
  }
}
