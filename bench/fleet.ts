// A large fleet made inside the database, deterministic: one company of the wanted size among twenty of a thousand, with
// statuses, tags and checked resources in realistic shares.

import { ROLES } from '@padron/contract/permissions'
import { asSystem, type Db } from '@padron/server/db/client'
import { newToken, tokenHash } from '@padron/server/http/sessions'
import { sql } from 'kysely'

export type BenchFleet = { tenantId: number; token: string; plates: string[] }

const vehicles = (tenantId: number, size: number) => sql`
  insert into vehicle (tenant_id, plate, vin, custom_id, state_id, asset_status_id, rfc_name, tax_identifier, lessor_name, brand_name, model_name,
    year, class, type, doors, vehicle_color, engine_number, ticket_status, tenencia_status, refrendo_status, stolen_status, repuve_status, plate_status)
  select ${tenantId}, chr(65 + i % 23) || chr(65 + (i / 23) % 23) || chr(65 + (i / 529) % 23) || lpad(((i * 7919) % 1000)::text, 3, '0') || chr(65 + (i / 12167) % 23),
    '3N1CN8AE1R' || lpad(i::text, 7, '0'), 'ECO-' || lpad(((i * 7654321::bigint) % 10000000)::text, 7, '0'), 1 + (i * 13) % 32,
    case when i % 100 < 88 then 1 when i % 100 < 93 then 0 when i % 100 < 96 then 8 else 4 end,
    'TRANSPORTES ' || (i % 40), 'TRA' || lpad((i % 40)::text, 9, '0'), case when i % 10 < 4 then 'ARRENDADORA ' || (i % 12) end,
    (array['NISSAN','CHEVROLET','KENWORTH','TOYOTA','KIA'])[1 + i % 5], (array['VERSA','AVEO','T680','HILUX','K3'])[1 + i % 5],
    2008 + i % 18, 'AUTOMOVIL', 'SEDAN', 4, 'BLANCO', 'HR16' || lpad(i::text, 8, '0'),
    case when i % 100 < 22 then 0 when i % 100 < 90 then 1 else -1 end, case when (i / 3) % 100 < 11 then 2 else 3 end,
    case when (i / 7) % 100 < 10 then 16 else 17 end, case when i % 1000 < 3 then 4 else 5 end, 14, case when i % 100 < 5 then 28 else 27 end
  from generate_series(0, ${size - 1}::int) i`

const checks = (tenantId: number) => sql`
  insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_at, fresh_until, last_at, last_outcome)
  select v.tenant_id, v.vehicle_id, r.resource_id, r.resource_type_id, 1, now() - interval '2 hours', now() + interval '20 hours', now() - interval '2 hours', 'ok'
  from vehicle v join resource r on r.country = 'MX' and (r.state_id is null or r.state_id = v.state_id)
  where v.tenant_id = ${tenantId}`

const company = async (db: Db, name: string, size: number): Promise<number> =>
  asSystem(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const made = { short_name: name, company_name: name, country: 'MX', time_zone: 'America/Mexico_City' }
    const { tenant_id } = await tx.insertInto('company').values(made).returning('tenant_id').executeTakeFirstOrThrow()
    await tx.insertInto('catalogue_version').values({ tenant_id }).execute()
    await vehicles(tenant_id, size).execute(tx)
    await checks(tenant_id).execute(tx)
    await sql`
      with c as (insert into tag_category (tenant_id, category_name, color) values (${tenant_id}, 'Rutas', 'blue') returning tag_category_id),
      t as (insert into tag (tenant_id, tag_category_id, tag_name) select ${tenant_id}, c.tag_category_id, 'ruta ' || g from c, generate_series(1, 20) g returning tag_id)
      insert into vehicle_tag (tenant_id, tag_id, vehicle_id)
      select ${tenant_id}, t.tag_id, v.vehicle_id from vehicle v join t on (v.vehicle_id + t.tag_id) % 20 = 0 where v.tenant_id = ${tenant_id}`.execute(
      tx,
    )
    return tenant_id
  })

/** @returns the large company with a token of a reader of its catalogue */
export const makeFleet = async (db: Db, owner: string, size: number): Promise<BenchFleet> => {
  const tenantId = await company(db, 'grande', size)
  for (let i = 0; i < 20; i++) await company(db, `chica${i}`, 1000)
  await vacuum(owner)
  const token = newToken()
  await asSystem(db, async (tx) => {
    await tx
      .insertInto('app_user')
      .values({
        tenant_id: tenantId,
        user_id: tenantId,
        username: 'grande-admin',
        password_hash: 'x',
        terms_version: 'x',
        role_ids: ROLES.filter(({ name }) => name === 'vehicles_read').map(({ roleId }) => roleId),
      })
      .execute()
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    await tx
      .insertInto('access_token')
      .values({
        tenant_id: tenantId,
        user_id: tenantId,
        token_hash: tokenHash(token),
        client_id: 'bench',
        scope: '',
        expires_at,
      })
      .execute()
  })
  const { rows } = await db.system.query<{ plate: string }>(
    'select plate from vehicle where tenant_id = $1 order by vehicle_id limit 2000',
    [tenantId],
  )
  return { tenantId, token, plates: rows.map(({ plate }) => plate) }
}

const vacuum = async (owner: string): Promise<void> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}
