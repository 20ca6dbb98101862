// Migrations on a database in use: nobody waits behind a migration that waits, and a migration that was killed has
// applied a whole file or nothing.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../installation/migrate.ts'
import { onServer, withDatabase } from '../../testing/global-setup.ts'
import { withMigrationLock } from './migrate.ts'
import { executedMigrations, runMigrations } from './run-migrations.ts'

const name = `padron_migrate_${randomBytes(6).toString('hex')}`
const { url, embedded } = inject('postgres')
const owner = { connectionString: withDatabase(url, name, embedded ? 'padron_owner' : undefined), role: null }
const folder = mkdtempSync(join(tmpdir(), 'padron-migrations-'))
const clients: pg.Client[] = []

const connected = async (): Promise<pg.Client> => {
  const client = new pg.Client(owner)
  client.on('error', () => undefined)
  await client.connect()
  clients.push(client)
  return client
}
const write = (file: string, text: string) => writeFileSync(join(folder, `${file}.sql`), text)
/** The progress lines, in their order. */
const progressLines = () => {
  const lines = new PassThrough({ objectMode: true })
  return {
    onProgress: (line: string) => void lines.write(line),
    next: async () => String((await once(lines, 'data'))[0]),
  }
}
const namesOf = async (client: pg.Client, query: string) => (await client.query<{ name: string }>(query)).rows

beforeAll(async () => {
  await onServer(url, `create database ${name}${embedded ? ' owner padron_owner' : ''}`)
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end().catch(() => undefined)
})
afterAll(async () => {
  await onServer(url, `drop database ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

test('a migration that waits for a locked table lets readers through, and runs once the table is free', async () => {
  await migrate(owner, '010-reports')
  const [holder, reader] = [await connected(), await connected()]
  await holder.query('begin; select from debt limit 1')
  const { onProgress, next } = progressLines()
  const migrating = migrate(owner, '011-dashboard', onProgress)
  expect(await next()).toBe('migration 011-dashboard: waits for a table (attempt 1)')
  await reader.query('select count(*) from debt')
  expect(await executedMigrations(reader)).not.toContain('011-dashboard')
  await holder.query('commit')
  await migrating
  expect(await executedMigrations(reader)).toContain('011-dashboard')
})

test('each migration commits by itself: one that fails leaves those before it and runs again', async () => {
  const client = await connected()
  for (const known of await executedMigrations(client)) write(known, 'select 1')
  write('801-first', 'create table first_made (id integer)')
  write('802-second', 'create table second_made (id integer); select 1 / 0')
  await expect(runMigrations(client, { folder })).rejects.toThrow('La migración 802-second falló: division by zero')
  const made = `select relname as name from pg_class where relname in ('first_made', 'second_made') order by 1`
  expect(await namesOf(client, made)).toEqual([{ name: 'first_made' }])
  write('802-second', 'create table second_made (id integer)')
  await runMigrations(client, { folder })
  expect(await namesOf(client, made)).toHaveLength(2)
})

test('a file outside a transaction creates an index during writes, and recovers from an invalid index', async () => {
  const [client, writer] = [await connected(), await connected()]
  write(
    '803-index',
    `-- outside a transaction
drop index concurrently if exists first_made_id;
create unique index concurrently first_made_id on first_made (id);
alter table first_made add constraint first_made_unique unique using index first_made_id`,
  )
  await writer.query('insert into first_made values (1), (1)')
  await expect(runMigrations(client, { folder })).rejects.toThrow('La migración 803-index falló')
  const invalid = `select indexrelid::regclass::text as name from pg_index where not indisvalid`
  expect(await namesOf(client, invalid)).toEqual([{ name: 'first_made_id' }])
  await writer.query('delete from first_made')
  // Another connection writes meanwhile, and another process waits to migrate: neither blocks the other.
  await writer.query('begin; insert into first_made values (2)')
  const other = migrate(owner, '011-dashboard').catch((error: Error) => error.message)
  const running = runMigrations(client, { folder })
  await writer.query('insert into first_made values (3); commit')
  await running
  expect(await namesOf(client, invalid)).toEqual([])
  expect(await other).toContain('La base de datos es de una versión más nueva de Padrón (migración 801-first)')
})

test('a process that waits for another one to migrate reports it', async () => {
  const { onProgress, next } = progressLines()
  const first = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const migrating = withMigrationLock(owner, () => {
    begun.resolve()
    return first.promise
  })
  await begun.promise
  const waiting = withMigrationLock(owner, async () => 'su turno', { onProgress, reportAfterMs: 0 })
  expect(await next()).toMatch(/^espera a que otro proceso deje de migrar la base de datos \(\d+ s\)$/)
  first.resolve()
  await migrating
  expect(await waiting).toBe('su turno')
})
