// A company of 10,000 vehicles with their sources and runs moves to another installation. Prints how long nobody could
// write; the figure is 60 s on a machine of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enrolVehicles } from '../checks/services/enrol.ts'
import { asSystem } from '../db/client.ts'
import { type Installation, testInstallation } from '../testing/places.ts'
import type { Company } from '../testing/server.ts'
import { moveCompany } from './move-company.ts'

const VEHICLES = 10_000
const RUNS_PER_CHECK = 3
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
  // Run ids begin with their time.
  await system.query(
    `
    insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
      duration_ms, outcome, raw)
    select d.tenant_id,
      (lpad(to_hex(floor(extract(epoch from r.at) * 1000)::bigint), 12, '0') || substr(md5(random()::text), 1, 20))::uuid,
      d.vehicle_id, d.connector_key, d.portal_key, 1, r.at, 100, 'ok', decode(repeat(md5(random()::text), 14), 'hex')
    from due_check d
    cross join lateral (
      select now() - make_interval(days => n) as at from generate_series(1, ${RUNS_PER_CHECK}) n) r
    where d.tenant_id = $1`,
    [tenantId],
  )
  await system.query(
    `
    insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
    select r.tenant_id, r.run_id, s.resource_id, 1, '[{"name": "Adeudo", "total": 0, "notes": []}]', '{}'
    from check_run r
    cross join lateral (
      select f.resource_id from vehicle_resource f where f.tenant_id = r.tenant_id and f.vehicle_id = r.vehicle_id limit 1) s
    where r.tenant_id = $1`,
    [tenantId],
  )
}

test('a company of 10,000 vehicles moves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [here, there] = [await testInstallation('mx1', folder), await testInstallation('mx2', folder)]
  onTestFinished(() => here.server.stop())
  onTestFinished(() => there.server.stop())
  const company = await here.server.company('grande')
  await fillFleet(here, company)
  const moved = await moveCompany({
    source: here.place,
    target: there.place,
    name: 'grande',
    actor: { origin: 'operator', name: 'Operador (prueba)' },
  })
  process.stderr.write(`moved ${moved?.rows} rows; ${((moved?.readOnlyMs ?? 0) / 1000).toFixed(1)} s read-only\n`)
  expect(moved?.rows).toBeGreaterThan(VEHICLES * 10)
})
