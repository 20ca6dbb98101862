// A company of 10,000 vehicles with their sources and runs moves to another installation. Prints how long it was
// read-only (the target is 60 s on a machine of its own), and how long the writes of other companies took meanwhile.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { enrolVehicles } from '../checks/services/enrol.ts'
import { asSystem, asTenant } from '../db/client.ts'
import { type Installation, testInstallation } from '../testing/places.ts'
import type { Company } from '../testing/server.ts'
import { moveCompany } from './move-company.ts'

const VEHICLES = 10_000
const RUNS_PER_CHECK = 20
const AT_ONCE = 2_000

const fillFleet = async ({ server }: Installation, { tenantId }: Company): Promise<void> => {
  const { system } = server.db
  const { rows } = await system.query<{ id: number }>(
    `
    insert into vehicle (tenant_id, plate, vin, state_id)
    select $1, 'P' || lpad(n::text, 6, '0'), '3N1CN8AE1RL' || lpad(n::text, 6, '0'), 19
    from generate_series(1, ${VEHICLES}) n
    returning vehicle_id as id`,
    [tenantId],
  )
  const ids = rows.map(({ id }) => id)
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await asSystem(server.db, (tx) => enrolVehicles(tx, 'MX', ids.slice(from, from + AT_ONCE)))
  for (let day = 1; day <= RUNS_PER_CHECK; day++) await addRuns(system, tenantId, day)
}

/** A run and a result of each check, so many days ago: ids begin with their time. */
const addRuns = async (system: pg.Pool, tenantId: number, day: number): Promise<void> => {
  await system.query(
    `
    insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
      duration_ms, outcome, raw)
    select d.tenant_id,
      (substr(first_id_at(r.at)::text, 1, 13) || substr(gen_random_uuid()::text, 14))::uuid,
      d.vehicle_id, d.connector_key, d.portal_key, 1, r.at, 100, 'ok', decode(repeat(md5(random()::text), 14), 'hex')
    from due_check d
    cross join (select now() - make_interval(days => $2) as at) r
    where d.tenant_id = $1`,
    [tenantId, day],
  )
  await system.query(
    `
    insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
    select r.tenant_id, r.run_id, s.resource_id, 1, '[{"name": "Adeudo", "total": 0, "notes": []}]', '{}'
    from check_run r
    cross join (select min(resource_id) as resource_id from resource) s
    where r.tenant_id = $1 and r.run_id < first_id_at(now() - make_interval(days => $2 - 1))
      and r.run_id >= first_id_at(now() - make_interval(days => $2))`,
    [tenantId, day],
  )
}

/** @returns a function that ends the writes and returns the milliseconds of each */
const writeMeanwhile = async ({ server }: Installation): Promise<() => Promise<number[]>> => {
  const { tenantId } = await server.company('vecina')
  const took: number[] = []
  let isOver = false
  const write = async () => {
    for (let n = 0; !isOver; n++) {
      const begin = performance.now()
      await asTenant(server.db, tenantId, (tx) =>
        tx
          .updateTable('company')
          .set({ logo_url: `https://vecina.mx/${n}` })
          .where('tenant_id', '=', tenantId)
          .execute(),
      )
      took.push(performance.now() - begin)
    }
  }
  const written = write()
  const end = async () => {
    isOver = true
    await written
    return took
  }
  onTestFinished(async () => {
    await end().catch(() => undefined)
  })
  return end
}

const report = (what: string, took: number[]): void => {
  const sorted = took.toSorted((one, other) => one - other)
  const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)} ms`
  process.stderr.write(`${what}: ${took.length} writes, median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}\n`)
}

test('a company of 10,000 vehicles moves', { timeout: 900_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [here, there] = [await testInstallation('mx1', folder), await testInstallation('mx2', folder)]
  onTestFinished(() => here.server.stop())
  onTestFinished(() => there.server.stop())
  const company = await here.server.company('grande')
  await fillFleet(here, company)
  const ends = [await writeMeanwhile(here), await writeMeanwhile(there)]
  const begin = performance.now()
  const moved = await moveCompany({
    source: here.place,
    target: there.place,
    name: 'grande',
    actor: { origin: 'operator', name: 'Operador (prueba)' },
    onStep: (step) =>
      void process.stderr.write(`${((performance.now() - begin) / 1000).toFixed(1).padStart(6)} s ${step}\n`),
  })
  for (const [n, end] of ends.entries()) report(n === 0 ? 'source' : 'target', await end())
  process.stderr.write(`moved ${moved?.rows} rows; ${((moved?.readOnlyMs ?? 0) / 1000).toFixed(1)} s read-only\n`)
  expect(moved?.rows).toBeGreaterThan(VEHICLES * 10)
})
