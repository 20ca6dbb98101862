// What our API is measured against: the same SQL in a bare Fastify handler with the driver. No token, no permission, no
// validation, no row-level security (it connects as the owner), no transaction. Started as a process of its own.

import type { VehicleFilter } from '@padron/contract/catalogue'
import { catalogue } from '@padron/contract/catalogue'
import { bestMatchQuery } from '@padron/server/features/catalogue/best-match'
import { whereOf } from '@padron/server/features/catalogue/catalogue.filters'
import { countQuery, pageQuery } from '@padron/server/features/catalogue/catalogue.queries'
import Fastify from 'fastify'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import pg from 'pg'

const [, , url = '', tenant = '0'] = process.argv
const tenantId = Number(tenant)
const fleet = { tenantId, timeZone: 'America/Mexico_City' }
const pool = new pg.Pool({ connectionString: url, max: 10, options: `-c app.tenant=${tenantId}` })
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const run = async (query: RawBuilder<unknown>) => {
  const { sql, parameters } = query.compile(compiler)
  return (await pool.query(sql, parameters as unknown[])).rows
}

const app = Fastify()
type Body = {
  vehicleClass: VehicleFilter
  pagination: { page: number; pageSize: number; sortBy?: never; sortFilterOrder?: 'asc' | 'desc' }
}
app.post<{ Body: Body }>(catalogue.list.path, async ({ body }) => {
  const where = whereOf({ vehicleClass: body.vehicleClass }, fleet)
  const [vehicles, count] = await Promise.all([
    run(pageQuery(where, tenantId, body.pagination)),
    run(countQuery(where)),
  ])
  return { vehicles, totalCount: (count[0] as { n: number }).n }
})
/** The page alone: what is left when the count costs nothing. */
app.post<{ Body: Body }>('/page', async ({ body }) => {
  const vehicles = await run(pageQuery(whereOf({ vehicleClass: body.vehicleClass }, fleet), tenantId, body.pagination))
  return { vehicles, totalCount: 0 }
})
app.post<{ Body: { like: string } }>(catalogue.bestMatch.path, ({ body }) => run(bestMatchQuery(tenantId, [body.like])))
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`listening on ${address}\n`)
