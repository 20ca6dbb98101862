// The embedded database as in production, with durable writes.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { isDrill } from '../../testing/drill.ts'
import { startEmbedded } from './embedded.ts'
import { databaseHome } from './files.ts'

const dir = mkdtempSync(join(tmpdir(), 'padron-kept-'))
chmodSync(dir, 0o755) // the database's user has to enter
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const PAGES = `select relpages as n from pg_class where relname = 'fleet'`
const IN_MEMORY = `
  select count(*)::int as n
  from pg_buffercache
  where relfilenode = pg_relation_filenode('fleet') and relforknumber = 0`

/** Runs `work` with the database started, and then stops it. */
const started = async (work: (ask: (sql: string) => Promise<number>) => Promise<void>): Promise<void> => {
  const { maintenanceUrl, stop } = await startEmbedded({ dir })
  const client = new pg.Client({ connectionString: maintenanceUrl })
  try {
    await client.connect()
    await work(async (sql) => (await client.query<{ n: number }>(sql)).rows[0]?.n ?? 0)
  } finally {
    await client.end()
    await stop()
  }
}

test('pages that were in memory are loaded again when the database starts', async () => {
  await started(async (ask) => {
    await ask(`create extension if not exists pg_buffercache`)
    await ask(
      `create table fleet as select n as vehicle_id, repeat('x', 400) as words from generate_series(1, 20000) n`,
    )
    await ask(`vacuum analyze fleet`)
    expect(await ask(IN_MEMORY)).toBe(await ask(PAGES))
  })
  await started(async (ask) => {
    const pages = await ask(PAGES)
    expect(pages).toBeGreaterThan(1_000)
    await expect.poll(() => ask(IN_MEMORY), { timeout: 20_000 }).toBe(pages)
  })
})

/** Processes of PostgreSQL that work on the folder. */
const serversOf = (data: string): string[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d{1,10}$/.test(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data)
      } catch {
        return false // it has ended
      }
    })

test.runIf(isDrill)('a stop during a restart after a kill leaves no server processes', async () => {
  const again = Promise.withResolvers<void>()
  const data = join(databaseHome(dir), 'pg')
  const { stop } = await startEmbedded({
    dir,
    onLog: (line) => {
      if (line.includes('is started again')) again.resolve()
    },
  })
  const [pid] = serversOf(data)
  expect(pid).toBeDefined()
  process.kill(Number(pid), 'SIGKILL')
  await again.promise
  await stop()
  expect(serversOf(data)).toEqual([])
})
