// Columns that are read before anybody requests them: all of a large fleet, within the memory limit, and up to date.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asTenant, readAsTenant, type Tx } from '../../db/client.ts'
import { fleetVersion, touchFleet } from '../../db/fleet-version.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'
import { createEdgeCaseFleet } from '../testing/edge-case-fleet.ts'
import { backgroundReader } from './background-reads.ts'
import type { ColumnField } from './column-fields.ts'
import { createFleetCache, type WarmableFleetCache } from './fleet-cache.ts'
import { readAhead, warmUp } from './read-ahead.ts'

let server: TestServer
let company: Company
let ids: number[]
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  ids = await createEdgeCaseFleet(server, company, 40)
})
afterAll(() => server.stop())

let now: number
let fleets: WarmableFleetCache
beforeEach(() => {
  now = 0
  fleets = createFleetCache({ background: backgroundReader(server.db, STAYING) })
})

const STAYING = new AbortController().signal
const SOME: readonly ColumnField[] = ['vin', 'brandName', 'observations', 'tags', 'creationDate', 'stateId', 'tagIds']

/** Lists so many vehicles, and waits until the read that follows is done. */
const listAndWait = (of: WarmableFleetCache, vehicles = 40) => {
  let looked = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = () => {
    looked++
    resolve()
  }
  const ahead = readAhead(of, { large: 40, rest: async () => undefined, clock: () => now, done })
  ahead(company.tenantId, vehicles)
  return { ahead, done: promise, looked: () => looked }
}

const versionNow = async (): Promise<number> =>
  (await readAsTenant(server.db, company.tenantId, (tx) => fleetVersion(tx, company.tenantId))).fieldsVersion
/** The fleet in the cache: there is no database to query. */
const cache = async () => fleets({} as Tx, company.tenantId, SOME, await versionNow())

it('every column of a large fleet is in the cache after the fleet was listed', async () => {
  await expect(cache()).rejects.toThrow()
  await listAndWait(fleets).done
  expect((await cache())?.size).toBe(40)
})

it('changes are read while the fleet is listed, at most once a minute', async () => {
  const { ahead, done, looked } = listAndWait(fleets)
  await done
  await asTenant(server.db, company.tenantId, async (tx) => {
    await sql`update vehicle set brand_name = 'Otra', observations = 'otra' where vehicle_id = ${ids[0]}`.execute(tx)
    await touchFleet(tx, company.tenantId, [ids[0] ?? 0])
  })
  await expect(cache()).rejects.toThrow()
  now += 1_000
  ahead(company.tenantId, 40)
  expect(looked()).toBe(1)
  now += 60_000
  ahead(company.tenantId, 40)
  await expect.poll(looked).toBe(2)
  expect((await cache())?.version).toBe(await versionNow())
})

it('a fleet that changes all the time is not read all the time', async () => {
  let readings = 0
  const busy = Object.assign(createFleetCache(), {
    readAhead: async () => {
      readings++
      now += 2_000
    },
  })
  const { ahead, done, looked } = listAndWait(busy)
  await done
  const passes = readings
  now += 20 * 2_000 * passes - 1
  ahead(company.tenantId, 40)
  expect(looked()).toBe(1)
  now += 1
  ahead(company.tenantId, 40)
  await expect.poll(looked).toBe(2)
  expect(readings).toBe(2 * passes)
})

it('a small fleet, and what exceeds the memory limit, are not read ahead', async () => {
  const { ahead, done, looked } = listAndWait(fleets, 39)
  expect(looked()).toBe(0)
  ahead(company.tenantId + 1, 40) // the turn of another company comes after it
  await done
  expect(looked()).toBe(1)
  await expect(cache()).rejects.toThrow()
  fleets = createFleetCache({ bytes: 4_000, background: backgroundReader(server.db, STAYING) })
  await listAndWait(fleets).done
  await expect(cache()).rejects.toThrow()
})

it('a read is retried after the database was unavailable', async () => {
  const read = backgroundReader(server.db, STAYING)
  let away = true
  fleets = createFleetCache({ background: (...reads) => (away ? Promise.reject(new Error('away')) : read(...reads)) })
  const { ahead, done, looked } = listAndWait(fleets)
  await done
  await expect(cache()).rejects.toThrow()
  away = false
  now += 60_000
  ahead(company.tenantId, 40)
  await expect.poll(looked).toBe(2)
  expect((await cache())?.size).toBe(40)
})

it('nothing is read once the process stops, and the connection is returned', async () => {
  fleets = createFleetCache({ background: backgroundReader(server.db, AbortSignal.abort()) })
  await listAndWait(fleets).done
  await expect(cache()).rejects.toThrow()
  // A stop while rows arrive that no buffer can hold: the connection is free again.
  const large = await server.company('sur')
  await asTenant(server.db, large.tenantId, (tx) =>
    sql`
      insert into vehicle (plate, vin, state_id, observations)
      select 'S' || lpad(i::text, 6, '0'), '3N1CN8AE1R' || lpad(i::text, 7, '0'), 19, repeat('x', 900)
      from generate_series(1, 6000) i`.execute(tx),
  )
  let reads = 0
  const leaving = { throwIfAborted: () => reads++ && AbortSignal.abort().throwIfAborted() } as unknown as AbortSignal
  await expect(
    createFleetCache({ background: backgroundReader(server.db, leaving) }).readAhead(large.tenantId, [
      'plate',
      'observations',
    ]),
  ).rejects.toThrow()
  expect(reads).toBe(2)
  expect(server.db.bulk.totalCount - server.db.bulk.idleCount).toBe(0)
})

it('the large fleets of signed-in users are read at the start', async () => {
  await server.somebody(company, 'ana', [])
  const listed: [number, number][] = []
  await warmUp(server.db, (tenantId, vehicles) => void listed.push([tenantId, vehicles]), 40)
  expect(listed).toEqual([[company.tenantId, 40]])
  await warmUp(server.db, () => expect.unreachable(), 41)
})
