// A decision about a nationwide resource is stored at once and applied to the vehicles in batches; the next process
// completes a run that was killed.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { writeReference } from '../../installation/reference.ts'
import { isDrill } from '../../testing/drill.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'
import { CONNECTORS } from '../connectors/registry.ts'
import { enrolVehicles } from './enrol.ts'
import { enrolAgain as enrolInBatches, type InTransaction, VEHICLES_AT_ONCE } from './enrol-again.ts'
import { writeServices } from './services.ts'

/** Vehicles of a batch. */
const BATCH = isDrill ? VEHICLES_AT_ONCE : 200
const SIZES = [1.3, 1, 0.2].map((batches) => batches * BATCH)
const [FIRST = 0, SECOND = 0] = SIZES
const ALL = 2.5 * BATCH
const REPUVE = 5104 // an additional source of the whole country, unused until somebody decides to use it
const BATCHES = 5 // by company: a full batch and a partial one; a full batch and an empty one; a partial batch

let server: TestServer
let companies: Company[]
const rows = async <T>(text: string) => (await server.db.system.query(text)).rows as T[]
const count = async (text: string) => (await rows<{ n: number }>(`select count(*)::int as n from ${text}`))[0]?.n
const enrolled = () => count(`vehicle_resource where resource_id = ${REPUVE}`)
const versions = () => rows<{ version: number }>('select version from catalogue_version order by tenant_id')

beforeAll(async () => {
  server = await testServer()
  companies = []
  for (const [i, size] of SIZES.entries()) {
    const company = await server.company(`empresa${i}`)
    companies.push(company)
    await asSystem(server.db, async (tx) => {
      const made = await sql<{ id: number }>`
        insert into vehicle (tenant_id, plate, vin, state_id, asset_status_id)
        select ${company.tenantId}, 'E' || ${i}::int || lpad(n::text, 5, '0'),
          '3N1CN8AE' || lpad((n + ${i}::int * 100000)::text, 9, '0'), 19, 1
        from generate_series(1, ${size}::int) n returning vehicle_id as id`.execute(tx)
      await enrolVehicles(
        tx,
        'MX',
        made.rows.map(({ id }) => id),
      )
    })
  }
  await rows(`update vehicle_resource set status_id = 14, good_at = now() where resource_type_id = 2;
    update vehicle set repuve_status = 14`)
})
afterAll(() => server.stop())

const enrolAgain = (inTransaction: InTransaction, onProgress?: (vehicles: number) => void) =>
  enrolInBatches(inTransaction, { onProgress, vehiclesAtOnce: BATCH })
const system: InTransaction = (work) => asSystem(server.db, work)
/** Ends the process's work before its n-th transaction. */
const killedAt = (n: number): InTransaction => {
  let begun = 0
  return async (work) => {
    begun += 1
    if (begun === n) throw new Error('killed')
    return system(work)
  }
}
const decide = (text: string) =>
  asSystem(server.db, async (tx) => {
    await sql.raw(text).execute(tx)
    return writeServices(tx, CONNECTORS)
  })
const unprocessed = () => count('vehicle where repuve_status = -1')

it('a decision is stored at once, before any vehicle changes', async () => {
  expect(await decide(`insert into resource_service (resource_id, decided_by) values (${REPUVE}, 'Ana')`)).toBe(true)
  expect(await rows(`select retired from resource where resource_id = ${REPUVE}`)).toEqual([{ retired: false }])
  expect(await enrolled()).toBe(0)
  expect(await rows('select cursor from pending_enrolment')).toEqual([{ cursor: 0 }, { cursor: 0 }, { cursor: 0 }])
})

it('after a kill between or inside batches, finished batches stay and the next start completes the run', async () => {
  await expect(enrolAgain(killedAt(3))).rejects.toThrow('killed')
  expect([await enrolled(), await unprocessed()]).toEqual([FIRST, FIRST])
  const broken: InTransaction = (work) =>
    system(async (tx) => {
      await work(tx)
      throw new Error('killed inside')
    })
  await expect(enrolAgain(broken)).rejects.toThrow('killed inside')
  expect(await enrolled()).toBe(FIRST)
  const before = await versions()

  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  await writeReference(owner)
  await owner.end()
  expect([await enrolled(), await unprocessed(), await count('pending_enrolment')]).toEqual([ALL, ALL, 0])
  const after = await versions()
  expect(after.map(({ version }, i) => version > (before[i]?.version ?? 0))).toEqual([false, true, true])
})

it('a batch locks only its own vehicles: workers can update the others', async () => {
  await decide(`delete from resource_service`)
  const last = companies[2]?.tenantId
  let batches = 0
  const watched: InTransaction = (work) =>
    system(async (tx) => {
      const result = await work(tx)
      batches += 1
      if (batches === 1)
        await rows(
          `
            set lock_timeout = '2s'; update vehicle
            set processed_at = now()
            where tenant_id = ${last}; reset lock_timeout`,
        )
      return result
    })
  const reported: number[] = []
  expect(await enrolAgain(watched, (vehicles) => reported.push(vehicles))).toBe(ALL)
  expect(reported).toEqual([BATCH, FIRST, FIRST + SECOND, FIRST + SECOND, ALL])
  expect(batches).toBe(BATCHES + 1)
  expect([await enrolled(), await unprocessed(), await count('pending_enrolment')]).toEqual([0, 0, 0])
})

it('the checks of a connector without resources are deleted; a second run does nothing', async () => {
  const mine = `due_check where connector_key = 'mx-cdmx-adeudos'`
  const others = await count(`due_check where connector_key <> 'mx-cdmx-adeudos'`)
  expect(await count(mine)).toBe(ALL)
  await decide(
    `
      insert into resource_service (resource_id, decided_by)
      select resource_id, 'Ana'
      from resource
      where connector_key = 'mx-cdmx-adeudos'`,
  )
  await enrolAgain(system)
  expect(await count(mine)).toBe(0)
  expect(await count(`due_check where connector_key <> 'mx-cdmx-adeudos'`)).toBe(others)
  expect(await decide('select 1')).toBe(false)
  expect(await enrolAgain(system)).toBe(0)
})

it('two concurrent runs take turns; a decision during a run starts it again', async () => {
  await decide('delete from resource_service')
  const [one, two] = await Promise.all([enrolAgain(system), enrolAgain(system)])
  expect(one + two).toBe(ALL)
  expect(await count(`due_check where connector_key = 'mx-cdmx-adeudos'`)).toBe(ALL)
  await decide(`insert into resource_service (resource_id, decided_by) values (${REPUVE}, 'Ana')`)
  await expect(enrolAgain(killedAt(4))).rejects.toThrow('killed')
  await decide('delete from resource_service')
  expect(await enrolAgain(system)).toBe(ALL)
  expect(await enrolled()).toBe(0)
})

it('the due dates from a source that is no longer queried are deleted', async () => {
  const date = (
    resourceId: number,
  ) => `insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, resource_id, told_at, told_by)
    select tenant_id, min(vehicle_id), 'r:${resourceId}', 'plate', '2027-01-01', 'x', ${resourceId}, now(), 'x'
    from vehicle
    group by tenant_id`
  await decide(`insert into resource_service (resource_id, decided_by) values (${REPUVE}, 'Ana')`)
  await enrolAgain(system)
  const [other] = await rows<{ id: number }>(
    `select min(resource_id) as id from vehicle_resource where resource_id <> ${REPUVE}`,
  )
  await rows(date(REPUVE))
  await rows(date(other?.id ?? 0))
  await decide('delete from resource_service')
  await enrolAgain(system)
  expect(await rows('select distinct resource_id as id from obligation')).toEqual([{ id: other?.id }])
})

it('a run pauses between batches only while another transaction waits for one of its vehicles', async () => {
  const { tenantId } = companies[0] as Company
  const [batch] = await rows<{ first: number; last: number }>(`
    select min(vehicle_id) as first, max(vehicle_id) as last
    from (select vehicle_id from vehicle where tenant_id = ${tenantId} order by vehicle_id limit ${BATCH}) v`)
  const waiting = () =>
    count(`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`)
  await decide(`insert into resource_service (resource_id, decided_by) values (${REPUVE}, 'Ana')`)
  const holder = await server.db.system.connect()
  await holder.query(`begin; select from vehicle where vehicle_id = ${batch?.last} for update`)
  let edit: Promise<unknown> = Promise.resolve()
  const rests: (number | undefined)[] = []
  const rest = async () => {
    await edit
    rests.push(await enrolled())
  }
  const all = enrolInBatches(system, { rest, vehiclesAtOnce: BATCH })
  await expect.poll(waiting).toBe(1) // the batch, at its last vehicle
  edit = rows(`update vehicle set processed_at = now() where vehicle_id = ${batch?.first}`)
  await expect.poll(waiting).toBe(2)
  await holder.query('commit')
  holder.release()
  expect(await all).toBe(ALL)
  expect(rests).toEqual([BATCH])
})
