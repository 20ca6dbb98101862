// Fleets for the benchmarks of dashboards and figures: debts, documents and insurances, loaded with SQL.
import pg from 'pg'
import { vehicles } from './fleet.ts'

/** A pseudo-random number. */
const LOT = '(d.vehicle_id * 2654435761 % 999999937)'

const indebted = (tenants: string): string => `
  create temporary table indebted as
  select distinct on (v.tenant_id, v.vehicle_id, f.resource_type_id) v.tenant_id, v.vehicle_id, f.resource_id,
    f.resource_type_id, case f.resource_type_id
      when 1 then 1 + v.vehicle_id % 5
      when 0 then 1 + v.vehicle_id % 3
      else 1 end as debts, (350 + v.vehicle_id % 9000)::numeric(14, 2) as amount
  from vehicle v join vehicle_resource f on f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id
  where ${tenants}
    and (f.resource_type_id = 1
      and v.ticket_status = 0
      or f.resource_type_id = 0
      and v.tenencia_status = 2
      or f.resource_type_id = 6
      and v.refrendo_status = 16)
  order by 1, 2, 4, 3`

const OWED = [
  `
   insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, folio, description, issued_day,
     total, first_total, first_seen_at, last_seen_at)
   select tenant_id, vehicle_id, resource_id, 'f:F' || g, resource_type_id, 'F' || vehicle_id || '-' || g,
     'Exceso de velocidad', current_date - (${LOT} * g % 1500)::int, case
       when (${LOT} + g) % 50 > 0 then amount end, amount, now() - (${LOT} % 300) * interval '1 day', now()
   from indebted d, generate_series(1, d.debts) g`,
  `update vehicle_resource f set status_id = 0, debt_total = x.total, debt_without_amount = x.without_amount
   from (select tenant_id, vehicle_id, resource_id, sum(total) as total,
     count(*) filter (where total is null) as without_amount
   from debt
   group by 1, 2, 3) x
   where f.tenant_id = x.tenant_id and f.vehicle_id = x.vehicle_id and f.resource_id = x.resource_id`,
  // The debts of the first answers, and those that were added since.
  `
   insert into check_event (tenant_id, event_id, at, recorded_at, vehicle_id, resource_id, resource_type_id, run_id,
     kind, first, debt_key, description, before, after)
   select d.tenant_id, gen_random_uuid(), e.at, e.at, d.vehicle_id, d.resource_id, d.resource_type_id,
     gen_random_uuid(), k.kind, k.kind = 'new', d.debt_key, 'x', case
       when k.kind = 'grew' then d.total - 50 end, case
       when k.kind = 'grew' then d.total
       else d.total - 50 end
   from debt d cross join (values ('new'), ('grew')) k(kind)
   cross join lateral (select case k.kind
     when 'new' then d.first_seen_at
     else d.first_seen_at + (now() - d.first_seen_at) * (${LOT} % 100) / 100 end as at) e
   where k.kind = 'new' or ${LOT} % 5 = 0`,
  `
   insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, amount, resource_type_id, told_at,
     told_by)
   select tenant_id, vehicle_id, 'p:' || resource_type_id, 'payment', current_date + (${LOT} % 60)::int,
     'Línea de pago', amount, resource_type_id, now(), 'Fuente'
   from indebted d`,
]
const insurances = (tenants: string): string => `
  insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, told_at, told_by)
  select v.tenant_id, v.vehicle_id, 'r:5', 'insurance', current_date + (v.vehicle_id * 7919 % 400)::int - 35,
    'Póliza', now(), 'Seguro'
  from vehicle v
  where ${tenants}`

/** Loads without triggers, as on a replica: the load is not measured. */
const loading = async (owner: string, load: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '512MB'; set ` +
      'synchronous_commit = off',
  )
  await load(client)
  await client.end()
}

const EACH = 1_000

/** Companies of a thousand vehicles each, whose figures are due. @returns when they are loaded */
export const makeManyFleets = (owner: string, many: number): Promise<void> =>
  loading(owner, async (client) => {
    const { rows } = await client.query<{ id: number }>(`
      insert into company (short_name, company_name, country, time_zone)
      select 'muchas' || i, 'Muchas ' || i, 'MX', 'America/Mexico_City'
      from generate_series(1, ${many}) i
      returning tenant_id::int as id`)
    const ids = rows.map(({ id }) => id)
    const own = `v.tenant_id between ${Math.min(...ids)} and ${Math.max(...ids)}`
    await client.query(`insert into catalogue_version (tenant_id) select v.tenant_id from company v where ${own}`)
    await client.query(vehicles(ids, 0, EACH))
    await client.query('analyze vehicle')
    await client.query(`
      insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_at,
      fresh_until, last_at, last_outcome)
      select v.tenant_id, v.vehicle_id, r.resource_id, r.resource_type_id, 1, now() - interval '2 hours',
        now() + interval '20 hours', now() - interval '2 hours', 'ok'
      from vehicle v
      join resource r on r.country = 'MX' and (r.state_id is null or r.state_id = v.state_id)
      where ${own}
      order by 1, 2, 3`)
    for (const statement of [indebted(own), ...OWED, insurances(own), 'vacuum analyze']) await client.query(statement)
  })

/** Adds debts, payment lines and insurances to an existing company. */
export const addWork = (owner: string, tenantId: number): Promise<void> =>
  loading(owner, async (client) => {
    const own = `v.tenant_id = ${tenantId}`
    for (const statement of [indebted(own), ...OWED, insurances(own), 'vacuum analyze']) await client.query(statement)
  })
