// Migrates a database to the current schema: the roles, the numbered SQL files, the reference lists of installation/,
// the job queue. If several processes start at once, one migrates under an advisory lock and the others wait.
import pg from 'pg'
import { type Address, applicationName } from '../connect.ts'
import { lockTablesForRemake } from '../copy/table-locks.ts'
import { JOBS_VERSION, jobsVersion, prepareJobs } from '../job-schema.ts'
import { makePeriods } from '../periods/partitions.ts'
import { exemptArrivals } from './arrival-triggers.ts'
import { type ReportLine, retryOnLock } from './lock-retry.ts'
import { executedMigrations, migrationNames, runMigrations } from './run-migrations.ts'

const LOCK = 7_236_104 // any number that no other advisory lock of the product has
const LOOK_AGAIN_MS = 100
/** A longer wait is reported, and again each minute. */
const REPORT_AFTER_MS = 10_000
const SAY_EVERY_MS = 60_000

type Waiting = { onProgress?: ReportLine | undefined; reportAfterMs?: number }

const ROLES = ['padron_app', 'padron_system']
/** For requests of users who see a part of the fleet: a transaction of padron_app assumes it (db/client.ts). */
const SCOPED_ROLE = 'padron_scoped'

/**
 * Work that only one process does at a time on the database: migrations, and work that they must not disturb. A waiting
 * process polls, because a waiting statement would block an index that is created without a lock.
 */
export const withMigrationLock = async <T>(
  owner: Address,
  work: (client: pg.Client) => Promise<T>,
  { onProgress, reportAfterMs = REPORT_AFTER_MS }: Waiting = {},
): Promise<T> => {
  const client = new pg.Client({
    connectionString: owner.connectionString,
    application_name: applicationName(owner),
  })
  client.on('error', () => undefined)
  await client.connect()
  const began = performance.now()
  let sayAt = began + reportAfterMs
  try {
    while (!(await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])).rows[0]?.mine) {
      await new Promise((again) => setTimeout(again, LOOK_AGAIN_MS))
      if (performance.now() < sayAt) continue
      sayAt = performance.now() + SAY_EVERY_MS
      onProgress?.(
        'espera a que otro proceso deje de migrar la base de datos ' +
          `(${Math.round((performance.now() - began) / 1_000)} s)`,
      )
    }
    return await work(client)
  } finally {
    await client.end().catch(() => undefined) // this also releases the lock
  }
}

/**
 * `upTo`: the last migration to run, for archives and data directories of an older release and for tests that start
 * from one; without it all of them, then the reference lists.
 */
export type MigrateOptions = { onProgress?: ReportLine | undefined } & (
  | { upTo: string; writeReference?: never }
  | { upTo?: string | undefined; writeReference: (client: pg.ClientBase) => Promise<void> }
)

/** Whether tables must be created or replaced; a start without such work does not wait. */
const isBehind = async (client: pg.Client, upTo: string | undefined): Promise<boolean> => {
  const seen = new Set(await executedMigrations(client))
  if (migrationNames().some((name) => !seen.has(name) && (!upTo || name <= upTo))) return true
  return !upTo && (await jobsVersion(client)) < JOBS_VERSION
}

/**
 * @param client of a login that owns the schema, with the lock: superuser in the embedded database, CREATEROLE on a
 *   server
 */
export const migrateAlone = async (
  client: pg.Client,
  { upTo, writeReference, onProgress = () => undefined }: MigrateOptions,
): Promise<void> => {
  await ensureLanguage(client)
  await ensureRoles(client)
  if (await isBehind(client, upTo))
    await lockTablesForRemake(client, () => onProgress('migrations wait for a backup to end'))
  await runMigrations(client, { upTo, onProgress })
  if (upTo) return
  await writeReference?.(client)
  await client.query('set lock_timeout = 1500')
  await retryOnLock(
    () => prepareJobs(client).catch((error: unknown) => client.query('rollback').then(() => Promise.reject(error))),
    (attempt) => onProgress(`job queue: waits for a table (attempt ${attempt})`),
  )
  await retryOnLock(
    () => exemptArrivals(client),
    (attempt) => onProgress(`triggers: wait for a table (attempt ${attempt})`),
  )
  await client.query('reset lock_timeout')
  await makePeriods(client, new Date())
}

/** Search ignores case and accents in the database: without this setting it would find less. */
const ensureLanguage = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ encoding: string; folds: boolean }>(
    `
      select current_setting('server_encoding') as encoding,
        lower(chr(193) || chr(209)) = chr(225) || chr(241) as folds`,
  )
  if (rows[0]?.encoding === 'UTF8' && rows[0].folds) return
  throw new Error(
    'La base de datos debe usar UTF-8 y un LC_CTYPE que conozca los acentos, por ejemplo C.UTF-8 o es_MX.UTF-8: ' +
      `create database … encoding 'UTF8' lc_ctype 'C.UTF-8' template template0`,
  )
}

/**
 * The login may assume the roles (set) and has their privileges (inherit: for functions that a later migration
 * replaces). Until PostgreSQL 15 a member may do both; since 16 each is granted by name, and the creator of a role has
 * neither.
 */
const membership = (version: number) =>
  version >= 160_000
    ? { held: ['set', 'usage'], terms: 'with inherit true, set true' }
    : { held: ['member', 'usage'], terms: '' }

/** The roles may log in only if no password is needed (the embedded database's private socket). */
const ensureRoles = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ user: string; embedded: boolean; version: number }>(
    `
      select quote_ident(current_user) as "user", current_user = 'padron_owner' as embedded,
        current_setting('server_version_num')::int as version`,
  )
  const { user = '', embedded = false, version = 0 } = rows[0] ?? {}
  const { held, terms } = membership(version)
  for (const role of [...ROLES, SCOPED_ROLE]) {
    const login = embedded && role !== SCOPED_ROLE ? 'login' : 'nologin'
    await client.query(`do $$ begin
      if not exists (
        select from pg_roles
        where rolname = '${role}') then create role ${role} ${login} noinherit; end if;
    end $$`)
    const holds = held.map((what) => `pg_has_role('${role}', '${what}')`).join(' and ')
    const { rows: found } = await client.query<{ holds: boolean }>(`select ${holds} as holds`)
    if (!found[0]?.holds) await grantRole(client, `grant ${role} to ${user} ${terms}`)
  }
  // There connections log in as padron_app, which is noinherit: it does not get the other role's privileges by
  // membership.
  if (embedded) await client.query(`grant ${SCOPED_ROLE} to padron_app`)
}

/** @throws Error with the statements for a superuser, if this login may not grant the roles */
const grantRole = async (client: pg.ClientBase, statement: string): Promise<void> => {
  try {
    await client.query(statement)
  } catch (error) {
    throw new Error(
      'El usuario de DATABASE_URL no puede darse un rol que otro creó. Un superusuario debe ejecutar: ' +
        `${statement.trim()} (${(error as Error).message})`,
    )
  }
}

/** Creates the product's database in the embedded server at its first start. */
export const ensureDatabase = async (serverUrl: string, name: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database "${name}"`)
  await client.end()
}
