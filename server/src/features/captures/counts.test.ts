// The stored counts of manual capture equal a count of the rows, whatever was written and in what order.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recheckVehicles } from '../../checks/services/recheck.ts'
import { asSystem, asTenant, readAsTenant } from '../../db/client.ts'
import { deleteVehicles, restoreDeletion } from '../../fleet/archive/archive.ts'
import { isDrill, someCases } from '../../testing/drill.ts'
import { PDF } from '../../testing/files/proof-files.ts'
import { seededRandom } from '../../testing/random.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { countRows, countsOf } from './counts.queries.ts'
import { countPendingCompanies, foldCounts } from './fold-counts.ts'
import type { WorkListFilter } from './work-lists.ts'

/** In Nuevo León, in Coahuila, and in the whole country; `MACHINE` is the one with an automatic source at first. */
const [LOCAL, OTHER_STATE, THEFT, MACHINE] = [1901, 501, 5004, 5002]
const RESOURCES = [LOCAL, OTHER_STATE, THEFT, MACHINE]
const NARROWS: readonly WorkListFilter[] = [
  {},
  { stateId: 19 },
  { stateId: 5 },
  { resourceTypeId: 1 },
  { stateId: 19, resourceTypeId: 2 },
]

let server: TestServer
let other: Company
let turn = 0

const run = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
beforeAll(async () => {
  server = await testServer()
  await run('update resource set retired = resource_id <> all($1)', [...RESOURCES])
  await run('update resource set connector_key = null where resource_id = any($1)', [LOCAL, OTHER_STATE, THEFT])
  await run(
    `
      update portal p
      set base_url = 'http://127.0.0.1:1'
      from resource r
      where r.resource_id = $1 and p.portal_key = r.portal_key`,
    MACHINE,
  )
  other = await server.company('sur')
  await server.vehicles(other, [{ plate: 'SUR1001' }, { plate: 'SUR1002', stateId: 5 }])
})
afterAll(() => server.stop())

const countsAt = (company: Company, at: Date, count: typeof countsOf) =>
  readAsTenant(server.db, company.tenantId, async (tx) => {
    const counts = []
    for (const narrow of NARROWS) counts.push(await count(tx, company.tenantId, 'MX', narrow, at))
    return counts
  })
const DAYS = [0, 2, 100]
const expectExact = async (company: Company, what: string) => {
  for (const day of DAYS) {
    const at = new Date(Date.now() + day * 86_400_000)
    expect(await countsAt(company, at, countsOf), `${what}, ${day} days from now`).toEqual(
      await countsAt(company, at, countRows),
    )
  }
}

type Fleet = { company: Company; who: Somebody; ids: number[]; deletions: string[] }

const newFleet = async (): Promise<Fleet> => {
  const company = await server.company(`norte${turn++}`)
  const who = await server.somebody(company, 'captura', ['processing_admin', 'vehicles_read'])
  return { company, who, ids: [], deletions: [] }
}

const ask = (fleet: Fleet, url: string, payload: object) => server.ask(fleet.who, { method: 'POST', url, payload })
const update = (fleet: Fleet, columns: string, ids: readonly number[], resourceId: number) =>
  run(
    `update vehicle_resource set ${columns} where tenant_id = $1 and vehicle_id = any($2) and resource_id = $3`,
    fleet.company.tenantId,
    ids,
    resourceId,
  )

const captureOne = async (fleet: Fleet, vehicleAssetId: number) => {
  const query = new URLSearchParams({ vehicleAssetId: `${vehicleAssetId}`, resourceId: `${THEFT}`, fileName: 'a.pdf' })
  const sent = await server.ask(fleet.who, {
    method: 'POST',
    url: `/api/v2/captures/files?${query}`,
    payload: PDF,
    headers: { 'content-type': 'application/pdf' },
  })
  const seenAt = new Date().toISOString()
  const { fileId } = sent.body as { fileId: string }
  const capture = { vehicleAssetId, resourceId: THEFT, statusId: 5, seenAt, debts: [], facts: {}, fileIds: [fileId] }
  const { status } = await ask(fleet, '/api/v2/captures', {
    ...capture,
    paymentLine: null,
    paymentLineDueDate: null,
    note: '',
  })
  expect(status).toBe(200)
}

const deleteSome = async (fleet: Fleet, ids: readonly number[]) => {
  const { tenantId } = fleet.company
  const deletionId = randomUUID()
  await asSystem(server.db, async (tx) => {
    await sql`
      insert into deletion (tenant_id, deletion_id, who)
      values (${tenantId}, ${deletionId}, 'Ana')`.execute(tx)
    await deleteVehicles(tx, { tenantId, deletionId }, ids)
  })
  fleet.deletions.push(deletionId)
}

type Write = (fleet: Fleet, some: number[], any: (below: number) => number) => Promise<unknown>
const GOOD = `good_at = now(), status_id = 5, manual_since = null, captured_at = null`
const WRITES: Readonly<Record<string, Write>> = {
  enrolment: async (fleet, _some, any) => {
    const plates = Array.from({ length: 3 }, () => `P${String(fleet.company.tenantId)}${any(1_000_000)}`)
    fleet.ids.push(
      ...(await server.vehicles(
        fleet.company,
        [...new Set(plates)].map((plate) => ({ plate, stateId: any(2) ? 19 : 5 })),
      )),
    )
  },
  'answers of a machine': (fleet, some, any) =>
    update(fleet, `${GOOD}, fresh_until = now() + interval '${any(96) - 48} hours'`, some, MACHINE),
  'a failed check': (fleet, some) => update(fleet, `manual_since = now()`, some, MACHINE),
  'old captures': (fleet, some, any) =>
    update(
      fleet,
      `good_at = now(), captured_at = now(), manual_since = null,
       fresh_until = now() + interval '${any(96) - 48} hours'`,
      some,
      any(2) ? LOCAL : THEFT,
    ),
  'a capture': (fleet, [one]) => (one === undefined ? Promise.resolve() : captureOne(fleet, one)),
  'an order': (fleet) => ask(fleet, '/api/v3/updateResource', { vehicleClass: null, resourceId: THEFT, emails: [] }),
  'a refresh': (fleet, [one = 0]) => ask(fleet, `/sapy/v2/${one}/refresh`, {}),
  'another state': (fleet, some, any) =>
    asTenant(server.db, fleet.company.tenantId, async (tx) => {
      const stateId = any(2) ? 19 : 5
      await sql`update vehicle set state_id = ${stateId} where vehicle_id = any(${some}::bigint[])`.execute(tx)
      await recheckVehicles(tx, { country: 'MX', tenantId: fleet.company.tenantId }, some, ['stateId'])
    }),
  'a deletion': async (fleet, some) => {
    await deleteSome(fleet, some)
    fleet.ids = fleet.ids.filter((id) => !some.includes(id))
  },
  'a deletion by the foreign key alone': async (fleet, some) => {
    await run('delete from vehicle where vehicle_id = any($1)', some.slice(0, 2))
    fleet.ids = fleet.ids.filter((id) => !some.slice(0, 2).includes(id))
  },
  'an undone deletion': async (fleet) => {
    const last = fleet.deletions.pop()
    if (last === undefined) return
    const { ids } = await asSystem(server.db, (tx) => restoreDeletion(tx, fleet.company.tenantId, last))
    fleet.ids.push(...ids)
  },
  'a resource that becomes manual': () =>
    run(`insert into resource_service (resource_id, decided_by) values ($1, 'Ana') on conflict do nothing`, MACHINE),
  'a resource that becomes automatic': () => run('delete from resource_service'),
  'a fold': () => foldCounts(server.db, undefined, 1),
  'a company counted again': async (fleet) => {
    await run('insert into pending_resource_count values ($1)', fleet.company.tenantId)
    await countPendingCompanies(server.db)
  },
}

it.each(someCases([1, 2, 3], 1, 0))('the counts are exact after every write of a series (seed %s)', async (seed) => {
  const any = seededRandom(seed)
  const fleet = await newFleet()
  const names = Object.keys(WRITES)
  await WRITES.enrolment?.(fleet, [], any)
  for (let step = 0; step < (isDrill ? 40 : 12); step++) {
    const name = names[any(names.length)] ?? ''
    const some = fleet.ids.filter(() => any(2) === 0)
    await WRITES[name]?.(fleet, some, any)
    await expectExact(fleet.company, `seed ${seed}, step ${step}: ${name}`)
  }
})

it('the counts of another company do not change', async () => {
  const before = await countsAt(other, new Date(), countsOf)
  const fleet = await newFleet()
  await WRITES.enrolment?.(fleet, [], () => 7)
  await WRITES['an order']?.(fleet, [], () => 0)
  expect(await countsAt(other, new Date(), countsOf)).toEqual(before)
  const rows = await asTenant(server.db, fleet.company.tenantId, (tx) =>
    sql<{ tenant: number }>`select distinct tenant_id as tenant from vehicle_resource_count`.execute(tx),
  )
  expect(rows.rows).toEqual([{ tenant: fleet.company.tenantId }])
})

it('the counts of a company that is not counted yet are computed from the rows', async () => {
  await run('insert into pending_resource_count values ($1)', other.tenantId)
  await run('delete from vehicle_resource_count where tenant_id = $1', other.tenantId)
  await expectExact(other, 'not counted')
  // One change before the count, and one in a concurrent transaction.
  await run(
    'update vehicle_resource set manual_since = now() where tenant_id = $1 and resource_id = $2',
    other.tenantId,
    LOCAL,
  )
  const beside = await server.db.system.connect()
  await beside.query('begin')
  await beside.query('update vehicle_resource set manual_since = now() where tenant_id = $1 and resource_id = $2', [
    other.tenantId,
    OTHER_STATE,
  ])
  await countPendingCompanies(server.db)
  await expectExact(other, 'counted, before the commit')
  await beside.query('commit')
  beside.release()
  await expectExact(other, 'counted, after the commit')
})

it('concurrent writes of the counts do not wait for each other', async () => {
  const fleet = await newFleet()
  const [first = 0, second = 0] = await server.vehicles(fleet.company, [{ plate: 'MUC1001' }, { plate: 'MUC1002' }])
  const one = await server.db.system.connect()
  await one.query('begin')
  await one.query('update vehicle_resource set manual_since = now() where vehicle_id = $1', [first])
  // Resolves while the first transaction is open.
  await run('update vehicle_resource set manual_since = now() where vehicle_id = $1', second)
  await foldCounts(server.db, undefined, 1)
  await one.query('commit')
  one.release()
  await expectExact(fleet.company, 'both committed')
})
