// `padron company move` as a process of its own, killed while it copies, while it hands the company over and before it
// opens the copy. The company is usable in one place only, and the next command completes the move.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { asSystem } from '../db/client.ts'
import { tenantTables } from '../db/company-data.ts'
import { SEALED_COLUMNS } from '../secrets/sealed-columns.ts'
import { createFixtures } from '../testing/fixtures.ts'
import { type Installation, testInstallation } from '../testing/places.ts'
import { type CommandResult, spawnPadron } from '../testing/processes/padron-command.ts'
import type { Company, Somebody } from '../testing/server.ts'

const PADRON = `${import.meta.dirname}/../bin/padron.ts`
const folder = mkdtempSync(join(tmpdir(), 'padron-move-killed-'))
const WAIT = { timeout: 60_000, interval: 50 }

let here: Installation
let there: Installation
beforeAll(async () => {
  here = await testInstallation('mx1', folder)
  there = await testInstallation('mx2', folder)
  const settings = Object.entries(settingsOf(there)).map(([name, value]) => `${name}="${value}"\n`)
  writeFileSync(join(folder, 'mx2.env'), settings.join(''))
})
afterAll(async () => {
  await here.server.stop()
  await there.server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const settingsOf = ({ server, place }: Installation): Record<string, string> => ({
  DATABASE_URL: server.addressOf('padron_owner').connectionString,
  PADRON_DATA_DIR: join(folder, place.address.replaceAll(/\W/g, '-')),
  PADRON_PLACE: place === here.place ? 'mx1' : 'mx2',
  PUBLIC_URL: place.address,
})
const moveArgs = (name: string, ...more: string[]) => [
  ...['company', 'move', '--name', name, '--to', join(folder, 'mx2.env')],
  ...more,
]
const order = (name: string, ...more: string[]): Promise<CommandResult> =>
  spawnPadron(settingsOf(here), moveArgs(name, ...more))

type Lock = { at: Installation; query: string }
/** Locks of a test, each in a transaction of its own, released at its end. */
const held = new Set<pg.PoolClient>()
type Held = { at: Installation; pid: number; letGo: () => Promise<void> }
const hold = async ({ at, query }: Lock): Promise<Held> => {
  const { server } = at
  const client = await server.db.system.connect()
  held.add(client)
  await client.query('begin')
  await client.query(query)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const letGo = async () => {
    if (!held.delete(client)) return
    await client.query('rollback')
    client.release()
  }
  return { at, pid: rows[0]?.pid ?? 0, letGo }
}
const children = new Set<ChildProcess>()
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const client of held) client.release(true)
  held.clear()
})

/** Waits until the move waits for this lock; it waits for others too, but only for a moment. */
const untilBlocked = ({ at, pid }: Held) =>
  vi.waitFor(async () => {
    const { rowCount } = await at.server.db.system.query(
      'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
      [pid],
    )
    expect(rowCount).toBeGreaterThan(0)
  }, WAIT)

const rowsOf = async ({ server: { db } }: Installation, { tenantId }: Company): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {}
  for (const table of await asSystem(db, tenantTables)) {
    // Sessions end, the company's own row and the activity log have the move, and schedules continue.
    if (['access_token', 'provider_sign_in', 'sign_in_challenge', 'company', 'activity'].includes(table)) continue
    // Secrets are sealed again, for the place that they move to.
    const sealed = SEALED_COLUMNS.find((each) => each.table === table)
    const columns = sealed ? `to_jsonb(t) - '${sealed.column}'` : 'to_jsonb(t)'
    const { rows } = await db.system.query<{ row: string }>(
      `select (${columns})::text as row from ${table} t where tenant_id = $1 order by 1`,
      [tenantId],
    )
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

const stateIn = async ({ server }: Installation, { tenantId }: Company): Promise<string | null | undefined> => {
  const { rows } = await server.db.system.query<{ state: string | null }>(
    'select move_state as state from company where tenant_id = $1',
    [tenantId],
  )
  return rows[0]?.state
}
const write = ({ server }: Installation, who: Somebody, name: string) =>
  server.ask(who, {
    method: 'POST',
    url: '/api/v2/tags/categories',
    payload: { TagCategory: [{ TagCategoryName: name, TagColor: 'red' }] },
  })

/** Locks that the move waits for one after another; it is killed at the last one. */
const killAt = async (name: string, locks: readonly Lock[]): Promise<void> => {
  const [first, ...later] = locks
  if (!first) throw new Error('no lock')
  let lock = await hold(first)
  const child = spawn(process.execPath, [PADRON, ...moveArgs(name)], {
    env: { PATH: process.env.PATH, ...settingsOf(here) },
    stdio: 'ignore',
  })
  children.add(child)
  const gone = once(child, 'exit')
  await untilBlocked(lock)
  for (const next of later) {
    const following = await hold(next)
    await lock.letGo()
    lock = following
    await untilBlocked(lock)
  }
  child.kill('SIGKILL')
  await gone
  children.delete(child)
  await lock.letGo()
  // The transactions of the killed process end once the server notices.
  for (const { server } of [here, there])
    await vi.waitFor(async () => {
      const { rowCount } = await server.db.system.query(`
        select from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`)
      expect(rowCount).toBe(0)
    }, WAIT)
}

const companyWithRows = async (name: string, prefix: string) => {
  const company = await here.server.company(name)
  const main = await here.server.somebody(company, 'admin', ['admin'])
  await createFixtures(here.server, company, prefix)
  await here.server.db.system.query('delete from pending_enrolment where tenant_id = $1', [company.tenantId])
  return { company, main, before: await rowsOf(here, company) }
}

const HISTORY = 'lock table vehicle in share row exclusive mode'
const ROWS = 'lock table due_check in share row exclusive mode'
const companyRow = ({ tenantId }: Company) => `select from company where tenant_id = ${tenantId} for update`

test('killed while history is copied: the company stays in use, and the next command moves it', async () => {
  const { company, main, before } = await companyWithRows('historia', 'HIS')
  await killAt('historia', [{ at: there, query: HISTORY }])
  expect(await stateIn(there, company)).toBeUndefined()
  expect((await write(here, main, 'sigue')).status).toBe(200)
  const after = { ...before, ...(await rowsOf(here, company)) }
  expect((await order('historia')).code).toBe(0)
  expect(await rowsOf(there, company)).toEqual(after)
  expect([await stateIn(here, company), await stateIn(there, company)]).toEqual(['moved', null])
})

test('killed while the last rows are copied: the company is read-only, and a cancellation restores it', async () => {
  const { company, main, before } = await companyWithRows('renglones', 'REN')
  await killAt('renglones', [{ at: there, query: ROWS }])
  expect(await stateIn(there, company)).toBeUndefined()
  expect((await write(here, main, 'no')).status).toBe(503)
  expect(await rowsOf(here, company)).toEqual(before)
  expect((await order('renglones', '--cancel')).code).toBe(0)
  expect((await write(here, main, 'ya')).status).toBe(200)
  const after = await rowsOf(here, company)
  expect((await order('renglones')).code).toBe(0)
  expect(await rowsOf(there, company)).toEqual(after)
})

test('killed during the handover: the copy is not used, and the next command completes the move', async () => {
  const { company, main, before } = await companyWithRows('entrega', 'ENT')
  await killAt('entrega', [
    { at: there, query: ROWS },
    { at: here, query: companyRow(company) },
  ])
  // The statement that waited is the server's own by then: it commits or not.
  expect(['read-only', 'moved']).toContain(await stateIn(here, company))
  expect(await stateIn(there, company)).toBe('arriving')
  expect((await write(here, main, 'no')).status).toBeGreaterThanOrEqual(400)
  expect((await order('entrega')).code).toBe(0)
  expect(await rowsOf(there, company)).toEqual(before)
  expect([await stateIn(here, company), await stateIn(there, company)]).toEqual(['moved', null])
})

test('killed before the copy is opened: nobody can write anywhere until the next command opens it', async () => {
  const { company, main, before } = await companyWithRows('llegada', 'LLE')
  await killAt('llegada', [
    { at: there, query: ROWS },
    { at: here, query: companyRow(company) },
    { at: there, query: companyRow(company) },
  ])
  expect(await stateIn(here, company)).toBe('moved')
  expect((await write(here, main, 'no')).status).toBe(410)
  const again = await order('llegada')
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('trasladada')])
  expect(await rowsOf(there, company)).toEqual(before)
  expect([await stateIn(here, company), await stateIn(there, company)]).toEqual(['moved', null])
})
