// A fleet whose every source has answered, some of them with fines, and of every eighth vehicle there is a picture as
// proof.
import { randomUUID } from 'node:crypto'
import type { FileStore } from '@padron/server/files/contents/file-store'
import pg from 'pg'
import sharp from 'sharp'
import { vehicles } from './fleet.ts'

const fine = `
  jsonb_build_object('folio', 'NL-' || f.vehicle_id || '-' || g, 'description',
    'Exceso de velocidad en la avenida ' || (f.vehicle_id * 7 + g) % 400 || ', fotomulta', 'dateTime',
      '2026-0' || 1 + g % 9 || '-1' || g % 9, 'subTotal', 1000 + g, 'discountsSum', case
      when g % 2 = 0 then 500 end, 'surchargesSum', 12.5, 'total', 1012.5 + g)`
const fines = (count: string) =>
  `(select coalesce(jsonb_agg(${fine} order by g), '[]') from generate_series(1, ${count}) g)`

/** Of fines two in three vehicles have up to eleven. */
const result = `
  jsonb_build_array(jsonb_build_object('name', r.resource_name, 'subTotal', null, 'discount', null, 'surcharge', null,
  'total', case when r.resource_type_id = 1 and f.vehicle_id % 3 > 0 then 1012.5 * (f.vehicle_id % 12) else 0 end,
  'paymentLine', case
    when f.vehicle_id % 3 > 0 then '0012 3456 ' || f.vehicle_id end, 'paymentLineDueDate', '2030-01-31', 'pdfUrl',
      null, 'notes', '[]'::jsonb,
  'scrapedTickets', case
    when r.resource_type_id = 1
    and f.vehicle_id % 3 > 0 then ${fines('f.vehicle_id % 12')}
    else '[]' end,
  'scrapedTenencias', '[]'::jsonb, 'scrapedRefrendo', '[]'::jsonb))`

/** What the sources said: each resource of a vehicle with an answer of its own. */
const answers = (tenantId: number): readonly string[] => [
  `
   insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
     duration_ms, outcome)
   select tenant_id, gen_random_uuid(), vehicle_id, 'banco', 'banco', 1, now() - interval '2 hours', 900, 'ok'
   from vehicle
   where tenant_id = ${tenantId}`,
  `
   insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_run_id,
     last_run_id, good_at, fresh_until, last_at, last_outcome)
   select v.tenant_id, v.vehicle_id, r.resource_id, r.resource_type_id, case
     when r.resource_type_id <> 1 then 1
     when v.vehicle_id % 3 > 0 then 0
     else 1 end, c.run_id, c.run_id, c.started_at, now() + interval '20 hours', c.started_at, 'ok'
   from vehicle v join resource r on r.country = 'MX' and (r.state_id is null or r.state_id = v.state_id)
   join check_run c on c.tenant_id = v.tenant_id and c.vehicle_id = v.vehicle_id where v.tenant_id = ${tenantId}`,
  `insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
   select f.tenant_id, f.good_run_id, f.resource_id, f.status_id, ${result}, '[]'
   from vehicle_resource f
   join resource r on r.resource_id = f.resource_id
   where f.tenant_id = ${tenantId}`,
  `insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, told_at, told_by)
   select tenant_id, vehicle_id, 'r:1', 'insurance', current_date + (vehicle_id % 90)::int, 'Póliza de seguro', now(),
     'banco'
   from vehicle
   where tenant_id = ${tenantId}`,
]

/** A photograph of a receipt, as a telephone makes them. */
const photograph = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 150, sigma: 18 },
    },
  })
    .jpeg({ quality: 70 })
    .toBuffer()

/** @returns the company; what it owns was loaded as a replica would be */
export const makePdfFleet = async (owner: string, store: FileStore, size: number): Promise<number> => {
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  await client.query('set session_replication_role = replica')
  const { rows } = await client.query<{ id: number }>(
    `
      insert into company (short_name, company_name, country, time_zone)
      values ('banco', 'Flotilla del banco de pruebas', 'MX', 'America/Mexico_City')
      returning tenant_id::int as id`,
  )
  const tenantId = rows[0]?.id ?? 0
  for (const statement of [vehicles(tenantId, 0, size), ...answers(tenantId)]) await client.query(statement)
  const { path } = await store.write(randomUUID(), new Date(), async (into) => void into.end(await photograph()))
  await client.query(
    `
     insert into evidence_file (tenant_id, file_id, vehicle_id, resource_id, run_id, file_name, media_type, size,
       sha256, path)
     select tenant_id, gen_random_uuid(), vehicle_id, 1, run_id, 'recibo.jpg', 'image/jpeg', 1, 'x', $1
     from check_run
     where tenant_id = ${tenantId} and vehicle_id % 8 = 0`,
    [path],
  )
  await client.query('vacuum analyze')
  await client.end()
  return tenantId
}
