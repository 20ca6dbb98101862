// 'Volver a consultar': queries the resources of one vehicle again, by the same rules as an order for the fleet.
import { type RawBuilder, sql } from 'kysely'
import { lastDayOver } from '../../checks/engine/check-rules.ts'
import { isAwaited } from '../../checks/services/is-awaited.ts'
import { serviceSql, withService } from '../../checks/services/services.ts'
import type { Tx } from '../../db/client.ts'
import { lockCompany } from '../../db/company-lock.ts'
import { touchChecks } from '../../db/fleet-version.ts'
import { notFound } from '../../errors/http-problem.ts'
import { assignToPeople } from './assign-to-people.ts'
import { availableIn, notAvailable } from './processing.rules.ts'

export type RefreshRow = {
  vehicleId: number
  resourceId: number
  name: string
  automatic: boolean
  connectorKey: string | null
  /** The portal of its check; null: it has none. */
  portalKey: string | null
  /** Until when its answer is fresh; null: it has no fresh answer. */
  freshUntil: string | null
  /** On the work list, or about to be queried. */
  queued: boolean
  /** Queried within the last minute: another query brings nothing new and may cost. */
  recent: boolean
  plate: string
}
export type RefreshRequest = { vehicleId: number; resourceId?: number | undefined }
export type Refreshed = { asked: number[]; manual: number[] }

/**
 * The newest answer offers an expired payment line: another one may be requested. Days are compared as text, because
 * sources may send what is no date.
 */
const expiredLine = (now: Date) => sql`exists (
  select from check_result c, jsonb_array_elements(c.result) e
  where c.tenant_id = f.tenant_id and c.run_id = f.good_run_id and c.resource_id = f.resource_id
    and left(e ->> 'paymentLineDueDate', 10) <= ${lastDayOver(now)})`

/**
 * Cost: a key range of vehicle_resource for each vehicle (some ten rows) and one key look-up each.
 * @param chosen a condition on `f`
 */
export const refreshRows = async (
  tx: Tx,
  tenantId: number,
  chosen: RawBuilder<unknown>,
  now: Date,
): Promise<RefreshRow[]> => {
  const { rows } = await sql<RefreshRow>`
    select f.vehicle_id as "vehicleId", r.resource_id as "resourceId", r.resource_name as name,
      ${serviceSql} = 'automatic' as automatic, r.connector_key as "connectorKey", d.portal_key as "portalKey", case
        when f.good_at is not null
        and f.fresh_until > ${now.toISOString()}::timestamptz
        and not ${expiredLine(now)} then f.fresh_until end as "freshUntil",
      case
        when ${serviceSql} = 'automatic' then (d.priority > 0 or d.claim_id is not null) is true
        or ${isAwaited(sql`r.connector_key`)}
        else f.manual_since is not null end as queued,
      (${serviceSql} = 'automatic'
        and f.last_at > ${now.toISOString()}::timestamptz - interval '1 minute') is true as recent,
      v.plate
    from vehicle_resource f
    join vehicle v on v.tenant_id = f.tenant_id and v.vehicle_id = f.vehicle_id
    join resource r on r.resource_id = f.resource_id and not r.retired ${withService}
    left join due_check d on d.tenant_id = f.tenant_id
      and d.vehicle_id = f.vehicle_id
      and d.connector_key = r.connector_key
    where f.tenant_id = ${tenantId}
      and ${chosen}
      and (r.purpose = 'status' or ${serviceSql} = 'automatic')
    order by f.vehicle_id, r.resource_id`.execute(tx)
  return rows
}

const QUEUED = 'Ya está en la cola de tareas.'
const JUST_QUERIED = 'Se acaba de consultar: espere un minuto.'
const LISTED = 'Ya está en la lista de captura manual.'

/** Why nothing may be queried, and when the first resource is available again. */
const reasonOf = (rows: readonly RefreshRow[], now: Date): string => {
  const waiting = rows.find(({ queued }) => queued)
  if (waiting) return waiting.automatic ? QUEUED : LISTED
  if (rows.some(({ freshUntil, recent }) => recent && freshUntil === null)) return JUST_QUERIED
  const [first] = rows.flatMap(({ freshUntil }) => freshUntil ?? []).toSorted()
  return first ? availableIn(first, now) : 'El vehículo no se consulta en ningún recurso.'
}

const prioritise = (tx: Tx, tenantId: number, vehicleId: number, connectors: readonly (string | null)[]) =>
  sql`update due_check set priority = 1, due_at = least(due_at, now())
    where tenant_id = ${tenantId}
      and vehicle_id = ${vehicleId}
      and connector_key = any(${connectors}::text[])
      and claim_id is null`.execute(tx)

/** @param tx of the company @throws 404 for an unknown vehicle, 409 if nothing may be queried */
export const refreshVehicle = async (
  tx: Tx,
  tenantId: number,
  request: RefreshRequest,
  now: Date,
): Promise<Refreshed> => {
  const { vehicleId, resourceId = null } = request
  await lockCompany(tx, tenantId)
  const chosen = sql`f.vehicle_id = ${vehicleId}
    and (${resourceId}::bigint is null or f.resource_id = ${resourceId}::bigint)`
  const rows = await refreshRows(tx, tenantId, chosen, now)
  const [one] = rows
  if (!one) throw notFound()
  const open = rows.filter(({ freshUntil, queued, recent }) => freshUntil === null && !queued && !recent)
  if (open.length === 0) throw notAvailable(reasonOf(rows, now))
  const idsOf = (automatic: boolean) =>
    open.filter((row) => row.automatic === automatic).map(({ resourceId }) => resourceId)
  const [automatic, manual] = [idsOf(true), idsOf(false)]
  const names = JSON.stringify({ refreshed: [null, open.map(({ name }) => name)] })
  await sql`
    select record_activity(${tenantId}, 'check', ${vehicleId}, ${one.plate}, 'update', ${names}::jsonb)`.execute(tx)
  // The vehicle's row before its checks', as every writer of checks locks them.
  const vehicles = { after: vehicleId - 1, last: vehicleId }
  if (manual.length > 0) await assignToPeople(tx, { tenantId, resourceIds: manual, vehicles, at: now })
  if (automatic.length > 0) {
    const connectors = open.filter(({ automatic }) => automatic).map(({ connectorKey }) => connectorKey)
    await prioritise(tx, tenantId, vehicleId, connectors)
  }
  if (manual.length > 0) await touchChecks(tx, tenantId)
  return { asked: automatic, manual }
}
