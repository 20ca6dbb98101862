// A process that is stopped does not finish its retention first: it ends the current step, and the next process does
// the rest.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readEnv } from '../env/env.ts'
import { makeLog } from '../log/log.ts'
import { freshDatabase } from '../testing/database.ts'
import { startRetention } from './retention.ts'
import { openStores } from './stores.ts'

const openInstallation = async (write: (line: string) => void = () => {}) => {
  const fresh = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'padron-retention-'))
  onTestFinished(async () => {
    await fresh.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const env = readEnv({ PADRON_DATA_DIR: folder })
  const log = makeLog('warn', 'worker', { write })
  const installation = {
    db: fresh.db,
    addressOf: fresh.addressOf,
    keep: env.running.keepMonths,
    stores: openStores(fresh.db, env),
    log,
  }
  return { fresh, installation }
}

test('a process whose clock is ahead deletes no file that has not expired in the database’s time', async () => {
  const { fresh, installation } = await openInstallation()
  const { files } = installation.stores
  const { path } = await files.write(randomUUID(), new Date(), async (into) => void into.end('un resultado de hoy'))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  const logLines = new PassThrough({ objectMode: true })
  await fresh.db.system.query(`insert into company (tenant_id, short_name, company_name, country, time_zone, erase_at)
    values (7, 'norte', 'Norte', 'MX', 'America/Monterrey', now() - interval '1 hour')`)
  const stop = startRetention({
    ...installation,
    log: makeLog('warn', 'worker', { write: (line) => void logLines.write(line) }),
  })
  await once(logLines, 'data') // written after expired files are deleted
  await stop()
  expect(await files.read(path)).toBeDefined()
})

test('a process that is stopped ends after the current step; the next one does the rest', async () => {
  const erased = new PassThrough({ objectMode: true })
  const { fresh, installation } = await openInstallation((line) => void erased.write(JSON.parse(line)))
  const holder = new pg.Client({ connectionString: fresh.addressOf('padron_owner').connectionString })
  await holder.connect()
  onTestFinished(() => holder.end())
  const companies = async () =>
    (await fresh.db.system.query<{ name: string }>('select short_name as name from company')).rows
  await fresh.db.system.query(`insert into company (tenant_id, short_name, company_name, country, time_zone, erase_at)
    values (7, 'norte', 'Norte', 'MX', 'America/Monterrey', now() - interval '1 hour')`)

  await holder.query('begin; lock table access_token in access exclusive mode') // the first table that it needs
  const stop = startRetention(installation)
  const waits = `select from pg_locks where not granted and relation = 'access_token'::regclass`
  while ((await holder.query(waits)).rowCount === 0);
  const stopped = stop()
  await holder.query('commit')
  await stopped
  expect(await companies()).toEqual([{ name: 'norte' }])

  const again = startRetention(installation)
  expect((await once(erased, 'data'))[0]).toMatchObject({ tenantId: 7, msg: 'a company was erased as requested' })
  await again()
  expect(await companies()).toEqual([])
})
