// What a restore does besides writing rows: it survives a kill, accepts archives of older releases, sends nothing twice
// and reports credentials that no key opens. It is killed twice in the drills, once in `npm test`.
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { lockTablesForCopy } from '../db/copy/table-locks.ts'
import { prepareJobs } from '../db/job-schema.ts'
import { executedMigrations, migrationNames } from '../db/migrate/run-migrations.ts'
import { diskContents } from '../files/contents/disk-contents.ts'
import { fileStore } from '../files/contents/file-store.ts'
import { migrate } from '../installation/migrate.ts'
import { isDrill } from '../testing/drill.ts'
import { onServer, withDatabase } from '../testing/global-setup.ts'
import { backup } from './backup.ts'
import { keepKeys } from './keep-keys.ts'
import { restore } from './restore.ts'
import type { FileStores } from './save-files.ts'
import { verifyArchive } from './verify.ts'

/** Milliseconds for whole restores on a busy machine. */
const SLOW = 120_000
const { url, embedded, template } = inject('postgres')
const folder = mkdtempSync(join(tmpdir(), 'padron-restore-'))
const made: string[] = []
const clients: pg.Client[] = []
const PADRON = join(import.meta.dirname, '../bin/padron.ts')

/** @param fresh completely empty; otherwise an installation of this release that was started once, without companies */
const database = async (fresh = false) => {
  const name = `padron_restore_${randomBytes(6).toString('hex')}`
  made.push(name)
  const from = fresh ? '' : ` template ${template} strategy file_copy`
  await onServer(url, `create database ${name}${embedded ? ' owner padron_owner' : ''}${from}`)
  const owner = { connectionString: withDatabase(url, name, embedded ? 'padron_owner' : undefined), role: null }
  const client = new pg.Client(owner)
  client.on('error', () => undefined)
  await client.connect()
  clients.push(client)
  return { owner, client }
}
const stores = (name: string): FileStores => ({
  jobResults: fileStore(join(folder, name, 'results')),
  emailFiles: fileStore(join(folder, name, 'letters')),
  evidence: fileStore(join(folder, name, 'evidence')),
  documents: diskContents(join(folder, name, 'documents')),
})
const file = () => join(folder, `${randomUUID()}.padron`)
const restoring = (
  owner: Awaited<ReturnType<typeof database>>['owner'],
  from: string,
  more: Partial<Parameters<typeof restore>[0]> = {},
) =>
  restore({
    owner,
    stores: stores(randomUUID()),
    file: from,
    spool: join(folder, 'incoming'),
    send: false,
    now: new Date(),
    ...more,
  })

const COMPANY = `
  insert into company (tenant_id, short_name, company_name, country, time_zone)
  values (7, 'norte', 'Norte', 'MX', 'America/Monterrey');
  insert into catalogue_version (tenant_id) values (7);`
const WAITING = `
  insert into mail (tenant_id, kind, subject_id, recipient, content, state) values
    (7, 'report', gen_random_uuid(), 'a@norte.mx', '{}', 'queued'),
    (7, 'report', gen_random_uuid(), 'b@norte.mx', '{}', 'sending'),
    (7, 'report', gen_random_uuid(), 'c@norte.mx', '{}', 'sent');
  insert into scheduled_report (tenant_id, report_name, kind, mails, frequency, send_day, send_hour, empty_policy,
    first_on, next_at)
  values
    (7, 'Ya', 'debts', '{a@norte.mx}', 'weekly', 1, 7, 'send', '2026-01-05', now() - interval '2 days'),
    (7, 'Luego', 'debts', '{a@norte.mx}', 'weekly', 1, 7, 'send', '2026-01-05', now() + interval '2 days');`

/** Saves an installation of a release with a company. */
const saved = async (upTo: string | undefined, rows: string, key?: string) => {
  const { owner, client } = await database(upTo !== undefined)
  if (upTo) {
    await migrate(owner, upTo)
    await prepareJobs(client)
  }
  await client.query(`begin; set local role padron_system; ${rows}; commit`)
  const path = file()
  const keys = key && `${path}.key`
  if (keys) writeFileSync(keys, `${key}\n`)
  await backup({ owner, stores: stores(randomUUID()), file: path, documents: true, keys })
  return { path, client }
}
const newKey = () => randomBytes(32).toString('base64')
/** Starts `padron restore` as a process, to be killed; it makes its data directory. */
const restoreProcess = (owner: Awaited<ReturnType<typeof database>>['owner'], from: string) => {
  const dataDir = join(folder, randomUUID())
  const env = { PATH: process.env.PATH, DATABASE_URL: owner.connectionString, PADRON_DATA_DIR: dataDir }
  return {
    child: spawn(process.execPath, [PADRON, 'restore', from], { env, stdio: 'ignore' }),
    keyFile: join(dataDir, 'secret.key'),
  }
}
const asSystem = async <T extends object>(client: pg.Client, query: string): Promise<T[]> => {
  await client.query('begin; set local role padron_system')
  const { rows } = await client.query<T>(query)
  await client.query('commit')
  return rows
}

afterAll(async () => {
  for (const client of clients) await client.end().catch(() => undefined)
  for (const name of made) await onServer(url, `drop database ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

const WEBHOOKS = `
  insert into app_user (tenant_id, user_id, username, password_hash) overriding system value values (7, 1, 'ana', 'x');
  insert into webhook (tenant_id, webhook_id, webhook_name, url, host, events, active, user_id,
    secrets) overriding system value
  values
    (7, 1, 'Taller', 'https://taller.mx', 'taller.mx', '{vehicle.created}', true, 1, '{}'),
    (7, 2, 'Apagado', 'https://otro.mx', 'otro.mx', '{vehicle.created}', false, 1, '{}');
  insert into webhook_delivery (tenant_id, webhook_id, event_id, event, at, data, status, next_at, claim_id) values
    (7, 1, gen_random_uuid(), 'a', now(), '{}', 'waiting', now(), gen_random_uuid()),
    (7, 1, gen_random_uuid(), 'b', now(), '{}', 'delivered', null, null);
  insert into channel (tenant_id, channel_id, kind, channel_name, address, shown_address, user_id)
  overriding system value values (7, 1, 'slack', 'Flota', '{"url":"https://hooks.slack.com/x"}', 'hooks.slack.com', 1);
  insert into channel_delivery (tenant_id, channel_id, kind, event_key, content) values (7, 1, 'alert', 'a', '{}');`

test.runIf(isDrill)(
  'a restore holds back emails, deliveries and overdue reports and pauses webhooks, unless it may send',
  async () => {
    const { path, client: source } = await saved(undefined, COMPANY + WAITING + WEBHOOKS)
    const { owner, client } = await database()
    expect((await restoring(owner, path)).suspended).toEqual({
      emails: 2,
      deliveries: 1,
      webhooks: 1,
      messages: 1,
      channels: 1,
    })
    const emails = `select recipient, state, problem from mail order by 1`
    expect(await asSystem(client, emails)).toEqual([
      { recipient: 'a@norte.mx', state: 'failed', problem: 'La base de datos se restauró' },
      { recipient: 'b@norte.mx', state: 'failed', problem: 'La base de datos se restauró' },
      { recipient: 'c@norte.mx', state: 'sent', problem: null },
    ])
    const deliveries =
      'select event, status, problem, next_at is null as ended, claim_id from webhook_delivery order by 1'
    expect(await asSystem(client, deliveries)).toEqual([
      { event: 'a', status: 'failed', problem: 'La base de datos se restauró', ended: true, claim_id: null },
      { event: 'b', status: 'delivered', problem: null, ended: true, claim_id: null },
    ])
    const webhooks = 'select webhook_name as name, active, off_reason as reason from webhook order by webhook_id'
    expect(await asSystem(client, webhooks)).toEqual([
      { name: 'Taller', active: false, reason: 'Se puso en pausa porque la base de datos se restauró' },
      { name: 'Apagado', active: false, reason: null },
    ])
    expect(await asSystem(client, 'select active, off_reason as reason from channel')).toEqual([
      { active: false, reason: 'Se puso en pausa porque la base de datos se restauró' },
    ])
    expect(await asSystem(client, 'select status from channel_delivery')).toEqual([{ status: 'failed' }])
    const dates = `select report_name, next_at > now() as upcoming, next_at::text as at
      from scheduled_report order by 1`
    const [first, second] = await asSystem<{ upcoming: boolean; at: string }>(client, dates)
    expect([first?.upcoming, second?.upcoming]).toEqual([true, true])
    expect(first?.at).toBe((await asSystem<{ at: string }>(source, dates))[0]?.at)

    const other = await database()
    expect((await restoring(other.owner, path, { send: true })).suspended).toEqual({
      emails: 0,
      deliveries: 0,
      webhooks: 0,
      messages: 0,
      channels: 0,
    })
    for (const each of [emails, deliveries, webhooks])
      expect(await asSystem(other.client, each)).toEqual(await asSystem(source, each))
  },
  SLOW,
)

test.runIf(isDrill)(
  'an archive of an older release is migrated; one of a newer release is rejected',
  async () => {
    const { path } = await saved('011-dashboard', COMPANY)
    expect((await verifyArchive(path)).header.migrations.at(-1)).toBe('011-dashboard')
    const { owner, client } = await database()
    await restoring(owner, path)
    expect(await executedMigrations(client)).toEqual(migrationNames())
    expect(await asSystem(client, 'select short_name from company')).toEqual([{ short_name: 'norte' }])

    const newer = await saved(
      undefined,
      `${COMPANY} reset role; insert into kysely_migration values ('999-later', now()::text)`,
    )
    const empty = await database(true)
    await expect(restoring(empty.owner, newer.path)).rejects.toThrow(
      'El respaldo es de una versión más nueva de Padrón',
    )
    expect(await executedMigrations(empty.client)).toEqual([])
  },
  SLOW,
)

test.runIf(isDrill)(
  'a restore that is killed midway leaves an empty installation, which can be restored again',
  async () => {
    const key = newKey()
    const { path } = await saved(undefined, COMPANY, key)
    const { owner, client } = await database()
    // Somebody reads a table: the restore has started its transaction and waits.
    await client.query('begin; select from tag limit 1')
    const { child, keyFile } = restoreProcess(owner, path)
    const watcher = new pg.Client(owner)
    clients.push(watcher)
    await watcher.connect()
    const waits = `
      select
      from pg_stat_activity
      where application_name = 'padron-restore' and datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await watcher.query(waits)).rowCount, { timeout: 60_000 }).toBe(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await client.query('commit')
    await expect
      .poll(
        async () =>
          (
            await watcher.query(
              `select from pg_stat_activity where application_name = 'padron-restore' and datname = current_database()`,
            )
          ).rowCount,
        { timeout: 20_000 },
      )
      .toBe(0)
    expect(await asSystem(client, 'select short_name from company')).toEqual([])
    // The keys were stored before; they are stored once, however often it is restored.
    expect(readFileSync(keyFile, 'utf8')).toBe(`${key}\n`)
    await restoring(owner, path, { keepKeys: (keys) => keepKeys(keyFile, keys) })
    expect(await asSystem(client, 'select short_name from company')).toEqual([{ short_name: 'norte' }])
    expect(readFileSync(keyFile, 'utf8')).toBe(`${key}\n`)
  },
  SLOW,
)

test.runIf(isDrill)(
  'a restore that is killed before newer migrations have run has stored the keys of its rows',
  async () => {
    const key = newKey()
    const { path } = await saved('011-dashboard', COMPANY, key)
    const { owner, client } = await database(true)
    await migrate(owner, '011-dashboard')
    await prepareJobs(client)
    // As beside a backup: rows arrive, and migrations wait.
    await lockTablesForCopy(client, () => undefined)
    const { child, keyFile } = restoreProcess(owner, path)
    const there = () => asSystem<{ name: string }>(client, 'select short_name as name from company')
    await expect.poll(there, { timeout: 60_000 }).toEqual([{ name: 'norte' }])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await executedMigrations(client)).not.toEqual(migrationNames())
    await expect(restoring(owner, path)).rejects.toThrow('La instalación ya tiene la empresa norte')
    expect(readFileSync(keyFile, 'utf8')).toBe(`${key}\n`)
  },
  SLOW,
)

test.runIf(isDrill)('a running product and a store of another installation are left alone', async () => {
  const { path } = await saved(undefined, COMPANY)
  const { owner, client } = await database()
  await client.query(`set application_name = 'padron:1'`)
  await expect(restoring(owner, path)).rejects.toThrow('Padrón trabaja en esta base de datos')
  await client.query(`set application_name = 'psql'`)
  const others = stores('others')
  await others.documents.owner(randomUUID())
  await expect(restoring(owner, path, { stores: others })).rejects.toThrow(
    'El almacén de documentos es de otra instalación',
  )
  // A store that this empty installation has claimed stays its own.
  const own = stores('own')
  const [{ id = '' } = {}] = await asSystem<{ id: string }>(
    client,
    'select installation_id::text as id from installation',
  )
  await own.documents.owner(id)
  await restoring(owner, path, { stores: own })
  expect(await asSystem(client, 'select installation_id::text as id from installation')).toEqual([{ id }])
})

test.runIf(isDrill)(
  'if the library of the queue has another version, waiting jobs are enqueued again',
  async () => {
    const item = randomUUID()
    const { path } = await saved(
      undefined,
      `${COMPANY}
    insert into queue_item (tenant_id, queue_item_id, queue_id, queue_name, description, payload)
    values (7, '${item}', 5, 'x', 'x', '{}');
    update pgboss.version set version = version - 1`,
    )
    const { owner, client } = await database()
    await restoring(owner, path)
    expect(await asSystem(client, `select id, name, state from pgboss.job`)).toEqual([
      { id: item, name: 'work', state: 'created' },
    ])
  },
  SLOW,
)

/** The grant of a role to the login that created it and is no superuser, since PostgreSQL 16. */
const AS_MADE = 'with admin true, inherit false, set false'

test.runIf(isDrill)(
  'a plain login that owns its database can save and restore it, with row-level security forced again',
  async () => {
    const login = `plain_${randomBytes(6).toString('hex')}`
    if (embedded) {
      await onServer(url, `create role ${login} login createrole`)
      for (const role of ['padron_app', 'padron_system', 'padron_scoped'])
        await onServer(url, `grant ${role} to ${login} ${AS_MADE}`)
    }
    const plain = async (name: string) => {
      await onServer(url, `create database ${name}${embedded ? ` owner ${login}` : ''}`)
      const owner = { connectionString: withDatabase(url, name, embedded ? login : undefined), role: null }
      const client = new pg.Client(owner)
      client.on('error', () => undefined)
      clients.push(client)
      return { owner, client }
    }
    const [from, into] = [await plain(`${login}_a`), await plain(`${login}_b`)]
    try {
      await migrate(from.owner, '011-dashboard')
      await from.client.connect()
      await prepareJobs(from.client)
      await from.client.query(`begin; set local role padron_system; ${COMPANY + WAITING}; commit`)
      const path = file()
      const { tables } = await backup({ owner: from.owner, stores: stores(randomUUID()), file: path, documents: true })
      expect(tables.find(({ name }) => name === 'company')?.rows).toBe(1)
      await migrate(into.owner) // an empty installation of this release: its tables become those of the archive
      expect((await restoring(into.owner, path)).suspended).toMatchObject({ emails: 2 })
      await into.client.connect()
      expect(await asSystem(into.client, 'select short_name from company')).toEqual([{ short_name: 'norte' }])
      const open = `select relname from pg_class where relrowsecurity and not relforcerowsecurity`
      expect((await into.client.query(open)).rows).toEqual([])
    } finally {
      await from.client.end()
      await into.client.end()
      for (const name of [`${login}_a`, `${login}_b`]) await onServer(url, `drop database ${name} with (force)`)
      if (embedded) await onServer(url, `drop role ${login}`)
    }
  },
  SLOW,
)
