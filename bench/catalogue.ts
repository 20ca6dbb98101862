// The catalogue over one company of 200,000 vehicles among twenty others: our API against a bare handler with the same
// SQL, interleaved, medians of rounds. `page` is the bare handler without any count.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@padron/server/db/open'
import { startChild } from './child.ts'
import { makeFleet } from './fleet.ts'
import { type Measured, median, type Shot, shoot } from './load.ts'

const SIZE = Number(process.env.BENCH_VEHICLES ?? 200_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
const LIST = '/api/v2/vehicleAsset'

const list = (vehicleClass: object, pagination: object = {}) => ({
  vehicleClass: { assetHistoric: { assetStatusId: 1 }, ...vehicleClass },
  pagination: { page: 1, pageSize: 25, ...pagination },
})
const OPERATIONS: [string, string, (plates: string[]) => object[]][] = [
  ['list, default filter', LIST, () => [1, 2, 3, 4, 5].map((page) => list({}, { page }))],
  ['filter by one status', LIST, () => [0, 1, -1].map((ticketStatus) => list({ vehicleAsset: { ticketStatus } }))],
  ['filter by a rare status', LIST, () => [list({ vehicleAsset: { stolenStatus: 4 } })],],
  ['filter by plate text', LIST, (plates) => plates.slice(0, 50).map((plate) => list({ vehicleAsset: { plate: plate.slice(1, 6) } }))],
  ['sort by holder', LIST, () => ['asc', 'desc'].map((sortFilterOrder) => list({}, { sortBy: 'rfcName', sortFilterOrder }))],
  ['sort by year', LIST, () => ['asc', 'desc'].map((sortFilterOrder) => list({}, { sortBy: 'year', sortFilterOrder }))],
  ['deep page', LIST, () => [4000, 5000, 6000].map((page) => list({}, { page: Math.min(page, Math.floor((SIZE * 0.88) / 25)) }))],
  ['best match', `${LIST}/bestmatch`, (plates) => plates.slice(0, 200).map((plate) => ({ like: plate.slice(0, 5) }))],
] // biome-ignore format: a table

export type Row = Record<string, string | number>

const one = (rounds: readonly Measured[]) => ({
  perSecond: median(rounds.map((r) => r.perSecond)),
  p50: median(rounds.map((r) => r.p50)),
  p95: median(rounds.map((r) => r.p95)),
})

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
    const table: Row[] = []
    for (const [name, path, bodies] of OPERATIONS) {
      const shots = bodies(fleet.plates)
      for (const connections of [1, 16])
        table.push(await compare(name, path, shots, connections, fleet.token, api.url, bare.url))
    }
    return table
  } finally {
    api.stop()
    bare.stop()
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const compare = async (
  name: string,
  path: string,
  bodies: object[],
  connections: number,
  token: string,
  api: string,
  bare: string,
): Promise<Row> => {
  const at = (to: string, withToken: boolean): Shot[] =>
    bodies.map((body) => ({ path: to, body, ...(withToken ? { token } : {}) }))
  const ours: Measured[] = []
  const theirs: Measured[] = []
  const pages: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await shoot(api, at(path, true), connections, SECONDS))
    theirs.push(await shoot(bare, at(path, false), connections, SECONDS))
    if (path === LIST) pages.push(await shoot(bare, at('/page', false), connections, SECONDS))
  }
  const [a, b, c] = [one(ours), one(theirs), one(pages)]
  const failed = ours.reduce((sum, { failed }) => sum + failed, 0)
  return {
    operation: name, c: connections, 'api/s': Math.round(a.perSecond), 'bare/s': Math.round(b.perSecond), 'api:bare': (a.perSecond / b.perSecond).toFixed(2),
    'api:page': c.perSecond ? (a.perSecond / c.perSecond).toFixed(2) : '', 'p50 ms': a.p50.toFixed(1), 'p95 ms': a.p95.toFixed(1), 'p95:p50': (a.p95 / a.p50).toFixed(1), failed,
  } // biome-ignore format: one row of the table
}
