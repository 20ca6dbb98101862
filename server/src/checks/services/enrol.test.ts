// Which checks a new vehicle gets, and what an edit of what sources are queried by removes, history included.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { asSystem, asTenant } from '../../db/client.ts'
import { lockCompany } from '../../db/company-lock.ts'
import { setCompany, suspend } from '../../identity/accounts/company-settings.ts'
import { type TestServer, testServer } from '../../testing/server.ts'
import { enrolVehicles } from './enrol.ts'
import { recheckVehicles } from './recheck.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const rows = async <T extends object>(sql: string) => (await server.db.system.query<T>(sql)).rows

it('a source of the past is asked and has no row of its own; further sources are not asked', async () => {
  const { tenantId } = await server.company('andina', 'CO')
  const [made] = await rows<{ id: number }>(
    `
      insert into vehicle (tenant_id, plate, vin, state_id, asset_status_id)
      values (${tenantId}, 'ABC123', '9FB4SREB4RM001414', 1005, 1)
      returning vehicle_id as id`,
  )
  const id = made?.id ?? 0
  await asTenant(server.db, tenantId, (tx) => enrolVehicles(tx, 'CO', [id]))
  expect(await rows('select resource_id as id from vehicle_resource order by 1')).toEqual(
    [6001, 6005, 6012, 6013].map((one) => ({ id: one })),
  )
  const checks = () => rows<{ key: string }>('select connector_key as key from due_check order by 1')
  const keys = ['co-parque-automotor', 'co-runt', 'co-simit', 'co-simit-historico']
  expect((await checks()).map(({ key }) => key)).toEqual(keys)

  // What the past said of another plate goes with the plate; of another VIN it stays, since nobody asked by it.
  await rows(
    `
      insert into vehicle_record (tenant_id, vehicle_id, resource_id, run_id, at, rows)
      values (${tenantId}, ${id}, 6150, gen_random_uuid(), now(), '[]')`,
  )
  await asTenant(server.db, tenantId, (tx) => recheckVehicles(tx, { country: 'CO', tenantId }, [id], ['vin']))
  expect(await rows('select from vehicle_record')).toHaveLength(1)
  await asTenant(server.db, tenantId, (tx) => recheckVehicles(tx, { country: 'CO', tenantId }, [id], ['plate']))
  expect(await rows('select from vehicle_record')).toHaveLength(0)
  expect((await checks()).map(({ key }) => key)).toEqual(keys)
})

it('an answer asked for by the last of the VIN goes with the VIN', async () => {
  const company = await server.company('norte')
  const [id = 0] = await server.vehicles(company, [{ plate: 'TNA123A', stateId: 21 }])
  await rows(`update vehicle_resource set status_id = 1, good_at = now() where vehicle_id = ${id}`)
  await asTenant(server.db, company.tenantId, (tx) =>
    recheckVehicles(tx, { country: 'MX', tenantId: company.tenantId }, [id], ['vin']),
  )
  const answered = await rows<{ id: number }>(
    `select resource_id as id from vehicle_resource where vehicle_id = ${id} and good_at is not null order by 1`,
  )
  expect(answered.map((row) => row.id)).toEqual([5004, 5009, 5014])
})

it('the registry compares the plate: what it said of another one goes with the plate', async () => {
  const company = await server.company('sureste')
  const [id = 0] = await server.vehicles(company, [{ plate: 'YUA123A', stateId: 31 }])
  await rows(
    `update vehicle_resource set status_id = 14, good_at = now() where vehicle_id = ${id} and resource_id = 5002`,
  )
  await rows(`update vehicle set repuve_status = 14 where vehicle_id = ${id}`)
  await asTenant(server.db, company.tenantId, (tx) =>
    recheckVehicles(tx, { country: 'MX', tenantId: company.tenantId }, [id], ['plate']),
  )
  expect(await rows(`select repuve_status as status from vehicle where vehicle_id = ${id}`)).toEqual([{ status: -1 }])
  expect(
    await rows(`select due_at <= now() as due from due_check where vehicle_id = ${id} and connector_key = 'mx-repuve'`),
  ).toEqual([{ due: true }])
})

it.each([
  ['a check of no portal', `update due_check set portal_key = 'nadie'`, 'there is no portal nadie'],
  [
    'a new check of no portal',
    `insert into due_check
     select (jsonb_populate_record(
       d, '{"connector_key": "x", "portal_key": "nadie", "due_at": "2100-01-01"}')).*
     from due_check d
     limit 1`,
    'there is no portal nadie',
  ],
  [
    'a resource that does not exist',
    `insert into vehicle_resource
     select (jsonb_populate_record(f, '{"resource_id": -1}')).*
     from vehicle_resource f
     limit 1`,
    'there is no resource -1',
  ],
  ['another resource of the same row', 'update vehicle_resource set resource_id = -1', 'neither changes nor goes'],
  ['a portal less', 'delete from portal', 'neither changes nor goes'],
])('%s is refused', async (_name, statement, message) => {
  await expect(rows(statement)).rejects.toThrow(message)
})

describe('a transaction that changes the vehicles of a company', () => {
  /** Begins one that has locked the company; the function ends it. */
  const startWriter = async (tenantId: number): Promise<() => Promise<void>> => {
    const locked = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const writer = asTenant(server.db, tenantId, async (tx) => {
      await lockCompany(tx, tenantId)
      locked.resolve()
      await end.promise
    })
    await Promise.race([locked.promise, writer])
    return () => {
      end.resolve()
      return writer
    }
  }
  const untilBlocked = () =>
    vi.waitFor(
      async () =>
        expect(
          await rows(`
            select from pg_stat_activity
            where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`),
        ).not.toHaveLength(0),
      { timeout: 20_000 },
    )

  it('does not prevent a suspension, even if the next one always begins before it ends', async () => {
    const { tenantId } = await server.company('seguida')
    let end = await startWriter(tenantId)
    let isOver = false
    const suspended = asSystem(server.db, (tx) => suspend(tx, tenantId)).finally(() => {
      isOver = true
    })
    await untilBlocked()
    while (!isOver) {
      const next = startWriter(tenantId)
      await Promise.race([next, untilBlocked()])
      await end()
      end = await next
    }
    await end()
    await suspended
  })

  it('is not kept waiting by a suspension that waits for another one', async () => {
    const { tenantId } = await server.company('larga')
    const endLong = await startWriter(tenantId)
    const suspended = asSystem(server.db, (tx) => suspend(tx, tenantId))
    await untilBlocked()
    for (const _ of [1, 2, 3]) await (await startWriter(tenantId))()
    await endLong()
    await suspended
  })

  it('does not prevent a new name of the company', async () => {
    const { tenantId } = await server.company('renombrada')
    const end = await startWriter(tenantId)
    await asSystem(server.db, (tx) => setCompany(tx, tenantId, { title: 'Otro nombre' }))
    await end()
  })
})
