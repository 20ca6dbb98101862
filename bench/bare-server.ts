// The server with which our API is compared: plain SQL in a bare Fastify handler with the driver. It has no token,
// permission, validation, row-level security (it connects as the owner), transaction or cache. It runs in a separate
// process.
import { catalogue } from '@padron/contract/catalogue'
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import type { Statement } from '@padron/server/db/prepared'
import { matchQuery } from '@padron/server/features/catalogue/best-match'
import { countQuery, type Page, pageIds, rowsQuery } from '@padron/server/fleet/rows.queries'
import { whereOf } from '@padron/server/fleet/where'
import Fastify from 'fastify'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import pg from 'pg'

// Its inserts: only the row, and the row with the checks of a new vehicle, which our call writes. One statement each;
// the table's triggers run for both.
type BareVehicle = Readonly<Record<string, string | number>>

const row = (vehicle: BareVehicle): RawBuilder<unknown> => sql`
  insert into vehicle (${sql.join(Object.keys(vehicle).map((column) => sql.ref(column)))})
  values (${sql.join(Object.values(vehicle).map((value) => sql`${value}`))})`

const insertRow = (vehicle: BareVehicle): RawBuilder<unknown> => sql`${row(vehicle)} returning vehicle_id`

const insertWithSources = (vehicle: BareVehicle): RawBuilder<unknown> => sql`
  with v as (${row(vehicle)} returning tenant_id, vehicle_id, state_id),
  r as (select r.*, v.tenant_id, v.vehicle_id
  from v
  join resource r on r.country = 'MX' and (r.state_id is null or r.state_id = v.state_id) and not r.retired),
  f as (insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id)
    select tenant_id, vehicle_id, resource_id, resource_type_id from r where purpose = 'status'),
  d as (insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at, suspended)
    select distinct on (connector_key) tenant_id, vehicle_id, connector_key, portal_key, now(), false
    from r
    where connector_key is not null)
  select vehicle_id from v`

const [, , url = '', tenant = '0'] = process.argv
const fleet = { tenantId: Number(tenant), timeZone: 'America/Mexico_City' }
const pool = new pg.Pool({ connectionString: url, max: 10, options: `-c app.tenant=${fleet.tenantId} -c timezone=UTC` })
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
/** @param name of the prepared statement, like ours */
const run = async <T>(query: RawBuilder<T>, name?: string): Promise<T[]> => {
  const { sql: text, parameters } = query.compile(compiler)
  return (await pool.query({ ...(name ? { name } : {}), text, values: parameters as unknown[] })).rows as T[]
}
const runAs = <T>({ name, query }: Statement<T>): Promise<T[]> => run(query, name)
const columns = { ...fleet, tags: true }
const rows = async (ids: readonly number[]) => ({
  vehicles: (await runAs(rowsQuery(columns, ids))).map(({ row }) => JSON.parse(row)),
})
const onPage = async (where: RawBuilder<unknown>, page: Page) =>
  rows((await run(pageIds(where, page).ids)).map(({ id }) => id))

const app = Fastify()
type Body = { vehicleClass: FleetQuery['vehicleClass']; pagination: Page & Pick<FleetQuery, 'dateFilters'> }
app.post<{ Body: Body }>(catalogue.list.path, async ({ body: { vehicleClass, pagination } }) => {
  const where = whereOf({ vehicleClass, dateFilters: pagination.dateFilters }, fleet)
  const [page, count] = await Promise.all([onPage(where, pagination), run(countQuery(where))])
  return { ...page, totalCount: count[0]?.n }
})
app.post<{ Body: { like: string } }>(catalogue.bestMatch.path, ({ body }) =>
  runAs(matchQuery(fleet.tenantId, ['best_match'], [body.like])),
)
// Less work than our calls: the page without its total, one vehicle by its key, a row without dependent rows.
app.post<{ Body: Body }>('/bare/page', ({ body: { vehicleClass, pagination } }) =>
  onPage(whereOf({ vehicleClass }, fleet), pagination),
)
app.get<{ Params: { id: string } }>('/bare/vehicle/:id', ({ params: { id } }) => rows([Number(id)]))
app.post<{ Body: BareVehicle }>('/bare/vehicle', async ({ body }) => ({
  rows: await run(insertRow(body), 'bare.insert'),
}))
app.post<{ Body: BareVehicle }>('/bare/vehicle/sources', async ({ body }) => ({
  rows: await run(insertWithSources(body), 'bare.insert-sources'),
}))
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`listening on ${address}\n`)
