// The embedded database's directory, as older releases left it: of their migrations, and of another PostgreSQL.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { MAJOR, own, unprivileged } from './embedded-files.ts'
import { launch } from './embedded-launch.ts'
import { socketUrl } from './embedded-takeover.ts'
import { prepareJobs } from './job-schema.ts'
import { ensureDatabase, migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { executedMigrations, migrationNames } from './run-migrations.ts'

const folder = mkdtempSync(join(tmpdir(), 'padron-older-'))
chmodSync(folder, 0o755) // the database's user has to enter
const who = unprivileged()
const OLD = 15
const OLD_BIN = `/usr/lib/postgresql/${OLD}/bin`

/** With rows that every release since the first has known. */
const ROWS = `
  insert into company (tenant_id, short_name, company_name, country, time_zone)
  values (7, 'norte', 'Transportes Ñandú', 'MX', 'America/Monterrey');
  insert into catalogue_version (tenant_id) values (7);
  insert into state values (900, 'MX', 'Estado');
  insert into vehicle (tenant_id, plate, vin, state_id)
  select 7, 'AAA' || n, '3N1CN8AE1RL' || lpad(n::text, 6, '0'), 900
  from generate_series(1, 300) n;`
const FOUND = `
  select (select company_name from company where tenant_id = 7) as name,
    (select count(*)::int from vehicle) as vehicles`

const fill = async (url: string, upTo: string) => {
  await migrate({ connectionString: url, role: null }, upTo)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client
    .query(`begin; set local role padron_system; ${ROWS} commit`)
    .then(() => prepareJobs(client))
    .finally(() => client.end())
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(migrationNames().filter((name) => ['001-base', '006-best-match', '011-dashboard'].includes(name)))(
  'a directory of the release that ended with %s starts with this one, with what was in it',
  async (upTo) => {
    const dir = join(folder, upTo)
    const older = await startEmbedded({ dir, fast: true })
    try {
      await ensureDatabase(older.maintenanceUrl, 'padron')
      await fill(older.url('padron_owner'), upTo)
    } finally {
      await older.stop()
    }
    const { db, addressOf, close } = await openDatabase({ databaseUrl: undefined, dataDir: dir, fast: true })
    expect((await db.system.query(FOUND)).rows).toEqual([{ name: 'Transportes Ñandú', vehicles: 300 }])
    const owner = new pg.Client({ connectionString: addressOf('padron_owner').connectionString })
    await owner.connect()
    expect(await executedMigrations(owner)).toEqual(migrationNames())
    await owner.end()
    await close()
  },
  120_000,
)

test('this release knows which PostgreSQL it brings', () => {
  expect(readFileSync(join(folder, '011-dashboard', 'pg', 'PG_VERSION'), 'utf8').trim()).toBe(String(MAJOR))
})

test('without the older programs it says what is needed, and changes nothing', async () => {
  const data = join(folder, 'foreign', 'pg')
  mkdirSync(data, { recursive: true })
  writeFileSync(join(data, 'PG_VERSION'), '13\n')
  const dir = join(folder, 'foreign')
  await expect(startEmbedded({ dir, fast: true })).rejects.toThrow(
    `es de PostgreSQL 13 y esta versión de Padrón trae PostgreSQL ${MAJOR}. Para pasar sus datos hacen falta los ` +
      'programas de PostgreSQL 13',
  )
  await expect(startEmbedded({ dir, fast: true, oldPostgres: '/no/hay' })).rejects.toThrow(
    'PADRON_OLD_POSTGRES: no se puede ejecutar',
  )
  writeFileSync(join(data, 'PG_VERSION'), '99\n')
  await expect(startEmbedded({ dir, fast: true })).rejects.toThrow('use la versión de Padrón que la escribió')
  expect(readdirSync(data)).toEqual(['PG_VERSION'])
  expect(readdirSync(dir)).toEqual(['pg'])
})

describe.skipIf(!existsSync(OLD_BIN))(`with the programs of PostgreSQL ${OLD}`, { timeout: 120_000 }, () => {
  const made = join(folder, 'made')

  beforeAll(async () => {
    const data = join(made, 'pg')
    mkdirSync(made)
    own(made, who)
    execFileSync(
      join(OLD_BIN, 'initdb'),
      ['-D', data, '-U', 'padron_owner', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
      { ...who, stdio: 'ignore' },
    )
    const { stop } = await launch({ bin: OLD_BIN, data, socket: made, who, fast: true })
    await ensureDatabase(socketUrl(made, 'padron_owner', 'postgres'), 'padron')
    await fill(socketUrl(made, 'padron_owner', 'padron'), '011-dashboard')
    await stop()
  }, 120_000)

  const copied = (): string => {
    const dir = mkdtempSync(join(folder, 'copy-'))
    execFileSync('cp', ['-a', `${made}/.`, dir]) // with its owner and its modes
    chmodSync(dir, 0o755)
    return dir
  }
  const opened = async (dir: string) => {
    const { db, close } = await openDatabase({
      databaseUrl: undefined,
      dataDir: dir,
      fast: true,
      running: { connections: 2, oldPostgres: OLD_BIN },
    })
    const { rows } = await db.system.query(FOUND)
    const {
      rows: [next],
    } = await db.system.query<{ id: number }>(
      `
        insert into vehicle (tenant_id, plate, vin, state_id)
        values (7, 'NEW1', '3N1CN8AE1RL999999', 900)
        returning vehicle_id as id`,
    )
    const {
      rows: [server],
    } = await db.system.query<{ major: number }>(`select current_setting('server_version_num')::int / 10000 as major`)
    await close()
    return { rows, next: next?.id, major: server?.major }
  }
  const WHOLE = { rows: [{ name: 'Transportes Ñandú', vehicles: 300 }], next: 301, major: MAJOR }

  it('carries every row over, goes on counting, and keeps the old directory', async () => {
    const dir = copied()
    expect(await opened(dir)).toEqual(WHOLE)
    expect(
      readdirSync(dir)
        .filter((name) => name.startsWith('pg'))
        .toSorted(),
    ).toEqual(['pg', `pg-${OLD}`, 'pg.log'])
    expect(readFileSync(join(dir, `pg-${OLD}`, 'PG_VERSION'), 'utf8').trim()).toBe(String(OLD))
    // The next start asks for nothing.
    const again = await openDatabase({ databaseUrl: undefined, dataDir: dir, fast: true })
    expect((await again.db.system.query('select count(*)::int as n from vehicle')).rows).toEqual([{ n: 301 }])
    await again.close()
  })

  it('begins anew where it was killed while rows went over, or before the old one was put aside', async () => {
    const dir = copied()
    mkdirSync(join(dir, 'pg-part'))
    mkdirSync(join(dir, 'pg-ready'))
    expect(await opened(dir)).toEqual(WHOLE)
    expect(
      readdirSync(dir)
        .filter((name) => name.startsWith('pg'))
        .toSorted(),
    ).toEqual(['pg', `pg-${OLD}`, 'pg.log'])
  })

  it('goes on where it was killed after the old one was put aside', async () => {
    const dir = copied()
    await opened(dir)
    renameSync(join(dir, 'pg'), join(dir, 'pg-ready'))
    const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: dir, fast: true })
    expect((await db.system.query('select count(*)::int as n from vehicle')).rows).toEqual([{ n: 301 }])
    await close()
    expect(existsSync(join(dir, 'pg-ready'))).toBe(false)
  })
})
