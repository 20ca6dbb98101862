// `padron demo remove` as typed: the demo is deleted with everything that belongs to it, and a customer's company in
// the same installation stays.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '../db/client.ts'
import { eraseDue } from '../db/company-data.ts'
import { isDemoWanted } from '../demo/demo-state.ts'
import { loadDemo } from '../demo/load.ts'
import { readEnv } from '../env/env.ts'
import type { FileStore } from '../files/contents/file-store.ts'
import { fileStore } from '../files/contents/file-store.ts'
import { documentTools, spoolRoom } from '../files/document-tools.ts'
import { createCompany } from '../identity/accounts/accounts.ts'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { runPadron } from '../testing/processes/padron-command.ts'

let fresh: FreshDatabase
const folder = mkdtempSync(join(tmpdir(), 'padron-demo-'))
const { documents } = readEnv({})
const stores = {
  tools: documentTools(documents, folder),
  room: spoolRoom(documents, folder),
  evidence: fileStore(join(folder, 'evidence')),
}

beforeAll(async () => {
  fresh = await freshDatabase()
  await loadDemo(fresh.db, { simulatorUrl: 'http://127.0.0.1:3001', documents: stores, log: () => undefined })
  const own = {
    shortName: 'propia',
    title: 'Propia',
    country: 'MX',
    timeZone: 'America/Mexico_City',
    passwordHash: 'x',
  }
  await asSystem(fresh.db, async (tx) => {
    await createCompany(tx, { ...own, country: 'MX' })
    await tx
      .updateTable('portal')
      .set({ base_url: 'https://real.example', simulated: false, credential: 'own' })
      .where('portal_key', '=', 'apitude')
      .execute()
  })
}, 240_000)
afterAll(async () => {
  await fresh.drop()
  rmSync(folder, { recursive: true, force: true })
})

const padron = (...args: string[]) => {
  const url = fresh.addressOf('padron_owner').connectionString
  const env = { DATABASE_URL: url, PADRON_SECRET: Buffer.alloc(32, 7).toString('base64'), PADRON_DATA_DIR: folder }
  return runPadron(env, args)
}
const rowsOf = async (query: string): Promise<unknown[]> => (await fresh.db.system.query(query)).rows
const files = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.padron')
    .map(({ name }) => name)

test('source status reports that the installation has the demo', async () => {
  expect((await padron('source', 'status')).out).toContain(
    'Esta instalación tiene la demostración (andina, norte y sureste)',
  )
})

test('the demo is not removed without confirmation', async () => {
  expect(await padron('demo', 'remove')).toMatchObject({
    code: 1,
    err: expect.stringContaining('3 empresas (andina, norte y sureste), 6 usuarios y 880 vehículos'),
  })
  expect(await rowsOf('select count(*)::int as n from vehicle')).toEqual([{ n: 880 }])
})

test('demo remove deletes companies, users, vehicles, files and simulated addresses, nothing else', async () => {
  expect(files().length).toBeGreaterThan(100)
  const { code, out, err } = await padron('demo', 'remove', '--yes')
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('Demostración quitada')
  expect(await rowsOf('select short_name as name, suspended_at from company')).toEqual([
    { name: 'propia', suspended_at: null },
  ])
  expect(await rowsOf('select username from app_user')).toEqual([{ username: 'propia-admin' }])
  expect(
    await rowsOf('select 1 from vehicle union all select 1 from stored_file union all select 1 from content_upload'),
  ).toEqual([])
  expect(
    await rowsOf(
      'select portal_key as key, base_url as url, simulated, credential from portal where base_url is not null or ' +
        'simulated or credential is not null',
    ),
  ).toEqual([{ key: 'apitude', url: 'https://real.example', simulated: false, credential: 'own' }])
  expect(await rowsOf('select 1 from news_item union all select 1 from resource_service')).toEqual([])
  expect(files()).toEqual([])
})

test('without a demo there is an error, and a removed demo is not loaded again', async () => {
  expect(await padron('demo', 'remove', '--yes')).toMatchObject({
    code: 1,
    err: 'Esta instalación no tiene la demostración.\n',
  })
  expect((await padron('source', 'status')).out).not.toContain('demostración')
  await rowsOf(`update company set erase_at = now()`)
  const noFiles = { remove: async () => undefined } as unknown as FileStore
  await eraseDue(
    fresh.db,
    noFiles,
    () => undefined,
    (error) => expect.unreachable(String(error)),
  )
  expect(await isDemoWanted(fresh.db, 'local')).toBe(false)
  expect(await isDemoWanted(fresh.db, 'always')).toBe(true)
})
