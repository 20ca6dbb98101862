// The fleet of the workbook's benchmark: that of the catalogue's, its fines answered for as checks leave them, with
// one to five fines a vehicle that has any; and what a vehicle's sources say side by side on disk, as enrolment
// writes it.
import type { Db } from '@padron/server/db/client'
import pg from 'pg'
import { makeFleet } from './fleet.ts'

const FINES = 1 // the resource type

/** A number that looks drawn by lot, of a vehicle. */
const LOT = '(v.vehicle_id * 2654435761 % 999999937)'
const RUN = `('019a0000-0000-7000-8000-' || lpad(to_hex(v.vehicle_id), 12, '0'))::uuid`

const indebted = (tenantId: number): string => `
  create temporary table indebted as
  select v.tenant_id, v.vehicle_id, ${RUN} as run_id, r.resource_id, (1 + ${LOT} % 5)::int as fines,
    (350 + ${LOT} % 90000 / 10.0)::numeric(14, 2) as amount
  from vehicle v join lateral (select min(resource_id) as resource_id from vehicle_resource f
    where f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id and f.resource_type_id = ${FINES}) r on true
  where v.tenant_id = ${tenantId} and v.ticket_status = 0`

const ROWS = `jsonb_agg(jsonb_build_object('folio', 'F' || d.vehicle_id || '-' || g, 'description', 'Exceso de velocidad captado por un medio electrónico, artículo ' || g,
  'dateTime', '2025-0' || g || '-15', 'subTotal', d.amount, 'discountsSum', 0, 'surchargesSum', 0, 'total', d.amount))`
const RESULT = `
  jsonb_build_array(jsonb_build_object('name', 'Multas', 'subTotal', d.amount * d.fines, 'discount', 0, 'surcharge',
    0, 'total', d.amount * d.fines, 'paymentLine', '9' || lpad(d.vehicle_id::text, 26, '0'), 'paymentLineDueDate',
    '2026-12-31', 'pdfUrl', null, 'scrapedTickets', ${ROWS},
  'scrapedTenencias', '[]'::jsonb, 'scrapedRefrendo', '[]'::jsonb))`

const WRITTEN = [
  `
   insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
     duration_ms, outcome)
   select tenant_id, run_id, vehicle_id, 'mx-cdmx-adeudos', 'apitude', 1, now() - interval '2 hours', 300, 'ok'
   from indebted`,
  `insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
   select d.tenant_id, d.run_id, d.resource_id, 0, ${RESULT}, '[]' from indebted d, generate_series(1, d.fines) g
   group by d.tenant_id, d.run_id, d.resource_id, d.vehicle_id, d.amount, d.fines`,
  `
   insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, folio, description, issued_on,
     total, first_total, first_seen_at, last_seen_at)
   select tenant_id, vehicle_id, resource_id, 'f:F' || vehicle_id || '-' || g, ${FINES},
     'F' || vehicle_id || '-' || g, 'Exceso de velocidad', '2025-0' || g || '-15', amount, amount,
       now() - interval '90 days', now()
     from indebted, generate_series(1, fines) g`,
  `
   update vehicle_resource f
   set status_id = 0, good_run_id = d.run_id, last_run_id = d.run_id, debt_total = d.amount * d.fines
   from indebted d
   where f.tenant_id = d.tenant_id and f.vehicle_id = d.vehicle_id and f.resource_id = d.resource_id`,
  `
    update vehicle v
    set debt_total = d.amount * d.fines
    from indebted d
    where v.tenant_id = d.tenant_id and v.vehicle_id = d.vehicle_id`,
]

/** @returns the large company */
export const makeIndebtedFleet = async (db: Db, owner: string, size: number): Promise<number> => {
  const { tenantId } = await makeFleet(db, owner, size)
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`,
  )
  await client.query(indebted(tenantId))
  for (const statement of WRITTEN) await client.query(statement)
  await client.query('cluster vehicle_resource using vehicle_resource_pkey')
  await client.query('vacuum analyze')
  await client.end()
  return tenantId
}
