// The embedded database's directory as older releases left it: with their migrations (in the drills;
// db/migrate/upgrade.test.ts has them on a server), and of another PostgreSQL.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../installation/open.ts'
import { isDrill } from '../../testing/drill.ts'
import { FOUND, fill } from '../../testing/processes/older-database.ts'
import { ensureDatabase } from '../migrate/migrate.ts'
import { executedMigrations, migrationNames } from '../migrate/run-migrations.ts'
import { startEmbedded } from './embedded.ts'
import { MAJOR } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'padron-older-'))
chmodSync(folder, 0o755) // the database's user has to enter
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const RELEASES = ['001-base', '006-best-match', '011-dashboard']

test.runIf(isDrill).each(migrationNames().filter((name) => RELEASES.includes(name)))(
  'a directory of the release that ended with %s starts with this one and keeps its rows',
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

test.runIf(isDrill)('this release knows its version of PostgreSQL', () => {
  expect(readFileSync(join(folder, '011-dashboard', 'pg', 'PG_VERSION'), 'utf8').trim()).toBe(String(MAJOR))
})

test('without the older programs the error says what is needed, and nothing is changed', async () => {
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
