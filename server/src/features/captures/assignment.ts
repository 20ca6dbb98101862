// Assigns the captures of vehicles to people, and reports what each person has done. A vehicle is assigned to one
// person, with all its checks.
import { CAPTURE_ASSIGN_AT_MOST, type WorkList } from '@padron/contract/captures'
import { expandRoles, holdsExactly, rolesOf } from '@padron/contract/permissions'
import { sql } from 'kysely'
import { withService } from '../../checks/services/services.ts'
import type { Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import { readRequesterAccess } from '../../jobs/requester.ts'
import { fromList, type WorkListFilter, workListConditions } from './work-lists.ts'

export type Choice = WorkListFilter & { list: WorkList; vehicleAssetIds?: readonly number[] | undefined }

/** @throws HttpProblem if the user is not of the company, or may not capture */
const readCapturer = async (tx: Tx, tenantId: number, userId: number): Promise<string> => {
  const access = await readRequesterAccess(tx, tenantId, userId, 'processing_admin')
  if (access.refused !== undefined || access.isService)
    throw refuse(422, 'Esa persona no existe o no puede capturar.', 'userId')
  return access.username
}

/**
 * @param userId null: removes the assignment
 * @returns the number of chosen vehicles
 */
export const assignCaptures = async (
  tx: Tx,
  { tenantId, country, companyName }: Session,
  userId: number | null,
  choice: Choice,
  now: Date,
): Promise<number> => {
  const username = userId === null ? null : await readCapturer(tx, tenantId, userId)
  const { list, vehicleAssetIds } = choice
  const listed = sql`select distinct f.vehicle_id ${fromList(tenantId, country, { list, narrow: choice, at: now })}`
  const chosenVehicles = sql`
    select v.vehicle_id
    from vehicle v
    where v.tenant_id = ${tenantId} and v.vehicle_id = any(${[...(vehicleAssetIds ?? [])]}::bigint[])`
  const { rows } = await sql<{ id: number }>`
    select vehicle_id as id
    from (${vehicleAssetIds ? chosenVehicles : listed}) x
    order by 1
    limit ${CAPTURE_ASSIGN_AT_MOST + 1}`.execute(tx)
  if (rows.length === 0) throw refuse(422, 'Ningún vehículo cumple con lo elegido.')
  if (rows.length > CAPTURE_ASSIGN_AT_MOST)
    throw refuse(422, `Se asignan ${CAPTURE_ASSIGN_AT_MOST} vehículos como máximo a la vez: use los filtros.`)
  const ids = rows.map(({ id }) => id)
  if (userId === null)
    await sql`
      delete from capture_assignment
      where tenant_id = ${tenantId} and vehicle_id = any(${ids}::bigint[])`.execute(tx)
  else
    await sql`
      insert into capture_assignment (tenant_id, vehicle_id, user_id)
      select ${tenantId}::bigint, x, ${userId}::bigint
      from unnest(${ids}::bigint[]) x
      order by x
      on conflict (tenant_id, vehicle_id) do update
      set user_id = excluded.user_id, assigned_at = excluded.assigned_at
      where capture_assignment.user_id <> excluded.user_id`.execute(tx)
  const change = { capture_assignment: [null, [`${ids.length} vehículos: ${username ?? 'sin asignar'}`]] }
  await sql`
    select record_activity(${tenantId}, 'company', ${tenantId}, ${companyName}, 'update',
      ${JSON.stringify(change)}::jsonb)`.execute(tx)
  return ids.length
}

type Person = { userId: number; username: string; vehicles: number; left: number; doneToday: number; roleIds: number[] }

/**
 * People who may capture, and those who have vehicles or captured today.
 * Cost: the checks of assigned vehicles, and the captures of the day.
 */
export const readProgress = async (tx: Tx, { tenantId, country, timeZone }: Session, now: Date) => {
  const isListed = sql.join(workListConditions(now), sql` or `)
  const { rows } = await sql<Person>`
    with left_over as (
      select a.user_id, count(*)::int as n
      from capture_assignment a
      join vehicle_resource f on f.tenant_id = a.tenant_id and f.vehicle_id = a.vehicle_id
      join resource r on r.resource_id = f.resource_id and not r.retired and r.country = ${country} ${withService}
      where a.tenant_id = ${tenantId} and (${isListed})
      group by a.user_id),
    assigned as (
      select user_id, count(*)::int as n
      from capture_assignment
      where tenant_id = ${tenantId}
      group by user_id),
    done as (
      select (c.captured_by->>'id')::bigint as user_id, count(*)::int as n
      from vehicle_resource f
      join check_run c on c.tenant_id = f.tenant_id and c.run_id = f.good_run_id
      where f.tenant_id = ${tenantId}
        and f.captured_at >= date_trunc('day', ${now.toISOString()}::timestamptz, ${timeZone})
      group by 1)
    select u.user_id as "userId", u.username, coalesce(a.n, 0) as vehicles, coalesce(l.n, 0) as left,
      coalesce(d.n, 0) as "doneToday",
        case when u.active and u.vehicle_scope is null then u.role_ids || p.role_ids else '{}' end as "roleIds"
    from app_user u
    left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id
    left join assigned a on a.user_id = u.user_id
    left join left_over l on l.user_id = u.user_id
    left join done d on d.user_id = u.user_id
    where u.tenant_id = ${tenantId}
    order by u.username`.execute(tx)
  const people = rows
    .map(({ roleIds, ...person }) => ({
      ...person,
      mayCapture: holdsExactly(new Set(expandRoles(rolesOf(roleIds).map(({ name }) => name))), 'processing_admin'),
    }))
    .filter(({ mayCapture, vehicles, doneToday }) => mayCapture || vehicles > 0 || doneToday > 0)
  return { people }
}
