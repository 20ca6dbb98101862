// The search by plate, VIN or identifier reads the company's own keys and no row of another company; the search box
// finds the same with the fleet's columns in memory and without them, and reports what matched.
import type { Reply } from '@padron/contract/call'
import type { catalogue } from '@padron/contract/catalogue'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem, readAsTenant, type Tx } from '../db/client.ts'
import { bestMatch } from '../features/catalogue/best-match.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { createFleetIndex } from './index/fleet-index.ts'

type Match = Reply<typeof catalogue.bestMatch>[number]

const COMPANIES = 20
const EACH = 250

let server: TestServer
let company: Company
let admin: Somebody

/** Every company has the same vehicles. */
const fill = (tx: Tx, { tenantId }: Company) =>
  sql`
    insert into vehicle (tenant_id, plate, vin, custom_id, state_id, asset_status_id, rfc_name,
      tax_identifier)
    select ${tenantId}, 'KL' || lpad(n::text, 4, '0'), '3N1CN8AE' || lpad(n::text, 9, '0'),
      case when n % 2 = 0 then 'Camión ' || n || '%' end, 19, case when n % 5 = 0 then 8 else 1 end,
      case when n = 100 then 'Águila ' || ${tenantId} when n > 200 then 'Fletes del Bajío ' || n % 20 end,
      case n when 100 then 'AGU161228R08' when 101 then '900123456-7' end
    from generate_series(1, ${EACH}::int) n`.execute(tx)

beforeAll(async () => {
  server = await testServer()
  const companies: Company[] = []
  for (let i = 0; i < COMPANIES; i++) companies.push(await server.company(`empresa${i}`))
  await asSystem(server.db, async (tx) => {
    await sql`set local synchronous_commit = on`.execute(tx) // vacuum marks pages of what is on the disk
    for (const each of companies) await fill(tx, each)
  })
  company = companies[7] as Company
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  await owner.query('vacuum analyze vehicle')
  await owner.end()
  admin = await server.somebody(company, 'busca', ['vehicles_read'])
  await server.db.system.query(
    `insert into vehicle_history (tenant_id, vehicle_id, asset_status_id, plate, vin, former_plate, who)
    select tenant_id, vehicle_id, 2, plate, vin, 'VIEJO1A', 'alguien'
    from vehicle
    where plate = 'KL0005'`,
  )
})
afterAll(() => server.stop())

const asCompany = <T>(work: (tx: Tx) => Promise<T>) => readAsTenant(server.db, company.tenantId, work)

/** Entries that this connection has read of each index of vehicles, and rows without an index. */
const readsOf = async (tx: Tx): Promise<Map<string, number>> => {
  const { rows } = await sql<{ name: string; reads: number }>`
    select indexrelid::regclass::text as name, pg_stat_get_xact_tuples_returned(indexrelid)::int as reads
    from pg_index
    where indrelid = 'vehicle'::regclass
    union all
    select 'rows', pg_stat_get_xact_tuples_returned('vehicle'::regclass)::int`.execute(tx)
  return new Map(rows.map(({ name, reads }) => [name, reads]))
}

it.each([
  ['plate', 'vehicle_by_plate', 'L001', 10],
  ['vin', 'vehicle_by_vin', 'n8ae00000001', 10],
  ['custom_id', 'vehicle_by_custom', 'CAMION 1', 55],
])('a filter by %s reads only the company’s entries of the index %s', async (field, key, text, matches) => {
  const { found, reads } = await asCompany(async (tx) => {
    const before = await readsOf(tx)
    const { rows } = await sql`select * from vehicles_containing(${field}, ${text})`.execute(tx)
    const after = await readsOf(tx)
    const each = [...after].map(([name, count]): [string, number] => [name, count - (before.get(name) ?? 0)])
    return { found: rows.length, reads: Object.fromEntries(each.filter(([, count]) => count > 0)) }
  })
  expect({ found, reads }).toEqual({ found: matches, reads: { [key]: EACH } })
})

describe('the search box', () => {
  const cold = { findByIdentifier: async () => undefined, findRanked: async () => undefined }
  const platesOf = (text: string, fleets: Parameters<typeof bestMatch>[3]) =>
    asCompany(async (tx) => (await bestMatch(tx, company.tenantId, [text], fleets)).map(({ plate }) => plate))

  it.each([
    ['the end of a plate', '0123', ['KL0123']],
    ['the end of a VIN', '0000077', ['KL0077']],
    ['an identifier without its accent', 'amion 200', ['KL0200']],
    ['an identifier with another accent', 'ÁMION 200%', ['KL0200']],
    ['a % as it is', '50%', ['KL0050', 'KL0150', 'KL0250']],
    ['nothing that exists', 'ZZZ', []],
  ])('finds %s equally in memory and in the tables', async (_name, text, expected) => {
    const warm = createFleetIndex(server.db, new AbortController().signal)
    const inMemory = await platesOf(text, warm)
    expect(inMemory.toSorted()).toEqual(expected)
    expect(await platesOf(text, cold)).toEqual(inMemory)
  })

  it('finds at most ten of many matches', async () => {
    const warm = createFleetIndex(server.db, new AbortController().signal)
    for (const fleets of [warm, cold]) {
      const plates = await platesOf('N8AE', fleets)
      expect(plates).toHaveLength(10)
      expect(new Set(plates).size).toBe(10)
    }
  })

  const found = async (like: string, payload = { like }) => {
    const { body } = await server.ask(admin, { method: 'POST', url: '/api/v2/vehicleAsset/bestmatch', payload })
    return (body as Match[]).map(({ plate, matchedBy, holder, former }) => [plate, matchedBy, holder ?? former])
  }

  it.each([
    ['a plate', 'kl-0123', [['KL0123', 'plate', null]]],
    ['the last six of a VIN', '000123', [['KL0123', 'vinEnd', null]]],
    ['its last four, before what only contains them', '0245', [['KL0245', 'plate', null]]],
    ['a whole VIN', '3n1cn8ae000000007', [['KL0007', 'vin', null]]],
    ['an identifier', 'camion 200%', [['KL0200', 'customId', null]]],
    ['a former plate', 'viejo1', [['KL0005', 'former', 'VIEJO1A']]],
    ['too little of a VIN’s end', 'E00', Array(10).fill(['vin'])],
    ['too little of a holder', 'ÁG', []],
  ])('reports that it found %s', async (_name, like, expected) => {
    const rows = await found(like)
    expect(expected[0]?.length === 1 ? rows.map(([, by]) => [by]) : rows).toEqual(expected)
  })

  it('finds a holder by a part of its name, without case or accents, in its own company only', async () => {
    expect(await found('aguila')).toEqual([['KL0100', 'holder', `Águila ${company.tenantId}`]])
    const fletes = await found('DEL BAJIO 7')
    expect(fletes.map(([plate]) => plate)).toEqual(['KL0207', 'KL0227', 'KL0247'])
    expect(await found('del bajio')).toHaveLength(10)
    expect(await found('%%%')).toEqual([])
  })

  it('finds a holder by the whole RFC or NIT, however it is typed', async () => {
    for (const typed of ['agu161228r08', 'AGU 161228 R08'])
      expect(await found(typed)).toEqual([['KL0100', 'holder', `Águila ${company.tenantId}`]])
    for (const typed of ['900.123.456-7', '9001234567']) expect((await found(typed))[0]?.[0]).toBe('KL0101')
    expect(await found('AGU161228')).toEqual([])
  })

  it('reads one index entry for each holder name, and for the end of a VIN only the matches', async () => {
    const read = async (text: string, step: 'match_by_holder' | 'match_by_vin_end') =>
      asCompany(async (tx) => {
        const before = await readsOf(tx)
        await sql`select * from ${sql.ref(step)}(${text})`.execute(tx)
        const after = await readsOf(tx)
        return Object.fromEntries(
          [...after].flatMap(([name, count]) => {
            const more = count - (before.get(name) ?? 0)
            return more > 0 && name !== 'rows' ? [[name, more]] : []
          }),
        )
      })
    expect(await read('aguila', 'match_by_holder')).toEqual({ vehicle_by_holder_name: 22 })
    expect(await read('00250', 'match_by_vin_end')).toEqual({ vehicle_by_vin_end: 1 })
  })
})
