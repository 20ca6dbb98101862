// Compares the requests per second of our API (with token, permission, validation, row-level security and the activity
// log) with those of the bare handler with plain SQL: 16 connections, the largest of fifty companies with
// BENCH_VEHICLES vehicles. Rows without a limit show how much the bare handler gains by doing less work.
import { loadavg } from 'node:os'
import type { Row } from './catalogue.ts'
import { type Child, startChild } from './child.ts'
import { compareServers, type How, type ServerComparison } from './compare-servers.ts'
import type { LoadRequests } from './load.ts'
import { type FleetDatabase, openFleets, signIn, urlsOf, VEHICLES } from './many-companies.ts'
import { bodies, type Known, lists, newRow, newVehicle, pieces, reads, searches } from './search-requests.ts'

const CONNECTIONS = 16
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)

/** Sixteen companies with a signed-in user each, the largest first. */
const knownOf = async ({ db, places }: FleetDatabase): Promise<Known[]> => {
  const known: Known[] = []
  for (const place of places.slice(0, CONNECTIONS)) known.push({ ...place, token: await signIn(db, place) })
  return known
}

type Comparison = { what: string; limit?: number; ours: LoadRequests; bare: LoadRequests }
const comparisons = (known: readonly Known[], first: Known): Comparison[] => {
  const turn =
    <T>(of: (each: Known) => T) =>
    (nth: number): T =>
      of(known[nth % known.length] ?? first)
  return [
    { what: 'list, page and exact total', limit: 0.8, ours: lists(first), bare: lists(first) },
    {
      what: 'list, bare without its total',
      ours: lists(first),
      bare: bodies.map((body) => ({ path: '/bare/page', body })),
    },
    {
      what: 'search',
      limit: 0.75,
      ours: searches(first),
      bare: pieces(first).map((like) => ({ path: '/api/v2/vehicleAsset/bestmatch', body: { like } })),
    },
    {
      what: 'read one',
      limit: 0.7,
      ours: reads(first),
      bare: first.ids.slice(0, 500).map((id) => ({ path: `/bare/vehicle/${id}` })),
    },
    {
      what: 'insert, the same rows',
      limit: 0.6,
      ours: turn(newVehicle),
      bare: turn((each) => ({ path: '/bare/vehicle/sources', body: newRow(each) })),
    },
    {
      what: 'insert, bare without its sources',
      ours: turn(newVehicle),
      bare: turn((each) => ({ path: '/bare/vehicle', body: newRow(each) })),
    },
  ]
}

const rowOf = ({ what, limit }: Comparison, { ratio, processor, ours, theirs, failed }: ServerComparison): Row => {
  const isWithin = failed === 0 && Number.isFinite(ratio) && (limit === undefined || ratio >= limit)
  if (!isWithin) process.exitCode = 1
  return {
    what,
    'ours/s': Math.round(ours.perSecond),
    'bare/s': Math.round(theirs.perSecond),
    ratio: ratio.toFixed(2),
    limit: limit ?? '',
    'ours p95 ms': ours.p95.toFixed(1),
    'bare p95 ms': theirs.p95.toFixed(1),
    'ours processor ms': ours.processorMs.toFixed(2),
    'bare processor ms': theirs.processorMs.toFixed(2),
    'processor ratio': processor.toFixed(2),
    failed,
    met: limit === undefined ? '' : isWithin ? 'yes' : 'NO',
    load: loadavg()[0]?.toFixed(1) ?? '',
  }
}

const apiServer = (fleets: FleetDatabase): Promise<Child> =>
  startChild('api-server.ts', [JSON.stringify({ urls: urlsOf(fleets) })])

export const benchRatios = async (): Promise<Row[]> => {
  const fleets = await openFleets()
  const known = await knownOf(fleets)
  const [first] = known
  if (!first) throw new Error('no companies')
  const api = await apiServer(fleets)
  const bare = await startChild('bare-server.ts', [urlsOf(fleets).padron_owner, String(first.tenantId)])
  const how: How = { folder: fleets.folder, connections: CONNECTIONS, rounds: ROUNDS, seconds: SECONDS }
  try {
    process.stdout.write(
      `${VEHICLES} vehicles, of them ${first.size} of the company that is asked; ${CONNECTIONS} connections\n`,
    )
    const table: Row[] = []
    for (const each of comparisons(known, first))
      table.push(
        rowOf(each, await compareServers({ ...api, requests: each.ours }, { ...bare, requests: each.bare }, how)),
      )
    return table
  } finally {
    api.stop()
    bare.stop()
    await fleets.close()
    fleets.remove()
  }
}
