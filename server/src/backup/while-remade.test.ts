// A backup while tables are created again: by the merging of old periods, and by a migration. The backup has all rows,
// and both do their work afterwards.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import type { Address } from '../db/connect.ts'
import { prepareJobs } from '../db/job-schema.ts'
import { executedMigrations, migrationNames } from '../db/migrate/run-migrations.ts'
import { makePeriods } from '../db/periods/partitions.ts'
import { maintainPeriods } from '../db/periods/period-retention.ts'
import { boundOf, PERIODIC, periodOf, periodSuffix } from '../db/periods/periods.ts'
import { diskContents } from '../files/contents/disk-contents.ts'
import { fileStore } from '../files/contents/file-store.ts'
import { migrate } from '../installation/migrate.ts'
import { freshDatabase } from '../testing/database.ts'
import { isDrill } from '../testing/drill.ts'
import { onServer, withDatabase } from '../testing/global-setup.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'
import type { FileStores } from './save-files.ts'

const { url, embedded } = inject('postgres')
const folder = mkdtempSync(join(tmpdir(), 'padron-remade-'))
const ends: (() => Promise<unknown>)[] = []
/** Of a test that waits, on a busy machine. */
const SLOW = 120_000
const KEEP = { runs: 6, events: 24, activity: 24 }
const [RUNS] = PERIODIC
const quarter = (offset: number) => periodOf(RUNS, new Date(), offset)

const connected = async (owner: Address): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: owner.connectionString })
  client.on('error', () => undefined)
  await client.connect()
  ends.unshift(() => client.end())
  return client
}
const emptyDatabase = async (): Promise<Address> => {
  const name = `padron_remade_${randomBytes(6).toString('hex')}`
  await onServer(url, `create database ${name}${embedded ? ' owner padron_owner' : ''}`)
  ends.push(() => onServer(url, `drop database ${name} with (force)`))
  return { connectionString: withDatabase(url, name, embedded ? 'padron_owner' : undefined), role: null }
}
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true })
})

const stores = (name = randomUUID()): FileStores => ({
  jobResults: fileStore(join(folder, name, 'results')),
  emailFiles: fileStore(join(folder, name, 'letters')),
  evidence: fileStore(join(folder, name, 'evidence')),
  documents: diskContents(join(folder, name, 'documents')),
})
const asSystem = (client: pg.Client, text: string) =>
  client.query(`begin; set local role padron_system; ${text}; commit`)
const FLEET = `
  insert into company (tenant_id, short_name, company_name, country, time_zone)
  values (7, 'norte', 'Norte', 'MX', 'America/Monterrey');
  insert into catalogue_version (tenant_id) values (7);
  insert into vehicle (tenant_id, vehicle_id, plate, vin, state_id) overriding system value
  values (7, 1, 'AAA1', 'V1AAAAAAAAAAAAAAA', 19), (7, 2, 'AAA2', 'V2AAAAAAAAAAAAAAA', 19);`
const answer = (at: Date, vehicle: number): string => {
  const id = boundOf(RUNS, at).replace(/0{12}$/, `${vehicle}`.padStart(12, '0'))
  return `
    insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
    duration_ms, outcome)
      values (7, '${id}', ${vehicle}, 'c', 'p', 1, '${at.toISOString()}', 1, 'ok');
    insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
    values (7, '${id}', 5002, 14, '[]', '[]');
    insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, last_run_id, good_run_id)
    values (7, ${vehicle}, 5002, 2, '${id}', '${id}')
      on conflict (tenant_id, vehicle_id, resource_id) do update set last_run_id = '${id}', good_run_id = '${id}';`
}

/**
 * Saves the database, with something done while the backup has its snapshot and has not read the runs.
 * @returns the archive, and how many runs it has
 */
const savedWhile = async (
  owner: Address,
  meanwhile: () => Promise<unknown>,
): Promise<{ file: string; runs: number | undefined }> => {
  const [holder, watcher] = [await connected(owner), await connected(owner)]
  await holder.query('begin; lock table catalogue_version in access exclusive mode')
  const file = join(folder, `${randomUUID()}.padron`)
  const saving = backup({ owner, stores: stores(), file, documents: true })
  try {
    const waits = `
      select
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'copy %catalogue_version%'`
    await expect.poll(async () => (await watcher.query(waits)).rowCount, { timeout: 60_000 }).toBe(1)
    await meanwhile()
  } finally {
    await holder.query('commit')
    await saving.catch(() => undefined)
  }
  const { tables } = await saving
  return { file, runs: tables.find(({ name }) => name === 'check_run')?.rows }
}

test(
  'the merging of old periods waits until a backup has ended',
  async () => {
    const fresh = await freshDatabase()
    ends.push(fresh.drop)
    const owner = await connected(fresh.addressOf('padron_owner'))
    await makePeriods(owner, quarter(4))
    await asSystem(owner, FLEET + answer(quarter(0), 1) + answer(quarter(1), 2))
    const maintain = () => maintainPeriods(fresh.addressOf, fresh.db, KEEP, quarter(4))
    const { runs } = await savedWhile(fresh.addressOf('padron_owner'), maintain)
    expect(runs).toBe(2)
    expect((await maintain())?.dropped).toContain(`check_run_${periodSuffix(quarter(1))}`)
    expect((await fresh.db.system.query('select from check_run')).rowCount).toBe(2)
  },
  SLOW,
)

test.runIf(isDrill)(
  'a migration waits for a backup, reports it and continues; without pending migrations nothing waits',
  async () => {
    const [address, into] = [await emptyDatabase(), await emptyDatabase()]
    await migrate(address, '012-machines')
    const owner = await connected(address)
    await prepareJobs(owner)
    await asSystem(
      owner,
      `insert into state values (19, 'MX', 'Nuevo León');
      insert into portal (portal_key, portal_name, owner_name, country) values ('p', 'P', 'P', 'MX');
      insert into resource (resource_id, resource_key, resource_name, resource_type_id, country, portal_key, mode,
      inputs)
        values (5002, 'mx-2', 'Registro', 2, 'MX', 'p', 'licensed', '{plate}')`,
    )
    await asSystem(owner, FLEET + answer(new Date(), 1) + answer(quarter(9), 2))
    let output = ''
    let migrating: Promise<void> | undefined
    const { file, runs } = await savedWhile(address, async () => {
      await migrate(address, '012-machines')
      migrating = migrate(address, undefined, (line) => {
        output += `${line}\n`
      })
      migrating.catch(() => undefined)
      await expect.poll(() => output, { timeout: 60_000 }).toContain('migrations wait for a backup to end')
      expect((await executedMigrations(owner)).at(-1)).toBe('012-machines')
    })
    expect(runs).toBe(2)
    await migrating
    expect(await executedMigrations(owner)).toEqual(migrationNames())
    await restore({ owner: into, stores: stores(), file, spool: join(folder, 'in'), send: false, now: new Date() })
  },
  SLOW,
)
