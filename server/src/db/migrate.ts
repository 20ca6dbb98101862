// Brings a database to the present: the two roles, the numbered SQL files, the reference lists. Many processes may start
// at once: one migrates under an advisory lock and the others wait for it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Address } from './client.ts'
import { prepareJobs } from './job-schema.ts'
import { writeReference } from './reference.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const LOCK = 7_236_104 // any number that nothing else of ours locks

/** Every migration file, in order; forward only. */
const provider = {
  getMigrations: async (): Promise<Record<string, Migration>> =>
    Object.fromEntries(
      readdirSync(FOLDER)
        .filter((file) => file.endsWith('.sql'))
        .sort()
        .map((file) => {
          const text = readFileSync(join(FOLDER, file), 'utf8')
          return [
            file.replace('.sql', ''),
            { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
          ]
        }),
    ),
}

const ROLES = ['padron_app', 'padron_system']

/**
 * @param owner a login that owns the schema: superuser in the embedded database, CREATEROLE on a server
 * @param upTo the last migration to make, for tests that start from an older release; all of them without it
 */
export const migrate = async (owner: Address, upTo?: string): Promise<void> => {
  const pool = new pg.Pool({
    connectionString: owner.connectionString,
    max: 2,
    application_name: `padron:${process.pid}`,
  })
  pool.on('error', () => undefined)
  const lock = await pool.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [LOCK])
    await ensureLanguage(lock)
    await ensureRoles(lock)
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    const migrator = new Migrator({ db, provider })
    const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
    const failed = results?.find(({ status }) => status === 'Error')
    if (error)
      throw new Error(
        `La migración ${failed?.migrationName ?? ''} falló: ${error instanceof Error ? error.message : error}`,
      )
    if (!upTo) await writeReference(lock)
    if (!upTo) await prepareJobs(lock)
  } finally {
    await lock.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    lock.release()
    await pool.end()
  }
}

/** Search takes off case and accents in the database: one that knows no accents would find less than there is. */
const ensureLanguage = async (client: pg.PoolClient): Promise<void> => {
  const { rows } = await client.query<{ encoding: string; folds: boolean }>(
    `select current_setting('server_encoding') as encoding, lower(chr(193) || chr(209)) = chr(225) || chr(241) as folds`,
  )
  if (rows[0]?.encoding === 'UTF8' && rows[0].folds) return
  throw new Error(
    'La base de datos debe usar UTF-8 y un LC_CTYPE que conozca los acentos, por ejemplo C.UTF-8 o es_MX.UTF-8: ' +
      `create database … encoding 'UTF8' lc_ctype 'C.UTF-8' template template0`,
  )
}

/**
 * The login takes the roles on (set) and keeps what they own (inherit: functions that a later migration replaces). Until
 * PostgreSQL 15 a member may do both; since 16 each is granted by name, and who makes a role has neither.
 */
const membership = (version: number) =>
  version >= 160_000
    ? { held: ['set', 'usage'], terms: 'with inherit true, set true' }
    : { held: ['member', 'usage'], terms: '' }

/** The roles may log in only where no password guards the door anyway (the embedded database's private socket). */
const ensureRoles = async (client: pg.PoolClient): Promise<void> => {
  const { rows } = await client.query<{ login: string; embedded: boolean; version: number }>(
    `select quote_ident(current_user) as login, current_user = 'padron_owner' as embedded, current_setting('server_version_num')::int as version`,
  )
  const { login = '', embedded = false, version = 0 } = rows[0] ?? {}
  const { held, terms } = membership(version)
  for (const role of ROLES) {
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role} ${embedded ? 'login' : 'nologin'} noinherit; end if;
    end $$`)
    const holds = held.map((what) => `pg_has_role('${role}', '${what}')`).join(' and ')
    const { rows: found } = await client.query<{ holds: boolean }>(`select ${holds} as holds`)
    if (!found[0]?.holds) await grantRole(client, `grant ${role} to ${login} ${terms}`)
  }
}

/** @throws Error with what a superuser is to say, where the roles are somebody else's to give */
const grantRole = async (client: pg.PoolClient, statement: string): Promise<void> => {
  try {
    await client.query(statement)
  } catch (error) {
    throw new Error(
      `El usuario de DATABASE_URL no puede darse un rol que otro creó. Un superusuario debe ejecutar: ${statement.trim()} (${(error as Error).message})`,
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
