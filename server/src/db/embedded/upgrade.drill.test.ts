// The embedded database's directory, written by an older PostgreSQL and migrated to this one, also if the process was
// killed midway. The short cases are in upgrade.test.ts.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../installation/open.ts'
import { FOUND, fill } from '../../testing/processes/older-database.ts'
import { ensureDatabase } from '../migrate/migrate.ts'
import { MAJOR, own, unprivileged } from './files.ts'
import { launch } from './launch.ts'
import { socketUrl } from './takeover.ts'

const folder = mkdtempSync(join(tmpdir(), 'padron-older-'))
chmodSync(folder, 0o755) // the database's user has to enter
const who = unprivileged()
const OLD = 15
const OLD_BIN = `/usr/lib/postgresql/${OLD}/bin`

afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

  it('migrates every row, continues the sequences, and keeps the old directory', async () => {
    const dir = copied()
    expect(await opened(dir)).toEqual(WHOLE)
    expect(
      readdirSync(dir)
        .filter((name) => name.startsWith('pg'))
        .toSorted(),
    ).toEqual(['pg', `pg-${OLD}`, 'pg.log'])
    expect(readFileSync(join(dir, `pg-${OLD}`, 'PG_VERSION'), 'utf8').trim()).toBe(String(OLD))
    // The next start does not need the older programs.
    const again = await openDatabase({ databaseUrl: undefined, dataDir: dir, fast: true })
    expect((await again.db.system.query('select count(*)::int as n from vehicle')).rows).toEqual([{ n: 301 }])
    await again.close()
  })

  it('starts from the beginning if it was killed before the old directory was renamed', async () => {
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

  it('continues if it was killed after the old directory was renamed', async () => {
    const dir = copied()
    await opened(dir)
    renameSync(join(dir, 'pg'), join(dir, 'pg-ready'))
    const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: dir, fast: true })
    expect((await db.system.query('select count(*)::int as n from vehicle')).rows).toEqual([{ n: 301 }])
    await close()
    expect(existsSync(join(dir, 'pg-ready'))).toBe(false)
  })
})
