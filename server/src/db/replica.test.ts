// Two real servers, one of which follows the other by streaming: large reads use the replica, always see what was
// written before, and continue without it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_CALLS } from '@padron/contract/features'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '../installation/open.ts'
import { isDrill } from '../testing/drill.ts'
import { type Follower, startFollower } from '../testing/processes/follower.ts'
import type { Replica } from './client.ts'
import { asSystem, asTenant, type Db, type Tx } from './client.ts'
import { openReplica, readFromReplica } from './replica.ts'

const dir = mkdtempSync(join(tmpdir(), 'padron-followed-'))
let first: OpenDatabase
let follower: Follower
let replica: Replica
let db: Db
const companies: number[] = []

const SOON = { waitMs: 10_000, restMs: 0 }
/** A login that switches to the role, as on a server. */
const addressOf = (at: Follower) => ({ connectionString: at.url('padron_owner'), role: 'padron_app' }) as const
/** Where a read ran, and which companies it saw there. */
const look = async (tx: Tx) => {
  const { rows } = await sql<{ there: boolean; seen: number[] }>`
    select pg_is_in_recovery() as there, array(select tenant_id::int from company order by 1) as seen`.execute(tx)
  return rows[0]
}
const addTag = (tenantId: number, name: string) =>
  asTenant(db, tenantId, (tx) => tx.insertInto('tag_category').values({ category_name: name, color: 'red' }).execute())
const tags = async (tx: Tx) => {
  const { rows } = await sql<{ name: string; there: boolean }>`
    select category_name as name, pg_is_in_recovery() as there
    from tag_category
    order by tag_category_id desc
    limit 1`.execute(tx)
  return rows[0]
}

beforeAll(async () => {
  first = await openDatabase({ databaseUrl: undefined, dataDir: dir })
  const socket =
    new URL(first.addressOf('padron_owner').connectionString.replace('@/', '@localhost/')).searchParams.get('host') ??
    ''
  for (const name of ['uno', 'dos']) {
    const { tenant_id } = await asSystem(first.db, (tx) =>
      tx
        .insertInto('company')
        .values({ short_name: name, company_name: name, country: 'MX', time_zone: 'America/Mexico_City' })
        .returning('tenant_id')
        .executeTakeFirstOrThrow(),
    )
    companies.push(tenant_id)
  }
  follower = await startFollower(dir, socket)
  replica = openReplica(addressOf(follower), SOON)
  db = { ...first.db, replica }
}, 300_000)
afterAll(async () => {
  await replica.close()
  await follower.kill()
  follower.remove()
  await first.close()
  rmSync(dir, { recursive: true, force: true })
})

it('a read runs on the replica, where a company sees only itself', async () => {
  const [one = 0, two = 0] = companies
  expect(await readFromReplica(db, one, look)).toEqual({ there: true, seen: [one] })
  expect(await readFromReplica(db, two, look)).toEqual({ there: true, seen: [two] })
  expect((await replica.pool.query('select from company')).rowCount).toBe(0)
})

it('a read sees what was written just before, and no write runs on the replica', async () => {
  const [one = 0] = companies
  for (let nth = 1; nth <= 20; nth++) {
    await addTag(one, `etiqueta ${nth}`)
    expect(await readFromReplica(db, one, tags)).toEqual({ name: `etiqueta ${nth}`, there: true })
  }
  // A write in a read-only transaction fails on both.
  const writing = readFromReplica(db, one, (tx) =>
    tx.insertInto('tag_category').values({ category_name: 'x', color: 'red' }).execute(),
  )
  await expect(writing).rejects.toThrow(/read-only transaction/)
  const { rows } = await first.db.system.query<{ there: boolean }>('select pg_is_in_recovery() as there')
  expect(rows).toEqual([{ there: false }])
})

it.runIf(isDrill)('a replica that lags behind is not read until it has caught up', async () => {
  const [one = 0] = companies
  const hasty = openReplica(addressOf(follower), { waitMs: 50, restMs: 0 })
  await follower.run('select pg_wal_replay_pause()')
  await addTag(one, 'mientras tanto')
  expect(await readFromReplica({ ...db, replica: hasty }, one, tags)).toEqual({ name: 'mientras tanto', there: false })
  await follower.run('select pg_wal_replay_resume()')
  expect(await readFromReplica(db, one, tags)).toEqual({ name: 'mientras tanto', there: true })
  await hasty.close()
})

it('a replica with another role or of another database is not read, and the operator is warned once', async () => {
  const [one = 0] = companies
  const owner = new pg.Client({ connectionString: first.addressOf('padron_owner').connectionString })
  await owner.connect()
  await owner.query('create database otra')
  await owner.end()
  const loose = { ...addressOf(follower), role: null }
  const stranger = {
    ...addressOf(follower),
    connectionString: follower.url('padron_owner').replace('/padron?', '/otra?'),
  }
  const reachable = async () => {
    const client = new pg.Client(stranger)
    return client.connect().then(
      () => client.end(),
      (error: Error) => error.message,
    )
  }
  await expect.poll(reachable, { timeout: 10_000 }).toBeUndefined() // the replica has received it
  const warnings: string[] = []
  for (const address of [loose, stranger]) {
    const bad = openReplica(address, { ...SOON, wrong: (line) => warnings.push(line) })
    expect(await readFromReplica({ ...db, replica: bad }, one, look)).toEqual({ there: false, seen: [one] })
    expect(await readFromReplica({ ...db, replica: bad }, one, look)).toEqual({ there: false, seen: [one] })
    await bad.close()
  }
  expect(warnings).toEqual([
    expect.stringMatching(/trabaja como padron_owner y no como padron_app/),
    'PADRON_REPLICA_URL: no es una réplica de esta base de datos, así que no se lee de ella.',
  ])
})

it.runIf(isDrill)(
  'a read that the replica breaks off runs on the primary, and so do the next ones for a while',
  async () => {
    const [one = 0] = companies
    const shy = openReplica(addressOf(follower), { waitMs: 10_000, restMs: 3_600_000 })
    const answers: (boolean | undefined)[] = []
    const broken = await readFromReplica({ ...db, replica: shy }, one, async (tx) => {
      const { there } = (await look(tx)) ?? {}
      answers.push(there)
      if (there) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      return there
    })
    expect([answers, broken]).toEqual([[true, false], false])
    expect((await readFromReplica({ ...db, replica: shy }, one, look))?.there).toBe(false)
    await shy.close()
  },
)

it.runIf(isDrill)('reads continue without a replica: killed while they run, or never reachable', async () => {
  const [one = 0] = companies
  const reads = Promise.all(Array.from({ length: 40 }, () => readFromReplica(db, one, look)))
  await follower.kill()
  expect((await reads).map((each) => each?.seen)).toEqual(Array.from({ length: 40 }, () => [one]))
  expect(await readFromReplica(db, one, look)).toEqual({ there: false, seen: [one] })
  const nowhere = openReplica({ connectionString: 'postgresql://x@127.0.0.1:1/x', role: null })
  expect(await readFromReplica({ ...db, replica: nowhere }, one, look)).toEqual({ there: false, seen: [one] })
  await nowhere.close()
})

it('only calls that only read use the replica', () => {
  const replicaCalls = ALL_CALLS.filter((call) => call.replica)
  expect(replicaCalls.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['dashboard.read', 'activity.list', 'health.states']),
  )
  for (const call of replicaCalls)
    expect([call.name, call.method === 'GET' || call.reads === true, call.opens]).toEqual([call.name, true, undefined])
})
