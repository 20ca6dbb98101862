// The columns of a fleet in the memory of the process, while the fleet changes: never older than the transaction that
// reads them, never of another company, and equal to the tables.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { asTenant, readAsTenant, type Tx } from '../../db/client.ts'
import { fleetVersion, touchChecks, touchFleet } from '../../db/fleet-version.ts'
import { uuidV7 } from '../../db/uuid.ts'
import { isDrill, someCases } from '../../testing/drill.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'
import type { Page } from '../rows.queries.ts'
import { createEdgeCaseFleet } from '../testing/edge-case-fleet.ts'
import { backgroundReader } from './background-reads.ts'
import { readColumnsOf } from './columns.queries.ts'
import { createFigureCache } from './figure-cache.ts'
import { createFleetCache, type FleetCache } from './fleet-cache.ts'
import { listVehicles } from './page.ts'

let server: TestServer
let north: Company
let south: Company
let ids: number[]

beforeAll(async () => {
  server = await testServer()
  north = await server.company('norte')
  south = await server.company('sur')
  ids = await createEdgeCaseFleet(server, north, 60)
  await createEdgeCaseFleet(server, south, 30)
})
afterAll(() => server.stop())

/** One of each kind; every field's order has a test of its own. */
const FIELDS = [
  'plate',
  'vin',
  'customId',
  'stateName',
  'brandName',
  'year',
  'creationDate',
  'processedDate',
  'tags',
  'plateDate',
  'assetStatusId',
] as const
const QUERIES = FIELDS.map((sortBy): [object, Page] => [{}, { page: 1, pageSize: 100, sortBy }])
const FILTERS = [
  { brand: { brandName: 'nuevo' } },
  { vehicleInfo: { ownerName: 'a' } },
  { model: { year: 2031 } },
  { state: { stateId: [5, 9] } },
  { vehicleAsset: { plate: 'NEW' } },
  { tags: [{ tagId: 1 }, { tagId: 2 }] },
  { assetHistoric: { assetStatusId: [1, 9] } },
].map((filter): [object, Page] => [filter, { page: 1, pageSize: 100, sortBy: 'vin' }])

const answers = (company: Company, fleets: FleetCache, queries = [...QUERIES, ...FILTERS]) =>
  readAsTenant(server.db, company.tenantId, async (tx) => {
    const as = { tenantId: company.tenantId, timeZone: 'America/Bogota', tags: true }
    const found: object[] = []
    for (const [vehicleClass, page] of queries) {
      const { vehicles, totalCount } = await listVehicles(tx, as, { vehicleClass }, page, {
        figures: createFigureCache(),
        lists: createFigureCache(),
        fleets,
      })
      const order = vehicles.map((row) => (JSON.parse(row) as VehicleRow).vehicleAsset.vehicleAssetId)
      found.push({ query: [vehicleClass, page.sortBy], order, totalCount })
    }
    return found
  })
const fromTables: FleetCache = async () => undefined

const change = (work: (tx: Tx) => Promise<number[] | undefined>) =>
  asTenant(server.db, north.tenantId, async (tx) => touchFleet(tx, north.tenantId, await work(tx)))
const insert = async (tx: Tx, plate: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    insert into vehicle (plate, vin, state_id, brand_name, engine_number, year, created_at)
    values (${plate}, ${`9BW${plate.padStart(14, '0')}`}, 9, 'Nuevo 🚚', ${plate}, 2031, now())
    returning vehicle_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

const CHANGES: [string, (tx: Tx) => Promise<number[] | undefined>][] = [
  ['an added vehicle', (tx) => insert(tx, 'NEW001')],
  [
    'two added vehicles in one change',
    async (tx) => [...(await insert(tx, 'NEW002')), ...(await insert(tx, 'AAA003'))],
  ],
  [
    'new values in many fields',
    async (tx) => {
      await sql`
        update vehicle
        set brand_name = 'nuevo', owner_name = 'ázz', year = 2031, plate = 'NEW004', observations = 'x',
          plate_date = '2031-01-01'
        where vehicle_id = ${ids[3]}`.execute(tx)
      return [ids[3] ?? 0]
    },
  ],
  [
    'removed values and another status',
    async (tx) => {
      await sql`
        update vehicle
        set brand_name = null, doors = null, asset_status_id = 9, state_id = 5
        where vehicle_id = ${ids[5]}`.execute(tx)
      return [ids[5] ?? 0]
    },
  ],
  [
    'another plate alone',
    async (tx) => {
      await sql`update vehicle set plate = 'ZZZ777' where vehicle_id = ${ids[12]}`.execute(tx)
      return [ids[12] ?? 0]
    },
  ],
  [
    'a deleted vehicle',
    async (tx) => {
      await sql`delete from vehicle where vehicle_id = ${ids[7]}`.execute(tx)
      return [ids[7] ?? 0]
    },
  ],
  [
    'other tags',
    async (tx) => {
      await sql`delete from vehicle_tag where vehicle_id = ${ids[10]}`.execute(tx)
      await sql`
        insert into vehicle_tag (tag_id, vehicle_id)
        select tag_id, ${ids[9]}::bigint
        from tag
        on conflict do nothing`.execute(tx)
      return [ids[9] ?? 0, ids[10] ?? 0]
    },
  ],
  [
    'a change that names no vehicle',
    async (tx) => {
      await sql`update vehicle set brand_name = 'anónimo' where vehicle_id < ${ids[20]}`.execute(tx)
      return undefined
    },
  ],
  ['one more vehicle after it', (tx) => insert(tx, 'NEW009')],
]

describe('while the fleet changes, the cache', () => {
  const fleets = createFleetCache()
  it.each(CHANGES)('equals the tables after %s', async (_name, work) => {
    await answers(north, fleets)
    await change(work)
    expect(await answers(north, fleets)).toEqual(await answers(north, fromTables))
  })

  it.runIf(isDrill)(
    'equals the tables after several changes since the last read, of columns used at different times',
    async () => {
      await answers(north, fleets, QUERIES.slice(0, 4))
      await change((tx) => insert(tx, 'NEW101'))
      await answers(north, fleets, QUERIES.slice(2, 8))
      await change((tx) => insert(tx, 'NEW102'))
      await change(async (tx) => {
        const gone = await sql<{
          id: number
        }>`delete from vehicle where plate = 'NEW101' returning vehicle_id as id`.execute(tx)
        return [...ids, ...gone.rows.map(({ id }) => id)]
      })
      expect(await answers(north, fleets)).toEqual(await answers(north, fromTables))
    },
  )

  it.runIf(isDrill)('equals the tables after more changes than are recorded', async () => {
    for (let i = 0; i < 105; i++) await change(async () => [ids[0] ?? 0])
    await change((tx) => insert(tx, 'NEW200'))
    expect(await answers(north, fleets)).toEqual(await answers(north, fromTables))
  })

  it('gives the same answers after changes of checks only', async () => {
    const before = await answers(north, fleets)
    await asTenant(server.db, north.tenantId, (tx) => touchChecks(tx, north.tenantId))
    expect(await answers(north, fleets)).toEqual(before)
  })
})

it('the cache reflects checks that changed nothing but the date', async () => {
  const fleets = createFleetCache()
  const byDate = QUERIES.filter(([, { sortBy }]) => sortBy === 'processedDate')
  await answers(north, fleets, byDate)
  await asTenant(server.db, north.tenantId, async (tx) => {
    await sql`
      insert into check_run (run_id, vehicle_id, connector_key, portal_key, parser_version, started_at, duration_ms,
        outcome)
      values (${uuidV7(new Date())}, ${ids[0]}, 'x', 'x', 1, now(), 1, 'ok')`.execute(tx)
    await sql`update vehicle set processed_at = '2031-01-01T00:00:00.5Z' where vehicle_id = ${ids[0]}`.execute(tx)
  })
  const after = await answers(north, fleets, byDate)
  expect(after).toEqual(await answers(north, fromTables, byDate))
})

it.runIf(isDrill)('the cache reflects them also after a clock that was an hour ahead is set back', async () => {
  const fleets = createFleetCache()
  const byDate = QUERIES.filter(([, { sortBy }]) => sortBy === 'processedDate')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  await answers(north, fleets, byDate)
  vi.useRealTimers()
  await asTenant(server.db, north.tenantId, async (tx) => {
    await sql`
      insert into check_run (run_id, vehicle_id, connector_key, portal_key, parser_version, started_at, duration_ms,
        outcome)
      values (${uuidV7(new Date())}, ${ids[1]}, 'x', 'x', 1, now(), 1, 'ok')`.execute(tx)
    await sql`update vehicle set processed_at = '2032-01-01T00:00:00.5Z' where vehicle_id = ${ids[1]}`.execute(tx)
  })
  expect(await answers(north, fleets, byDate)).toEqual(await answers(north, fromTables, byDate))
})

it('concurrent readers and changes leave the cache equal to the tables', async () => {
  const fleets = createFleetCache()
  const readers = Array.from({ length: 6 }, (_, i) => answers(north, fleets, QUERIES.slice(i, i + 5)))
  const changes = Array.from({ length: 4 }, (_, i) => change((tx) => insert(tx, `MID${i}00`)))
  await Promise.all([...readers, ...changes])
  expect(await answers(north, fleets)).toEqual(await answers(north, fromTables))
})

it('the cache of one company never answers for another', async () => {
  const fleets = createFleetCache()
  await answers(north, fleets)
  expect(await answers(south, fleets)).toEqual(await answers(south, fromTables))
  expect(await answers(north, fleets)).toEqual(await answers(north, fromTables))
  const fleet = await readAsTenant(server.db, south.tenantId, async (tx) =>
    fleets(tx, south.tenantId, ['plate'], (await fleetVersion(tx, south.tenantId)).fieldsVersion),
  )
  expect(fleet?.size).toBe(30)
})

it('the answers are the same with almost no memory', async () => {
  const fleets = createFleetCache({ bytes: 1 })
  for (const company of [north, south, north])
    expect(await answers(company, fleets)).toEqual(await answers(company, fromTables))
})

describe('a large fleet, which is read in the background,', () => {
  const query = [...QUERIES.slice(0, 6), ...FILTERS.slice(0, 3)]
  const STAYING = new AbortController().signal
  const one = async (fleets: FleetCache): Promise<object[]> => {
    const found: object[] = []
    for (const each of query) found.push(...(await answers(north, fleets, [each])))
    return found
  }

  it('has the same answers, and reflects changes', async () => {
    const fleets = createFleetCache({ large: 16, background: backgroundReader(server.db, STAYING) })
    expect(await one(fleets)).toEqual(await answers(north, fromTables, query))
    await change((tx) => insert(tx, 'THR001'))
    expect(await one(fleets)).toEqual(await answers(north, fromTables, query))
  })

  it.runIf(isDrill)('holds no connection while requests wait, and many requests share few reads', async () => {
    let [readings, idle] = [0, 0]
    const read = backgroundReader(server.db, STAYING)
    const { app } = server.db
    const fleets = createFleetCache({
      large: 16,
      background: async (tenantId, work) => {
        readings++
        // The waiting requests have returned their connections, however many they are.
        await vi.waitUntil(() => app.waitingCount + app.totalCount - app.idleCount === 0).then(() => idle++)
        return read(tenantId, work)
      },
    })
    const all = Array.from({ length: 40 }, (_, i) => QUERIES.slice(i % 9, (i % 9) + 1))
    const found = await Promise.all(all.map((query) => answers(north, fleets, query)))
    expect(found.flat()).toEqual(await answers(north, fromTables, all.flat()))
    expect(idle).toBe(readings)
    expect(readings).toBeLessThan(5)
  })

  it.runIf(isDrill)('does not replace the columns of a larger read that ended in the meantime', async () => {
    const read = backgroundReader(server.db, STAYING)
    const goOn = Promise.withResolvers<void>()
    let readings = 0
    const fleets = createFleetCache({
      large: 16,
      background: (tenantId, work) =>
        read(tenantId, async (given) => {
          // The first read has found no fleet, and is slow.
          const { client } = given
          const query = (statement: never) =>
            typeof statement === 'string' ? goOn.promise.then(() => client.query(statement)) : client.query(statement)
          await work(++readings === 1 ? { ...given, client: { query } as never } : given)
        }),
    })
    const slow = answers(north, fleets, QUERIES.slice(1, 2))
    await expect.poll(() => readings).toBe(1)
    await fleets.readAhead(north.tenantId, ['plate', 'vin', 'brandName', 'year'])
    goOn.resolve()
    await slow
    const { fieldsVersion } = await readAsTenant(server.db, north.tenantId, (tx) => fleetVersion(tx, north.tenantId))
    const cached = await fleets({} as Tx, north.tenantId, ['vin', 'brandName', 'year'], fieldsVersion)
    expect(cached?.size).toBeGreaterThan(50)
  })

  it.runIf(isDrill)('has the same answers with any memory limit', async () => {
    const expected = await answers(north, fromTables, query)
    for (const bytes of [1, 3_000, 6_000, 12_000])
      expect(
        await one(createFleetCache({ bytes, large: 16, background: backgroundReader(server.db, STAYING) })),
        `${bytes} bytes`,
      ).toEqual(expected)
  })

  it('is read from the tables in a transaction that writes', async () => {
    const fleets = createFleetCache({ large: 16, background: () => expect.unreachable() })
    const fleet = await asTenant(server.db, north.tenantId, (tx) => fleets(tx, north.tenantId, ['vin'], 1))
    expect(fleet).toBeUndefined()
  })

  it('is read from the tables if the background read fails', async () => {
    const fleets = createFleetCache({ large: 16, background: () => Promise.reject(new Error('no connection')) })
    expect(await one(fleets)).toEqual(await answers(north, fromTables, query))
  })
})

it.runIf(isDrill)('two companies have the same answers with any memory limit', async () => {
  const [norths, souths] = [await answers(north, fromTables), await answers(south, fromTables)]
  const sizes = Array.from({ length: 16 }, (_, n) => 2_000 + n * 2_500)
  for (const bytes of someCases(sizes, 2, 0)) {
    const fleets = createFleetCache({ bytes })
    for (let round = 0; round < 2; round++) {
      expect(await answers(north, fleets), `${bytes} bytes`).toEqual(norths)
      expect(await answers(south, fleets), `${bytes} bytes`).toEqual(souths)
    }
  }
})

it('a query of many columns, and many queries at once, have the same answers as the tables', async () => {
  const many = {
    vehicleInfo: {
      class: 'a',
      type: 'a',
      version: 'a',
      ownerName: 'a',
      engineNumber: 'a',
      variation: 'a',
      axes: 'a',
      country: 'a',
      vehicleColor: 'a',
    },
  }
  const query: [object, Page][] = [[many, { page: 1, pageSize: 100, sortBy: 'vin' }]]
  expect(await answers(north, createFleetCache(), query)).toEqual(await answers(north, fromTables, query))
  const fleets = createFleetCache()
  const sorts = FIELDS.map((sortBy): [object, Page][] => [[{}, { page: 1, pageSize: 100, sortBy }]])
  const together = await Promise.all(sorts.map((sort) => answers(north, fleets, sort)))
  expect(together.flat()).toEqual(await answers(north, fromTables, QUERIES))
})

it('vehicles are read in the order of their ids, with any join method of the database', async () => {
  await asTenant(server.db, north.tenantId, async (tx) => {
    for (const way of ['nestloop', 'hashjoin', 'mergejoin']) {
      for (const each of ['nestloop', 'hashjoin', 'mergejoin'])
        await sql.raw(`set local enable_${each} = ${each === way ? 'on' : 'off'}`).execute(tx)
      const { ids: read } = await readColumnsOf(tx, north.tenantId, ['plate', 'stateName'])
      const found = JSON.parse(read) as number[]
      expect(found.length).toBeGreaterThan(50)
      expect(found, way).toEqual(found.toSorted((a, b) => a - b))
    }
  })
})
