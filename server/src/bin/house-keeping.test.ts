// A process that is told to end does not first keep house: it ends what it is at, and the next process does the rest.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '../env.ts'
import { makeLog } from '../log/log.ts'
import { freshDatabase } from '../testing/database.ts'
import { keepHouse } from './house-keeping.ts'
import { openStores } from './stores.ts'

test('told to stop, it ends after what it is at; what is left is done another time', async () => {
  const fresh = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'padron-house-'))
  const holder = new pg.Client({ connectionString: fresh.addressOf('padron_owner').connectionString })
  await holder.connect()
  onTestFinished(async () => {
    await holder.end()
    await fresh.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const env = readEnv({ PADRON_DATA_DIR: folder })
  const erased = new PassThrough({ objectMode: true })
  const log = makeLog('warn', 'worker', { write: (line) => void erased.write(JSON.parse(line)) })
  const house = { db: fresh.db, addressOf: fresh.addressOf, keep: env.running.keepMonths, stores: openStores(fresh.db, env), log }
  const companies = async () => (await fresh.db.system.query<{ name: string }>('select short_name as name from company')).rows
  await fresh.db.system.query(`insert into company (tenant_id, short_name, company_name, country, time_zone, erase_at)
    values (7, 'norte', 'Norte', 'MX', 'America/Monterrey', now() - interval '1 hour')`)

  await holder.query('begin; lock table access_token in access exclusive mode') // the first that it wants
  const stop = keepHouse(house)
  const waits = `select from pg_locks where not granted and relation = 'access_token'::regclass`
  while ((await holder.query(waits)).rowCount === 0);
  const stopped = stop()
  await holder.query('commit')
  await stopped
  expect(await companies()).toEqual([{ name: 'norte' }])

  const again = keepHouse(house)
  expect((await once(erased, 'data'))[0]).toMatchObject({ tenantId: 7, msg: 'a company was erased, as had been asked' })
  await again()
  expect(await companies()).toEqual([])
}) // biome-ignore format: one statement
