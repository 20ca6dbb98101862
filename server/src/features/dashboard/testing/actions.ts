// Fixtures of the next actions' tests: debts and payment lines as checks store them, and the catalogue's own sums.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import type { Coverage } from '@padron/contract/catalogue/rows'
import type { NextActions } from '@padron/contract/dashboard'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { asSystem } from '../../../db/client.ts'
import { touchFleet } from '../../../db/fleet-version.ts'
import type { Company, Somebody, TestServer } from '../../../testing/server.ts'

export type GivenDebt = {
  vehicleId: number
  resourceId: number
  key: string
  /** Null: the source gave no amount. */
  total: number | null
  discount?: number
  issued?: string
  seen?: string
  /** Absent: its source listed it in its first answer. */
  arose?: string
  description?: string
  markedAt?: string
  markedBy?: string
  notifiedOn?: string
  electronic?: boolean
  units?: number
}

/** Each source then reports what it lists as owed, or so much more. */
export const oweDebts = (
  server: TestServer,
  { tenantId }: Company,
  debts: readonly GivenDebt[],
  more = 0,
): Promise<unknown> =>
  asSystem(server.db, async (tx) => {
    await sql`
      insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, folio, description, total,
      first_total, discount, issued_day, arose_at,
        first_seen_at, last_seen_at, marked_paid_at, mark_refuted_at, marked_paid_by, notified_on, electronic,
        units, unit, issued_on)
      select ${tenantId}, g."vehicleId", g."resourceId", g.key, r.resource_type_id, g.key,
        coalesce(g.description, 'Estacionarse en lugar prohibido'), g.total, g.total, g.discount, g.issued, g.arose,
        coalesce(g.seen, '2026-01-10T18:00:00Z'), '2026-03-10T18:00:00Z', g."markedAt", case
          when g."markedAt" < '2026-03-07T18:00:00Z' then '2026-03-10T18:00:00Z'::timestamptz end,
        case
          when g."markedBy" is not null then jsonb_build_object('id', 1, 'name', g."markedBy") end, g."notifiedOn",
            g.electronic, g.units, case when g.units is not null then 'UMA' end, g.issued::text
      from json_to_recordset(${JSON.stringify(debts)}::json) as g("vehicleId" bigint, "resourceId" int, key text,
        total numeric, discount numeric, issued date, arose timestamptz, seen timestamptz, description text,
          "markedAt" timestamptz, "markedBy" text, "notifiedOn" date, electronic boolean, units numeric)
        join resource r on r.resource_id = g."resourceId"`.execute(tx)
    const pairs = [
      ...new Map(
        debts.map(({ vehicleId, resourceId }) => [`${vehicleId} ${resourceId}`, { vehicleId, resourceId }]),
      ).values(),
    ]
    await sql`
      insert into vehicle_resource as f (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_at,
      fresh_until, debt_total, debt_without_amount)
      select ${tenantId}::bigint, p."vehicleId", p."resourceId", r.resource_type_id, 0,
        '2026-03-10T18:00:00Z', now() + interval '1 day', coalesce(sum(d.total), 0) + ${more},
        count(*) filter (where d.total is null)
      from json_to_recordset(${JSON.stringify(pairs)}::json) as p("vehicleId" bigint, "resourceId" int)
      join resource r on r.resource_id = p."resourceId"
      join debt d on d.tenant_id = ${tenantId} and d.vehicle_id = p."vehicleId" and d.resource_id = p."resourceId"
      group by 2, 3, 4
      on conflict (tenant_id, vehicle_id, resource_id) do update
      set status_id = 0, good_at = excluded.good_at, fresh_until = excluded.fresh_until,
        debt_total = excluded.debt_total, debt_without_amount = excluded.debt_without_amount`.execute(tx)
    await sql`
      update vehicle v
      set debt_total = f.total, debt_without_amount = f.without_amount
      from (select vehicle_id, sum(debt_total) as total, sum(debt_without_amount) as without_amount
      from vehicle_resource
      where tenant_id = ${tenantId}
      group by 1) f
      where v.tenant_id = ${tenantId} and v.vehicle_id = f.vehicle_id`.execute(tx)
    await touchFleet(tx, tenantId)
  })

/** Every source of money of these vehicles has answered that nothing is owed. */
export const clearAll = (server: TestServer, { tenantId }: Company, ids: readonly number[]): Promise<unknown> =>
  asSystem(server.db, async (tx) => {
    await sql`
      update vehicle_resource
      set status_id = 1, good_at = now(), fresh_until = now() + interval '1 day', debt_total = 0
      where tenant_id = ${tenantId}
        and vehicle_id = any(${[...ids]}::bigint[])
        and resource_type_id in (1, 7, 9)`.execute(tx)
    await touchFleet(tx, tenantId)
  })

export const actionsOf = async (server: TestServer, who: Somebody): Promise<NextActions> => {
  const { status, body } = await server.ask(who, { url: '/api/v2/dashboard/actions' })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as NextActions
}

/** The catalogue's result of a query: its vehicles, and the debts or dates that match the query. */
export const sumsOfCatalogue = async (server: TestServer, who: Somebody, query: FleetQuery) => {
  const { status, body } = await server.ask(who, {
    method: 'POST',
    url: '/api/v2/vehicleAsset/coverage',
    payload: query,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  const { vehicles, matched } = body as Coverage
  return {
    vehicles,
    count: matched?.count,
    amount: matched?.total ?? 0,
    withoutAmount: matched?.withoutAmount,
  }
}
