// What our API is measured against: plain SQL in a bare Fastify handler with the driver. No token, no permission, no
// validation, no row-level security (it connects as the owner), no transaction, nothing kept. Started as a process of its own.
import { catalogue, type FleetQuery } from '@padron/contract/catalogue'
import { bestMatchQuery } from '@padron/server/features/catalogue/best-match'
import { whereOf } from '@padron/server/features/catalogue/catalogue.filters'
import { countQuery, type Page, pageQuery } from '@padron/server/features/catalogue/catalogue.queries'
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
import { type BareVehicle, insertRow, insertWithSources } from './bare-writes.ts'

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
const run = async (query: RawBuilder<unknown>) => {
  const { sql: text, parameters } = query.compile(compiler)
  return (await pool.query(text, parameters as unknown[])).rows
}

const ONE: Page = { page: 1, pageSize: 1 }

const app = Fastify()
type Body = { vehicleClass: FleetQuery['vehicleClass']; pagination: Page & Pick<FleetQuery, 'dateFilters'> }
app.post<{ Body: Body }>(catalogue.list.path, async ({ body: { vehicleClass, pagination } }) => {
  const where = whereOf({ vehicleClass, dateFilters: pagination.dateFilters }, fleet)
  const [vehicles, count] = await Promise.all([
    run(pageQuery(where, fleet.tenantId, pagination)),
    run(countQuery(where)),
  ])
  return { vehicles, totalCount: (count[0] as { n: number }).n }
})
app.post<{ Body: { like: string } }>(catalogue.bestMatch.path, ({ body }) =>
  run(bestMatchQuery(fleet.tenantId, [body.like])),
)
// Less than is asked of us: the page without its total, one vehicle by its key, a row without what follows from it.
app.post<{ Body: Body }>('/bare/page', async ({ body: { vehicleClass, pagination } }) => ({
  vehicles: await run(pageQuery(whereOf({ vehicleClass }, fleet), fleet.tenantId, pagination)),
}))
app.get<{ Params: { id: string } }>('/bare/vehicle/:id', async ({ params: { id } }) => ({
  vehicles: await run(pageQuery(sql`v.tenant_id = ${fleet.tenantId} and v.vehicle_id = ${Number(id)}`, fleet.tenantId, ONE)),
})) // biome-ignore format: one query
app.post<{ Body: BareVehicle }>('/bare/vehicle', async ({ body }) => ({ rows: await run(insertRow(body)) }))
app.post<{ Body: BareVehicle }>('/bare/vehicle/sources', async ({ body }) => ({
  rows: await run(insertWithSources(body)),
}))
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`listening on ${address}\n`)
