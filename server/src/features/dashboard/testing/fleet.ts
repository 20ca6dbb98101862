// A fleet with every case that makes figures wrong: unusual debts of every age, sums that differ from their rows,
// holders without a name, thefts without an event, renewed documents, and vehicles sold with debts.
import { MONEY_TYPES } from '@padron/contract/resources'
import { sql } from 'kysely'
import { asSystem } from '../../../db/client.ts'
import { literals } from '../../../fleet/debts.ts'
import type { Company, TestServer } from '../../../testing/server.ts'
import { planForFleet } from '../plan-for-fleet.ts'

const MONEY = literals(MONEY_TYPES)
const pick = (lot: string, values: readonly string[]) =>
  sql.raw(`(array[${values.join(', ')}])[1 + (${lot}) % ${values.length}]`)

type Made = { tenantId: number; country: string; vehicles: number }

const HOLDERS = [
  `'ACME "SUR" SA'`,
  `'Acme "Sur" SA'`,
  `'ÁCME'`,
  'null',
  `''`,
  `'NORTE'`,
  `'O''HIGGINS, S.A.'`,
  `'100% _RENTA_'`,
]

/** `h` is pseudo-random. */
const vehicles = ({ tenantId, country, vehicles: many }: Made) => sql`
  insert into vehicle (tenant_id, plate, vin, state_id, asset_status_id, rfc_name, lessor_name, brand_name,
  model_name, year, insurance_status, inspection_status,
    stolen_status, repuve_status)
  select ${tenantId}, 'TAB' || lpad(i::text, 4, '0'), '3N1CN8AE1RT' || lpad(i::text, 6, '0'),
    (select array_agg(state_id order by state_id) from state where country = ${country})[1 + h % 4],
    ${pick('h', ['1', '1', '1', '1', '1', '1', '0', '3', '8', '9'])},
    ${pick('h / 3', HOLDERS)},
    ${pick('h / 5', [`'ARRENDA'`, 'null', `'Arrenda'`])},
    ${pick('h / 7', [`'NISSAN'`, `'KIA'`, 'null', `'Citroën'`])},
    ${pick('h / 11', [`'VERSA'`, `'K3'`, 'null', `'Berlingo'`, `'VERSA 2'`])},
    ${pick('h / 13', ['2019', '2024', 'null', '2026'])}, ${pick('h / 17', ['8', '9', '-1'])},
    ${pick('h / 19', ['23', '-1'])}, ${pick('h / 23', ['4', '5', '5'])}, ${pick('h / 29', ['13', '14', '14'])}
  from generate_series(1, ${many}::int) i, lateral (select (i::bigint * 2654435761 + 11) % 999999937 as h) lot`

/** Some queried and some not, some answered and some not, recently or long ago. */
const answers = ({ tenantId, country }: Made) => sql`
  insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_at, fresh_until)
  select v.tenant_id, v.vehicle_id, r.resource_id, r.resource_type_id,
    ${pick('h', ['-1', '1', '1', '0', '0', '0', '13', '1'])}, case
      when h % 8 > 0 then now() - (h % 40) * interval '1 day' end, now() + ((h / 8) % 5 - 3) * interval '1 day'
  from vehicle v
  join resource r on r.country = ${country} and (r.state_id is null or r.state_id = v.state_id)
  cross join lateral (select (v.vehicle_id * 7919 + r.resource_id * 104729) % 10007 as h) lot
  where v.tenant_id = ${tenantId} and h % 11 > 0`

/**
 * Some belong to answers that report no debt; some have ended; some have no day, no amount, an amount of zero, or a
 * future day.
 */
const debts = ({ tenantId }: Made) => sql`
  insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, folio, description, issued_day,
  total, first_total, arose_at, first_seen_at, last_seen_at, ended_at, ended_as,
    marked_paid_at)
  select f.tenant_id, f.vehicle_id, f.resource_id, 'f:' || g, f.resource_type_id, 'F' || g, 'Exceso de velocidad',
    case
      when (h + g) % 23 = 0 then '2039-05-05'
      when (h + g) % 4 > 0
        then current_date - ((h * g * 31) % ${pick('h + g', ['25', '90', '370', '2600'])} - 12)::int end,
    case (h + g) % 7 when 0 then null when 1 then 0 else ((h * 13 + g * 101) % 900000) / 100.0 end, 1,
    case
      when (h + g) % 2 > 0 then now() - ((h * 17 + g) % 400) * interval '1 day' end,
        now() - ((h * 17 + g) % 400) * interval '1 day', now(),
    case
      when (h + g) % 9 = 0 then now() end, case
      when (h + g) % 9 = 0 then 'paid' end, case
      when (h + g) % 5 = 0 then now() - interval '2 days' end
  from vehicle_resource f
  cross join lateral (select (f.vehicle_id * 31 + f.resource_id * 17) % 1009 as h) lot, generate_series(1, 4) g
  where f.tenant_id = ${tenantId}
    and f.resource_type_id in (${MONEY})
    and f.status_id in (0, 13)
    and g <= 1 + h % 4
    and h % 6 > 0`

/** The sources' totals: sometimes more than the sum of their rows, or less, or none. */
const sums = ({ tenantId }: Made) => sql`
  update vehicle_resource f
  set debt_total = case when f.status_id <> 0 then 0 when h % 6 = 0 then ${pick('h / 6', ['777.77', 'null'])}
      else greatest(0, coalesce(x.total, 0) + ${pick('h', ['0', '0', '100.5', '-50'])}) end,
    debt_without_amount = case
      when f.status_id <> 0 then 0
      when h % 6 = 0 then (h / 6) % 2
      else coalesce(x.without_amount, 0) + case
      when h % 13 = 0 then 1
      else 0 end end
  from vehicle_resource r
  cross join lateral (select (r.vehicle_id * 31 + r.resource_id * 17) % 1009 as h) lot
  cross join lateral (select sum(d.total) as total, count(*) filter (where d.total is null)::int as without_amount
  from debt d
    where d.tenant_id = r.tenant_id
      and d.vehicle_id = r.vehicle_id
      and d.resource_id = r.resource_id
      and d.ended_at is null) x
  where f.tenant_id = ${tenantId}
    and f.resource_type_id in (${MONEY})
    and r.tenant_id = f.tenant_id
    and r.vehicle_id = f.vehicle_id
    and r.resource_id = f.resource_id`

const vehicleSums = ({ tenantId }: Made) => sql`
  update vehicle v
  set debt_total = s.total, debt_without_amount = s.without_amount
  from (select vehicle_id, sum(coalesce(debt_total, 0)) as total, sum(debt_without_amount) as without_amount
  from vehicle_resource
    where tenant_id = ${tenantId} and resource_type_id in (${MONEY}) and good_at is not null
    group by 1) s
  where v.tenant_id = ${tenantId} and v.vehicle_id = s.vehicle_id`

/** Every other theft was seen by a check, some twice. */
const thefts = ({ tenantId }: Made) => sql`
  insert into check_event (tenant_id, event_id, at, vehicle_id, resource_id, resource_type_id, run_id, kind,
  status_before, status_after)
  select v.tenant_id, gen_random_uuid(),
    now() - ((v.vehicle_id * 7919) % ${pick('v.vehicle_id / 2', ['25', '300', '2500'])} + g * 3000 - 3000)
      * interval '1 day',
    v.vehicle_id, r.resource_id, 4, gen_random_uuid(), 'status', 5, 4
  from vehicle v, generate_series(1, 2) g,
    (select resource_id from resource where resource_type_id = 4 order by 1 limit 1) r
  where v.tenant_id = ${tenantId} and v.stolen_status = 4 and v.vehicle_id % 2 = 0 and g <= 1 + v.vehicle_id % 3`

const KINDS = [`'insurance'`, `'inspection'`, `'payment'`, `'card'`, `'plate'`, `'payment'`]

/** Dates of sources, and payment lines with and without an amount or a kind. */
const dates = ({ tenantId }: Made) => sql`
  insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, amount, resource_type_id, told_at,
  told_by)
  select v.tenant_id, v.vehicle_id, 'r:' || g, k.kind, current_date + ((v.vehicle_id * 37 + g * 11) % 75 - 36)::int,
    'Fecha', case
      when k.kind = 'payment'
      and (v.vehicle_id + g) % 4 > 0 then 100 + g end, case
      when k.kind = 'payment' then ${pick('v.vehicle_id + g', ['0', '1', '9', '13', 'null'])}::int end, now(),
        'Fuente'
  from vehicle v, generate_series(1, 5) g
  cross join lateral (select ${pick('v.vehicle_id + g', KINDS)} as kind) k
  where v.tenant_id = ${tenantId}`

/** A policy, a renewed one, and documents that are no policy. */
const documents = ({ tenantId }: Made) => sql`
  with type as (
    insert into document_type (tenant_id, type_name)
    values (${tenantId}, 'PÓLIZA de auto'), (${tenantId}, 'SOAT'), (${tenantId}, 'Factura')
    returning document_type_id as id),
  created as (
    insert into document (tenant_id, vehicle_id, document_type_id, document_name, expires_on)
    select v.tenant_id, v.vehicle_id, t.id, 'Papel ' || g,
      current_date + ((v.vehicle_id * 13 + t.id * 7 + g * 20) % 75 - 36)::int
    from vehicle v, type t, generate_series(1, 2) g
    where v.tenant_id = ${tenantId} and (v.vehicle_id + t.id + g) % 3 = 0
    returning tenant_id, vehicle_id, document_id, expires_on)
  insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, document_id, told_at, told_by)
  select tenant_id, vehicle_id, 'd:' || document_id || ':1', 'document', expires_on, 'Papel', document_id, now(),
    'Alguien'
  from created`

export const oddFleet = (server: TestServer, { tenantId }: Company, country: string, many: number): Promise<void> =>
  asSystem(server.db, async (tx) => {
    const made = { tenantId, country, vehicles: many }
    await planForFleet(tx)
    for (const step of [vehicles, answers, debts, sums, vehicleSums, thefts, dates, documents])
      await step(made).execute(tx)
  })
