// Our API against Directus on the same table of the same database in one run, 16 connections: a page with its exact
// total, one vehicle, a new vehicle, the search box. Ours also judges a new vehicle, puts down when its sources are
// asked and tells its other readers.
import { loadavg } from 'node:os'
import { type Known, lists, newRow, newVehicle, pieces, reads, searches } from './asked-shots.ts'
import type { Row } from './catalogue.ts'
import { CHECKS, startDirectus, TOKEN } from './directus-server.ts'
import type { Shot, Shots } from './load.ts'
import { openYard, VEHICLES, type Yard } from './many-companies.ts'
import { apiServer, knownOf } from './ratios.ts'
import { type How, type Versus, versus } from './versus.ts'

const CONNECTIONS = 16
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)

/** What a row of our list has of the vehicle's own table. */
const FIELDS = [
  'vehicle_id',
  'plate',
  'vin',
  'custom_id',
  'state_id',
  'asset_status_id',
  'acquisition_reason_id',
  'rfc_name',
  'tax_identifier',
  'lessor_name',
  'brand_name',
  'model_name',
  'year',
  'version_name',
  'class',
  'type',
  'engine_number',
  'owner_name',
  'vehicle_color',
  'doors',
  'origin_country',
  'variation',
  'cilinders',
  'axes',
  'assembly_place',
  'observations',
  'plate_date',
  'plate_entity',
  'registration_date',
  'registration_institution',
  'registration_sheet',
  'supplementary_data',
  'ticket_status',
  'tenencia_status',
  'refrendo_status',
  'tickets_cdmx_status',
  'tickets_env_status',
  'misc_status',
  'violation_status',
  'stolen_status',
  'insurance_status',
  'inspection_status',
  'card_status',
  'plate_status',
  'repuve_status',
  'debt_total',
  'processed_at',
  'created_at',
].join(',')

const path = (item: string, asked: Readonly<Record<string, string | number>>): Shot => ({
  path: `/items/vehicle${item}?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))}`,
  token: TOKEN,
})

const OF_CHECKS = ['resource_type_id', 'status_id', 'good_at', 'fresh_until', 'last_at', 'last_run_id', 'good_run_id']
type What = Readonly<Record<string, string>>
const ROW: What = { fields: FIELDS }
/**
 * And what a row of ours says how fresh each of its checks is by; they are found by the key that leads with the
 * company.
 */
const withChecks = ({ tenantId }: Known): What => ({
  fields: [FIELDS, ...OF_CHECKS.map((each) => `${CHECKS}.${each}`)].join(','),
  [`deep[${CHECKS}][_filter][tenant_id][_eq]`]: `${tenantId}`,
  [`deep[${CHECKS}][_limit]`]: '-1',
})

const theirLists = ({ tenantId }: Known, what: What): Shot[] =>
  Array.from({ length: 40 }, (_, i) =>
    path('', {
      ...what,
      'filter[tenant_id][_eq]': tenantId,
      'filter[asset_status_id][_eq]': 1,
      'filter[ticket_status][_eq]': 0,
      sort: 'plate',
      limit: 25,
      page: 1 + i,
      meta: 'filter_count',
    }),
  )
const theirReads = ({ ids }: Known, what: What): Shot[] => ids.slice(0, 500).map((id) => path(`/${id}`, what))
const theirSearches = (known: Known): Shot[] =>
  pieces(known).map((like) =>
    path('', {
      ...ROW,
      'filter[tenant_id][_eq]': known.tenantId,
      'filter[_or][0][plate][_contains]': like,
      'filter[_or][1][vin][_contains]': like,
      'filter[_or][2][custom_id][_contains]': like,
      limit: 10,
    }),
  )

type Asked = { what: string; limit?: number; ours: Shots; theirs: Shots }
/**
 * Twice against each limit: the table's row alone, and what our answer has of a vehicle, but for its tags; or what
 * our insert writes, but for its due checks.
 */
const asked = (known: readonly Known[], first: Known, checks: readonly object[]): Asked[] => {
  const turn =
    <T>(of: (each: Known) => T) =>
    (nth: number): T =>
      of(known[nth % known.length] ?? first)
  const row = (each: Known) => ({ path: '/items/vehicle', body: newRow(each), token: TOKEN })
  const rows = (each: Known) => ({
    ...row(each),
    body: { ...newRow(each), [CHECKS]: checks.map((check) => ({ ...check, tenant_id: each.tenantId })) },
  })
  return [
    { what: 'list, page and exact total', limit: 9, ours: lists(first), theirs: theirLists(first, ROW) },
    { what: 'the same, with its checks', limit: 9, ours: lists(first), theirs: theirLists(first, withChecks(first)) },
    { what: 'read one', limit: 20, ours: reads(first), theirs: theirReads(first, ROW) },
    { what: 'the same, with its checks', limit: 20, ours: reads(first), theirs: theirReads(first, withChecks(first)) },
    { what: 'insert, the row', limit: 15, ours: turn(newVehicle), theirs: turn(row) },
    { what: 'insert, with its checks', limit: 15, ours: turn(newVehicle), theirs: turn(rows) },
    { what: 'search', ours: searches(first), theirs: theirSearches(first) },
  ]
}

/** The checks that a new vehicle of newRow is put down for. */
const checksOf = async ({ db }: Yard): Promise<object[]> =>
  (
    await db.system.query(
      `
        select resource_id, resource_type_id
        from resource
        where country = 'MX' and (state_id is null or state_id = 19) and not retired and purpose = 'status'`,
    )
  ).rows

/** @throws where its answers lack what they are measured with */
const assureChecks = async (url: string, [shot]: Shot[]): Promise<void> => {
  const reply = await fetch(`${url}${shot?.path}`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const { data } = (await reply.json()) as { data?: Record<string, unknown[]> }
  if (!data?.[CHECKS]?.length) throw new Error('Directus does not answer with the vehicle’s checks')
}

const rowOf = ({ what, limit }: Asked, { ratio, processor, ours, theirs, failed }: Versus): Row => {
  const kept = failed === 0 && Number.isFinite(ratio) && (limit === undefined || ratio >= limit)
  if (!kept) process.exitCode = 1
  return {
    what,
    'ours/s': Math.round(ours.perSecond),
    'Directus/s': Math.round(theirs.perSecond),
    ratio: `× ${ratio.toFixed(1)}`,
    limit: limit ? `× ${limit}` : '',
    'ours p95 ms': ours.p95.toFixed(1),
    'Directus p95 ms': theirs.p95.toFixed(1),
    'processor ratio': `× ${processor.toFixed(1)}`,
    failed,
    kept: limit === undefined ? '' : kept ? 'yes' : 'NO',
    load: loadavg()[0]?.toFixed(1) ?? '',
  }
}

export const benchDirectus = async (): Promise<Row[]> => {
  const yard = await openYard()
  const [first, ...others] = await knownOf(yard)
  if (!first) throw new Error('no companies')
  const api = await apiServer(yard)
  const how: How = { folder: yard.folder, connections: CONNECTIONS, rounds: ROUNDS, seconds: SECONDS }
  try {
    const checks = await checksOf(yard)
    const directus = await startDirectus(yard, first)
    try {
      process.stdout.write(
        `${VEHICLES} vehicles, of them ${first.size} of the company that is asked; ${CONNECTIONS} connections\n`,
      )
      await assureChecks(directus.url, theirReads(first, withChecks(first)))
      const table: Row[] = []
      for (const each of asked([first, ...others], first, checks))
        table.push(rowOf(each, await versus({ ...api, shots: each.ours }, { ...directus, shots: each.theirs }, how)))
      return table
    } finally {
      await directus.leave()
    }
  } finally {
    api.stop()
    await yard.close()
    yard.remove()
  }
}
