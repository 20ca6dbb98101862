// Measures the catalogue of one company of 200,000 vehicles (BENCH_VEHICLES) among twenty others, with one connection:
// every sort, every kind of filter, the search box and the drawer. The first call is measured separately, because it
// may read a column or count. Beside each figure is that of the bare handler with plain SQL for the same query. A row
// whose p95 exceeds its limit is marked. Then it measures the same lists for users who see a part of the fleet, and
// whether the duration reveals a vehicle outside their part.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asSystem, type Db } from '@padron/server/db/client'
import { openDatabase } from '@padron/server/installation/open'
import { sql } from 'kysely'
import { Pool } from 'undici'
import { startChild } from './child.ts'
import { type BenchFleet, makeFleet, partReaders, vehicles } from './fleet.ts'
import { quantile } from './load.ts'
import { COVERAGE, type LoadRequest, type Operation, operations, pagesOf } from './operations.ts'

const SIZE = Number(process.env.BENCH_VEHICLES ?? 200_000)
const REPEATS = Number(process.env.BENCH_SHOTS ?? 40)
/** Duration of the bare handler's measurement, with at least two calls, because a call may take seconds. */
const BARE_MS = Number(process.env.BENCH_BARE_MS ?? 500)
const IMPORTED = 50_000

export type Row = Record<string, string | number>
type Answer = { ms: number; status: number; totalCount?: number }
type Ask = (request: LoadRequest) => Promise<Answer>

const client = (url: string, token?: string): Ask => {
  const pool = new Pool(url, { connections: 1, pipelining: 1 })
  return async ({ path, body }) => {
    const sent = performance.now()
    const answer = await pool.request({
      path,
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.body.text()
    const ms = performance.now() - sent
    return { ms, status: answer.statusCode, ...(JSON.parse(text) as { totalCount?: number }) }
  }
}

const measure = async ({ name, limits, bare, request }: Operation, ours: Ask, theirs: Ask): Promise<Row> => {
  const first = await ours(request(0, 1))
  const pages = pagesOf(first.totalCount ?? 0)
  let failed = first.status === 200 ? 0 : 1
  const times: number[] = []
  for (let i = 1; i <= REPEATS; i++) {
    const { ms, status } = await ours(request(i, pages))
    times.push(ms)
    if (status !== 200) failed++
  }
  const plain: number[] = []
  for (let i = 1; bare && (plain.length < 2 || plain.reduce((sum, ms) => sum + ms, 0) < BARE_MS); i++)
    plain.push((await theirs(request(i, pages))).ms)
  const [sorted, other] = [times.toSorted((a, b) => a - b), plain.toSorted((a, b) => a - b)]
  const [p50, p95, p50Bare] = [quantile(sorted, 0.5), quantile(sorted, 0.95), quantile(other, 0.5)]
  const limit = SIZE > 200_000 ? limits[1] : limits[0]
  return {
    operation: name,
    vehicles: first.totalCount ?? '',
    'first ms': first.ms.toFixed(0),
    'p50 ms': p50.toFixed(1),
    'p95 ms': p95.toFixed(1),
    limit,
    over: p95 > limit ? 'OVER' : '',
    'bare p50': bare ? p50Bare.toFixed(1) : '',
    'of bare': bare ? (p50 / p50Bare).toFixed(2) : '',
    failed,
  }
}

const STATE_IDS = Array.from({ length: 32 }, (_, i) => i + 1)
/** The parts of the users. `all` excludes no vehicle, but the database still checks each of them. */
const PARTS = {
  'a state': { states: [5] },
  'a tag': { tags: [3] },
  'a lessor': { lessors: ['Arrendadora 3'] },
  half: { states: STATE_IDS.slice(0, 16) },
  all: { states: STATE_IDS },
}
const PART_LIMIT = 1.3

/**
 * The p50 of each part compared with the same query of a user who sees everything, alternating; the first calls
 * separately.
 */
const measureParts = async (
  { name, request }: Operation,
  ours: Ask,
  parts: readonly (readonly [string, Ask])[],
): Promise<Row> => {
  const readers = await Promise.all(
    [['', ours] as const, ...parts].map(async ([part, ask]) => {
      const first = await ask(request(0, 1))
      return { part, ask, first, pages: pagesOf(first.totalCount ?? 0), times: [] as number[] }
    }),
  )
  let failed = readers.filter(({ first }) => first.status !== 200).length
  for (let i = 1; i <= REPEATS; i++)
    for (const { ask, pages, times } of readers) {
      const { ms, status } = await ask(request(i, pages))
      times.push(ms)
      if (status !== 200) failed++
    }
  const [whole = 0, ...others] = readers.map(({ times }) =>
    quantile(
      times.toSorted((a, b) => a - b),
      0.5,
    ),
  )
  const ratios = others.map((p50) => p50 / whole)
  return {
    operation: `in a part: ${name}`,
    'p50 ms': whole.toFixed(1),
    ...Object.fromEntries(parts.map(([part], i) => [part, (ratios[i] ?? 0).toFixed(2)])),
    'first ms': readers.map(({ first }) => first.ms.toFixed(0)).join(' '),
    over: ratios.some((ratio) => ratio > PART_LIMIT) ? 'OVER' : '',
    failed,
  }
}

/** Lists and searches of users who see a part of the fleet. */
const inParts = async (db: Db, fleet: BenchFleet, url: string): Promise<Row[]> => {
  const tokens = await partReaders(db, fleet.tenantId, PARTS)
  const parts = Object.entries(tokens).map(([part, token]) => [part, client(url, token)] as const)
  const ours = client(url, fleet.token)
  const rows: Row[] = []
  for (const operation of operations(fleet).filter(({ bare }) => bare))
    rows.push(await measureParts(operation, ours, parts))
  return [...rows, ...(await timing({ db, tenantId: fleet.tenantId }, url, tokens['a state'] ?? ''))]
}

const list = (vehicleAsset: object): LoadRequest => ({
  path: '/api/v2/vehicleAsset',
  body: { vehicleClass: { vehicleAsset } },
})
type Marks = { id: number; plate: string; vin: string }
/** The calls about one vehicle. */
const OF_ONE: Readonly<Record<string, (vehicle: Marks) => LoadRequest>> = {
  'list by plate': ({ plate }) => list({ plate }),
  'list by VIN': ({ vin }) => list({ vin }),
  'search by plate': ({ plate }) => ({ path: '/api/v2/vehicleAsset/bestmatch', body: { like: plate } }),
  'search by VIN': ({ vin }) => ({ path: '/api/v2/vehicleAsset/bestmatch', body: { like: vin } }),
  drawer: ({ id }) => ({ path: `/sapy/v2/${id}` }),
}
/** Maximum difference of the medians for a vehicle outside the part and for one that does not exist. */
const TELLS_MS = 5
const TIMED = 200

/** Whether the response time reveals the existence of a vehicle outside the user's part. */
const timing = async ({ db, tenantId }: { db: Db; tenantId: number }, url: string, token: string): Promise<Row[]> => {
  const { rows: outside } = await db.system.query<Marks>(
    `select vehicle_id as id, plate, vin
     from vehicle where tenant_id = $1 and state_id <> all ($2::int[]) order by random() limit $3`,
    [tenantId, PARTS['a state'].states, TIMED],
  )
  // Plates and VINs of the same format, which no vehicle has.
  const none = outside.map(({ id, plate, vin }) => ({
    id: id + 1_000_000_000,
    plate: [...plate].toReversed().join(''),
    vin: vin.replace(/\d(?=\d{6}$)/, '9'),
  }))
  const ask = client(url, token)
  const rows: Row[] = []
  for (const [name, request] of Object.entries(OF_ONE)) {
    const times: [number[], number[]] = [[], []]
    let failed = 0
    for (const [i, vehicle] of outside.entries()) {
      const [a, b] = [await ask(request(vehicle)), await ask(request(none[i] ?? vehicle))]
      times[0].push(a.ms)
      times[1].push(b.ms)
      if (a.status !== b.status || a.totalCount !== b.totalCount) failed++
    }
    const [there = 0, missing = 0] = times.map((ms) =>
      quantile(
        ms.toSorted((a, b) => a - b),
        0.5,
      ),
    )
    rows.push({
      operation: `outside the part: ${name}`,
      'p50 ms': there.toFixed(2),
      'p50 ms of none': missing.toFixed(2),
      over: Math.abs(there - missing) > TELLS_MS ? 'OVER' : '',
      failed,
    })
  }
  return rows
}

/** Measured once, so without a p95: it is cached for a minute. */
const coverage = async (ours: Ask): Promise<Row> => {
  const [first, again] = [await ours(COVERAGE), await ours(COVERAGE)]
  return {
    operation: 'coverage, counted once a minute',
    'first ms': first.ms.toFixed(0),
    'p50 ms': again.ms.toFixed(1),
    failed: first.status === 200 ? 0 : 1,
  }
}

/** What the indexes cost a writer: vehicles of a new company, with all triggers. */
const imported = async (db: Db): Promise<Row> => {
  const start = performance.now()
  await asSystem(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const company = { short_name: 'nueva', company_name: 'Nueva', country: 'MX', time_zone: 'America/Mexico_City' }
    const { tenant_id } = await tx
      .insertInto('company')
      .values(company)
      .returning('tenant_id')
      .executeTakeFirstOrThrow()
    await sql.raw(vehicles([tenant_id], 0, IMPORTED)).execute(tx)
  })
  const seconds = (performance.now() - start) / 1000
  const rate = Math.round(IMPORTED / seconds)
  return { operation: `insert of ${IMPORTED} vehicles: ${rate}/s`, 'first ms': (1000 * seconds).toFixed(0) }
}

export const benchCatalogue = async (): Promise<Row[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const { db, addressOf, close } = await openDatabase({ databaseUrl: undefined, dataDir })
  const urls = Object.fromEntries(
    (['padron_app', 'padron_system', 'padron_owner'] as const).map((role) => [role, addressOf(role).connectionString]),
  )
  const fleet = await makeFleet(db, urls.padron_owner ?? '', SIZE)
  const api = await startChild('api-server.ts', [JSON.stringify({ urls })])
  const bare = await startChild('bare-server.ts', [urls.padron_owner ?? '', String(fleet.tenantId)])
  try {
    const [ours, theirs] = [client(api.url, fleet.token), client(bare.url)]
    const table: Row[] = []
    for (const operation of operations(fleet)) table.push(await measure(operation, ours, theirs))
    return [...table, ...(await inParts(db, fleet, api.url)), await coverage(ours), await imported(db)]
  } finally {
    api.stop()
    bare.stop()
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
