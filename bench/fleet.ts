// Creates a large fleet inside the database, the same at every run: one company of the requested size among twenty of a
// thousand vehicles, with every field filled, and with statuses, tags and checked resources in realistic proportions.
// The load runs without triggers and foreign keys, as on a replica, because it is not measured.
import { DAY_MS } from '@padron/contract/days'
import { ROLES } from '@padron/contract/permissions'
import { asSystem, type Db } from '@padron/server/db/client'
import { tokenHash } from '@padron/server/http/access/sessions'
import { newToken } from '@padron/server/secrets/tokens'
import pg from 'pg'

export type BenchFleet = { tenantId: number; token: string; plates: string[]; ids: number[] }

const pick = (key: string, ...values: string[]) =>
  `(array[${values.map((value) => `'${value}'`).join(',')}])[1 + (${key}) % ${values.length}]`

/** A column and its value for vehicle `i`; `h` is a pseudo-random number. */
const COLUMNS: readonly [string, string][] = [
  [
    'plate',
    `
      chr((65 + i % 23)::int) || chr((65 + (i / 23) % 23)::int) || chr((65 + (i / 529) % 23)::int) || 
        lpad(((i * 7919) % 1000)::text, 3, '0') || chr((65 + (i / 12167) % 23)::int) || case
        when i >= 279841 then chr((65 + (i / 279841) % 23)::int)
        else '' end`,
  ],
  ['vin', `'3N1CN8AE1R' || lpad(i::text, 7, '0')`],
  ['custom_id', `'ECO-' || lpad(((i * 7654321) % 10000000)::text, 7, '0')`],
  ['state_id', '1 + (i * 13) % 32'],
  ['asset_status_id', 'case when i % 100 < 88 then 1 when i % 100 < 93 then 0 when i % 100 < 96 then 8 else 4 end'],
  ['acquisition_reason_id', 'case when h % 10 = 0 then 2 else 1 end'],
  ['rfc_name', `'TRANSPORTES ' || h % 40`],
  ['tax_identifier', `'TRA' || lpad((h % 40)::text, 9, '0')`],
  ['lessor_name', `case when i % 10 < 4 then 'ARRENDADORA ' || h % 12 end`],
  ['brand_name', pick('h', 'NISSAN', 'CHEVROLET', 'KENWORTH', 'TOYOTA', 'KIA', 'Citroën', 'VOLKSWAGEN')],
  ['model_name', `${pick('h', 'VERSA', 'AVEO', 'T680', 'HILUX', 'K3', 'Berlingo', 'Vento')} || ' ' || h % 9`],
  ['year', '2004 + h % 22'],
  ['version_name', pick('h / 7', 'SENSE', 'ADVANCE', 'EXCLUSIVE', 'LT', 'LTZ', 'PLATINUM', 'GT Line')],
  ['class', pick('h / 5', 'AUTOMOVIL', 'CAMION', 'CAMIONETA', 'TRACTOCAMION', 'REMOLQUE')],
  ['type', pick('h / 3', 'SEDAN', 'PICK UP', 'CAJA SECA', 'VAN', 'PLATAFORMA', 'HATCHBACK')],
  ['engine_number', `'HR16' || lpad(h::text, 9, '0')`],
  [
    'owner_name',
    `${pick('h / 11', 'José', 'María', 'Íñigo', 'Lucía', 'Óscar')} || ' ' || ` +
      `${pick('h / 13', 'Muñoz', 'Peña', 'García', 'Ibáñez', 'López', 'Güemes')} || ' ' || h % 50000`,
  ],
  ['vehicle_color', pick('h / 17', 'BLANCO', 'GRIS', 'ROJO', 'NEGRO', 'AZUL', 'PLATA', 'CAFÉ')],
  ['doors', 'h % 6'],
  ['origin_country', pick('h / 19', 'MÉXICO', 'JAPÓN', 'ESTADOS UNIDOS', 'COREA')],
  ['variation', `'V' || h % 300`],
  ['cilinders', `(3 + h % 6)::text`],
  ['axes', `(2 + h % 5)::text`],
  ['assembly_place', pick('h / 23', 'AGUASCALIENTES', 'CIVAC', 'SAN LUIS POTOSÍ', 'SALTILLO')],
  [
    'observations',
    `
      case
        when h % 3 = 0 then
          'Entregada al operador ' || h % 9000 || ', llanta de refacción y gato en la caja; revisar en '
            || i % 365 || ' días' end`,
  ],
  ['plate_date', `date '2005-01-01' + (h % 7600)::int`],
  ['plate_entity', pick('h / 29', 'NUEVO LEÓN', 'JALISCO', 'CDMX', 'PUEBLA', 'YUCATÁN')],
  ['registration_date', `case when h % 5 > 0 then date '2005-01-01' + (h % 7500)::int end`],
  ['registration_institution', pick('h / 31', 'ICV', 'SEMOV', 'SMYT', 'Secretaría de Finanzas')],
  ['registration_sheet', `'F' || lpad(((h * 31) % 100000000)::text, 8, '0')`],
  ['supplementary_data', `case when h % 4 = 0 then 'Póliza ' || h % 100000 end`],
  ['ticket_status', 'case when i % 100 < 22 then 0 when i % 100 < 90 then 1 else -1 end'],
  ['tenencia_status', 'case when (i / 3) % 100 < 11 then 2 else 3 end'],
  ['refrendo_status', 'case when (i / 7) % 100 < 10 then 16 else 17 end'],
  ['tickets_cdmx_status', 'case when h % 100 < 8 then 0 else 1 end'],
  ['tickets_env_status', 'case when h % 900 < 8 then 0 when h % 3 = 0 then 1 else -1 end'],
  ['misc_status', 'case when h % 70 = 0 then 9 when h % 2 = 0 then 7 else -1 end'],
  ['stolen_status', 'case when i % 1000 < 3 then 4 else 5 end'],
  ['card_status', 'case when h % 30 = 0 then 20 else 19 end'],
  ['plate_status', 'case when i % 100 < 5 then 28 else 27 end'],
  ['repuve_status', 'case when h % 250 = 0 then 12 when h % 90 = 0 then 11 else 14 end'],
  ['debt_total', 'case when i % 100 < 22 then (h % 2000000) / 100.0 when i % 100 < 90 then 0 end'],
  ['processed_at', `now() - (h % 200000) * interval '1 second'`],
  ['created_at', `now() - (h % 90000000) * interval '1 second'`],
]

const listOf = (ids: readonly number[]): string => `'{${ids.join(',')}}'::bigint[]`

/** Insert of vehicles `from` to `to - 1` of each company. */
export const vehicles = (tenantIds: readonly number[], from: number, to: number): string => `
  insert into vehicle (tenant_id, ${COLUMNS.map(([column]) => column).join(', ')})
  select t.tenant_id, ${COLUMNS.map(([, value]) => value).join(', ')}
  from unnest(${listOf(tenantIds)}) t(tenant_id)
  cross join generate_series(${from}::bigint, ${to - 1}) i
  cross join lateral (select (i * 2654435761) % 999999937 as h) lot
  order by t.tenant_id, i`

/** A vehicle's checks, as enrolment writes them; automatic sources have answered. */
const checks = (tenantIds: readonly number[]): string => `
  insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_at, fresh_until,
  last_at, last_outcome)
  select v.tenant_id, v.vehicle_id, r.resource_id, r.resource_type_id, case when a.at is null then -1 else 1 end, a.at,
    a.at + interval '22 hours', a.at, case when a.at is not null then 'ok' end
  from vehicle v
  join resource r on r.country = 'MX' and (r.state_id is null or r.state_id = v.state_id)
  cross join lateral (select case when r.connector_key is not null then now() - interval '2 hours' end as at) a
  where v.tenant_id = any(${listOf(tenantIds)})
  order by v.vehicle_id, r.resource_id`

const tagged = (tenantIds: readonly number[]): string => `
  with c as (insert into tag_category (tenant_id, category_name, color)
  select tenant_id, 'Rutas', 'blue'
  from unnest(${listOf(tenantIds)}) t(tenant_id)
  returning tenant_id, tag_category_id),
  t as (insert into tag (tenant_id, tag_category_id, tag_name)
  select c.tenant_id, c.tag_category_id, 'ruta ' || g
  from c, generate_series(1, 20) g
  returning tenant_id, tag_id)
  insert into vehicle_tag (tenant_id, tag_id, vehicle_id)
  select t.tenant_id, t.tag_id, v.vehicle_id
  from vehicle v
  join t on t.tenant_id = v.tenant_id and (v.vehicle_id + t.tag_id) % 20 = 0`

const history = (tenantIds: readonly number[]): string => `
  insert into vehicle_history (tenant_id, vehicle_id, asset_status_id, plate, vin, custom_id, who)
  select tenant_id, vehicle_id, asset_status_id, plate, vin, custom_id, 'banco'
  from vehicle
  where tenant_id = any(${listOf(tenantIds)})`

/** A company of this size, or `count` equal ones with a number after the name. */
export type Fleet = readonly [name: string, size: number, count?: number]

const companies = async (owner: pg.Client, [name, size, count]: Fleet): Promise<number[]> => {
  const { rows } = await owner.query<{ id: number }>(
    `insert into company (short_name, company_name, country, time_zone)
     select name, name, 'MX', 'America/Mexico_City'
     from (select $1 || coalesce(i::text, '') as name from unnest($2::int[]) i) names
     returning tenant_id::int as id`,
    [name, count === undefined ? [null] : Array.from({ length: count }, (_, i) => i)],
  )
  const ids = rows.map(({ id }) => id)
  await owner.query(`insert into catalogue_version (tenant_id) select unnest(${listOf(ids)})`)
  for (const statement of [vehicles(ids, 0, size), checks(ids), tagged(ids), history(ids)]) await owner.query(statement)
  return ids
}

/**
 * @param part the vehicles that the user sees; without it all of them, as the main account
 * @returns the token of a user who may read and change vehicles
 */
const reader = (db: Db, tenantId: number, name: string, part?: object): Promise<string> =>
  asSystem(db, async (tx) => {
    const token = newToken()
    const wanted: readonly string[] = ['vehicles_read', 'vehicles_update', 'tags_read']
    const user = {
      tenant_id: tenantId,
      ...(part ? { vehicle_scope: JSON.stringify(part) } : { user_id: tenantId }),
      username: `${name}-admin`,
      password_hash: 'x',
      terms_version: 'x',
      role_ids: ROLES.filter((role) => wanted.includes(role.name)).map(({ roleId }) => roleId),
    }
    const { user_id } = await tx.insertInto('app_user').values(user).returning('user_id').executeTakeFirstOrThrow()
    const expires_at = new Date(Date.now() + DAY_MS).toISOString()
    const session = { token_hash: tokenHash(token), client_id: 'bench', scope: '', expires_at }
    await tx
      .insertInto('access_token')
      .values({ tenant_id: tenantId, user_id, ...session })
      .execute()
    return token
  })

/** The token of a user for each part. */
export const partReaders = async (db: Db, tenantId: number, parts: Readonly<Record<string, object>>) => {
  const tokens: Record<string, string> = {}
  for (const [i, [name, part]] of Object.entries(parts).entries())
    tokens[name] = await reader(db, tenantId, `parte${i}`, part)
  return tokens
}

/**
 * Drops the secondary indexes of the large tables during the load and creates them again: an index is built quickly
 * over a million rows.
 */
const withoutIndexes = async (owner: pg.Client, load: () => Promise<void>): Promise<void> => {
  const { rows } = await owner.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid in ('vehicle'::regclass, 'vehicle_resource'::regclass, 'vehicle_history'::regclass)
       and not indisprimary`,
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await load()
  for (const { made } of rows) await owner.query(made)
}

/** Loads without triggers and foreign keys, as on a replica. @returns the companies' ids */
export const loadCompanies = async (owner: string, fleets: readonly Fleet[]): Promise<number[]> => {
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`,
  )
  const ids: number[] = []
  await withoutIndexes(client, async () => {
    for (const fleet of fleets) ids.push(...(await companies(client, fleet)))
  })
  await client.query('vacuum analyze')
  await client.end()
  return ids
}

export type Sample = Pick<BenchFleet, 'plates' | 'ids'>
/** A pseudo-random sample of two thousand of its vehicles, the same at every run. */
export const sampleOf = async (db: Db, tenantId: number): Promise<Sample> => {
  const { rows } = await db.system.query<{ plate: string; vehicle_id: number }>(
    'select plate, vehicle_id from vehicle where tenant_id = $1 order by (vehicle_id * 7919) % 1000003 limit 2000',
    [tenantId],
  )
  return { plates: rows.map(({ plate }) => plate), ids: rows.map(({ vehicle_id }) => vehicle_id) }
}

/** @returns the large company with a token of a reader of its catalogue */
export const makeFleet = async (db: Db, owner: string, size: number): Promise<BenchFleet> => {
  const [tenantId = 0] = await loadCompanies(owner, [
    ['grande', size],
    ['chica', 1000, 20],
  ])
  const token = await reader(db, tenantId, 'grande')
  return { tenantId, token, ...(await sampleOf(db, tenantId)) }
}
