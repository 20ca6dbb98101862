// What these tests share: a date of a vehicle, as whoever learns it writes it.
import { sql } from 'kysely'
import { asSystem } from '../db/client.ts'
import type { Company, TestServer } from './server.ts'

type Given = {
  vehicleId: number
  key: string
  dueOn: string
  kind?: string
  title?: string
  amount?: number | null
  resourceId?: number | null
}

export const owe = (server: TestServer, { tenantId }: Company, given: readonly Given[]): Promise<unknown> =>
  asSystem(server.db, (tx) =>
    sql`
      insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, amount, resource_id, told_at,
        told_by)
      select ${tenantId}, g."vehicleId", g.key, coalesce(g.kind, 'insurance'), g."dueOn",
        coalesce(g.title, 'Póliza de seguro'), g.amount, g."resourceId", '2026-11-20T18:00:00Z', 'Seguro'
      from json_to_recordset(${JSON.stringify(given)}::json) as g("vehicleId" bigint, key text, "dueOn" date,
        kind text, title text, amount numeric, "resourceId" int)
      on conflict (tenant_id, vehicle_id, source_key) do update set due_on = excluded.due_on`.execute(tx),
  )

export const setZone = (server: TestServer, { tenantId }: Company, zone: string): Promise<unknown> =>
  server.db.system.query('update company set time_zone = $1 where tenant_id = $2', [zone, tenantId])
