// Measures the cost of a new value of the UMA: the amounts of a company's fines in UMA, and their sums. It captures the
// answer of one vehicle and copies the rows to the others, because the load is not measured.
import { inUma, payable } from '@padron/server/checks/connectors/parsing/payables'
import { applyCapture } from '@padron/server/checks/store/capture'
import { recomputeUnitAmounts } from '@padron/server/checks/store/recompute-unit-amounts'
import { asSystem, asTenant, type Db } from '@padron/server/db/client'
import { Pack } from '@padron/server/rules/pack'
import { loadPack } from '@padron/server/rules/store-packs'
import pg from 'pg'
import { pino } from 'pino'
import { loadCompanies } from '../fleet.ts'
import { type Cost, costOf, type Meter } from './cost.ts'

const VEHICLES = Number(process.env.BENCH_UNIT_VEHICLES ?? 20_000)
/** Fines of Nuevo León, which are captured manually. */
const FINES = { resourceId: 1901, typeId: 1, stateId: 19 } as const

const UMA_2027 = Pack.parse({
  version: '2026-12-01',
  title: 'UMA de 2027',
  units: [
    {
      unit: 'UMA',
      country: 'MX',
      source: { document: 'Banco de pruebas', date: '2026-12-01' },
      values: [{ from: '2027-02-01', to: '2028-01-31', value: 121.5 }],
    },
  ],
})

const captureFines = (db: Db, tenantId: number, vehicleId: number) => {
  const fines = [
    inUma('Velocidad', 10, { discount: 15, surcharge: 5 }, { folio: 'a', dateTime: '2027-02-03' }),
    inUma('Luz roja', 20, {}, { folio: 'b', dateTime: '2027-02-02' }),
  ]
  const line = { paymentLine: 'L1', paymentLineDueDate: '2027-03-01' }
  const finding = { type: FINES.typeId, status: 0, results: [payable(1, 'Multas', fines, line)] }
  const by = { id: 1, name: 'Banco' }
  const capture = { tenantId, vehicleId, resourceId: FINES.resourceId, finding, at: new Date(), raw: {}, by }
  return asTenant(db, tenantId, (tx) => applyCapture(tx, capture))
}

/** A run's id that ends with the vehicle's id, so that it stays in the run's period. */
const runOf = (run: string, vehicle: string): string =>
  `overlay(${run}::text placing lpad(to_hex(${vehicle}), 12, '0') from 25)::uuid`

const copyToAll = async (owner: pg.Client, tenantId: number, vehicleId: number): Promise<void> => {
  const columnsOf = async (table: string): Promise<string[]> => {
    const { rows } = await owner.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
      [table],
    )
    return rows.map(({ name }) => name)
  }
  const good = `select good_run_id from vehicle_resource where tenant_id = ${tenantId} and vehicle_id = ${vehicleId}
    and resource_id = ${FINES.resourceId}`
  for (const table of ['debt', 'obligation', 'check_run', 'check_result']) {
    const columns = await columnsOf(table)
    const values = columns.map((name) =>
      name === 'vehicle_id' ? 'v.vehicle_id' : name === 'run_id' ? runOf('x.run_id', 'v.vehicle_id') : `x.${name}`,
    )
    await owner.query(`
      insert into ${table} (${columns.join(', ')})
      select ${values.join(', ')}
      from ${table} x
      join vehicle v on v.tenant_id = x.tenant_id and v.vehicle_id <> ${vehicleId}
      where x.tenant_id = ${tenantId}
        and ${table === 'check_result' ? `x.run_id = (${good})` : `x.vehicle_id = ${vehicleId}`}`)
  }
  await owner.query(`
    update vehicle_resource f
    set status_id = x.status_id, good_at = x.good_at, fresh_until = x.fresh_until, debt_total = x.debt_total,
      debt_without_amount = x.debt_without_amount, last_at = x.last_at, last_outcome = x.last_outcome,
      good_run_id = ${runOf('x.good_run_id', 'f.vehicle_id')}
    from vehicle_resource x
    where x.tenant_id = ${tenantId} and x.vehicle_id = ${vehicleId} and x.resource_id = ${FINES.resourceId}
      and f.tenant_id = ${tenantId} and f.resource_id = ${FINES.resourceId} and f.vehicle_id <> ${vehicleId}`)
  await owner.query(`
    update vehicle set ticket_status = 0, debt_total = 0, debt_without_amount = 2 where tenant_id = ${tenantId}`)
}

/** A company whose vehicles all have two fines in UMA without an amount. */
const makeFinedFleet = async ({ db, owner }: Meter & { owner: string }): Promise<number> => {
  const [tenantId = 0] = await loadCompanies(owner, [['multada', VEHICLES]])
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(`update vehicle set state_id = ${FINES.stateId} where tenant_id = ${tenantId}`)
  await client.query(`
    insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id)
    select tenant_id, vehicle_id, ${FINES.resourceId}, ${FINES.typeId} from vehicle where tenant_id = ${tenantId}
    on conflict do nothing`)
  const { rows } = await client.query<{ id: number }>(
    `select min(vehicle_id)::int as id from vehicle where tenant_id = ${tenantId}`,
  )
  const vehicleId = rows[0]?.id ?? 0
  await captureFines(db, tenantId, vehicleId)
  await copyToAll(client, tenantId, vehicleId)
  await client.query('vacuum analyze')
  await client.end()
  return tenantId
}

const withAmounts = async (db: Db, tenantId: number): Promise<number> => {
  const { rows } = await db.system.query<{ n: number }>(
    `select count(*)::int as n from vehicle where tenant_id = $1 and debt_total = 3635 and debt_without_amount = 0`,
    [tenantId],
  )
  return rows[0]?.n ?? 0
}

export const unitCosts = async (meter: Meter & { owner: string }): Promise<Cost[]> => {
  const tenantId = await makeFinedFleet(meter)
  const { db } = meter
  const load = { pack: UMA_2027, sha256: 'x'.repeat(64), by: 'Banco', reason: undefined }
  const began = performance.now()
  const cost = await costOf(meter, 'vehicle whose fines get a value of the UMA', async () => {
    await asSystem(db, (tx) => loadPack(tx, load))
    await recomputeUnitAmounts({ db, log: pino({ level: 'error' }) })
    return withAmounts(db, tenantId)
  })
  if (cost.times !== VEHICLES) throw new Error(`only ${cost.times} of ${VEHICLES} vehicles have their amounts`)
  const seconds = (performance.now() - began) / 1_000
  return [{ ...cost, what: `${cost.what}, ${VEHICLES} in ${seconds.toFixed(1)} s` }]
}
