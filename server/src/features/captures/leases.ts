// A short lease on a vehicle's captures, so that two people do not look up the same vehicle. A lease is optional: a
// capture without one is stored, unless another person holds the vehicle's lease.
import {
  CAPTURE_LEASE_MINUTES,
  CAPTURE_LEASES_AT_MOST,
  type CaptureHolder,
  type WorkList,
} from '@padron/contract/captures'
import { STATEMENT_TYPES } from '@padron/contract/captures/statement'
import { localMinute } from '@padron/contract/days'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import { findWorkList, fromList, type WorkListFilter } from './work-lists.ts'

/** The most vehicles to try if others take them at the same moment. */
const TRIED = 20

/**
 * Keeps only a person's newest leases, so that open windows block few vehicles. Leases of vehicles that left the
 * person's part of the fleet cannot be deleted by them, and expire.
 */
const dropExcess = (tx: Tx, { tenantId, userId }: Session) =>
  sql`
    delete from capture_lease l
    using (
      select vehicle_id
      from capture_lease
      where tenant_id = ${tenantId} and user_id = ${userId}
      order by until desc, vehicle_id
      offset ${CAPTURE_LEASES_AT_MOST}) old
    where l.tenant_id = ${tenantId} and l.vehicle_id = old.vehicle_id and l.user_id = ${userId}
      and (not is_scoped() or in_part(l.vehicle_id))`.execute(tx)

/** Takes or renews the lease. @returns false if another person has it */
const take = async (
  tx: Tx,
  { tenantId, userId }: Session,
  vehicleId: number,
  now: Date,
  takeOver: boolean,
): Promise<boolean> => {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql`
    insert into capture_lease (tenant_id, vehicle_id, user_id, since, until)
    values (${tenantId}, ${vehicleId}, ${userId}, ${at}, ${at} + make_interval(mins => ${CAPTURE_LEASE_MINUTES}))
    on conflict (tenant_id, vehicle_id) do update
    set since = case when capture_lease.user_id = excluded.user_id and capture_lease.until > ${at}
        then capture_lease.since
        else excluded.since end,
      user_id = excluded.user_id, until = excluded.until
    where capture_lease.user_id = excluded.user_id or capture_lease.until <= ${at} or ${takeOver}
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Other people with a lease, by vehicle. */
export const readHolders = async (
  tx: Tx,
  { tenantId, userId }: Pick<Session, 'tenantId' | 'userId'>,
  vehicleIds: readonly number[],
  now: Date,
): Promise<Map<number, CaptureHolder>> => {
  const { rows } = await sql<CaptureHolder & { vehicleId: number }>`
    select l.vehicle_id as "vehicleId", u.user_id as "userId", u.username, l.since
    from capture_lease l
    join app_user u on u.tenant_id = l.tenant_id and u.user_id = l.user_id
    where l.tenant_id = ${tenantId}
      and l.vehicle_id = any(${vehicleIds}::bigint[])
      and l.user_id <> ${userId}
      and l.until > ${now.toISOString()}::timestamptz`.execute(tx)
  return new Map(rows.map(({ vehicleId, ...holder }) => [vehicleId, holder]))
}

export const heldWords = ({ username, since }: CaptureHolder, timeZone: string): string =>
  `${username} captura este vehículo desde el ${localMinute(since, timeZone)}.`

const refuseUnknown = async (tx: Tx, { tenantId }: Session, vehicleId: number): Promise<void> => {
  const { rows } = await sql`
    select from vehicle
    where tenant_id = ${tenantId} and vehicle_id = ${vehicleId}`.execute(tx)
  if (rows.length === 0) throw notFound()
}

/** @returns null: the caller has it; otherwise its holder @throws HttpProblem if the vehicle does not exist */
export const leaseVehicle = async (
  tx: Tx,
  session: Session,
  vehicleId: number,
  now: Date,
  takeOver: boolean,
): Promise<CaptureHolder | null> => {
  await refuseUnknown(tx, session, vehicleId)
  if (!(await take(tx, session, vehicleId, now, takeOver)))
    return (await readHolders(tx, session, [vehicleId], now)).get(vehicleId) ?? null
  await dropExcess(tx, session)
  return null
}

/** @throws HttpProblem if the vehicle does not exist */
export const releaseVehicle = async (tx: Tx, session: Session, vehicleId: number): Promise<void> => {
  const { tenantId, userId } = session
  await refuseUnknown(tx, session, vehicleId)
  await sql`
    delete from capture_lease
    where tenant_id = ${tenantId} and vehicle_id = ${vehicleId} and user_id = ${userId}`.execute(tx)
}

type Check = { vehicleAssetId: number; resourceId: number }
export type NextOf = WorkListFilter & {
  list: WorkList
  portalOf?: number | undefined
  after?: Check | undefined
  seen: readonly { vehicleAssetId: number; resourceId?: number | undefined }[]
}

/**
 * Leases the vehicle of the first check in the list that no other person has leased or been assigned. Cost: as a page
 * of the list.
 */
export const leaseNext = async (
  tx: Tx,
  session: Session,
  { list, portalOf, after, seen, ...narrow }: NextOf,
  now: Date,
): Promise<Check | null> => {
  const { tenantId, userId, country } = session
  const { order } = findWorkList(list, now)
  const at = sql`${now.toISOString()}::timestamptz`
  const ofPortal = sql`
    and f.resource_id in (
      select r.resource_id
      from resource r
      where r.resource_type_id = any(${STATEMENT_TYPES}::int[])
        and r.portal_key = (select portal_key from resource where resource_id = ${portalOf ?? null}::bigint))`
  const behind = sql`(f.vehicle_id, f.resource_id) <= (${after?.vehicleAssetId ?? 0}::bigint,
    ${after?.resourceId ?? 0}::bigint), `
  const { rows } = await sql<Check>`
    select f.vehicle_id as "vehicleAssetId", f.resource_id as "resourceId"
    ${fromList(tenantId, country, { list, narrow, at: now })}
      ${portalOf === undefined ? sql`` : ofPortal}
      and not exists (
        select
        from json_to_recordset(${JSON.stringify(seen)}::json) as s("vehicleAssetId" bigint, "resourceId" bigint)
        where s."vehicleAssetId" = f.vehicle_id and (s."resourceId" is null or s."resourceId" = f.resource_id))
      and not exists (
        select
        from capture_lease l
        where l.tenant_id = f.tenant_id and l.vehicle_id = f.vehicle_id and l.user_id <> ${userId} and l.until > ${at})
      and not exists (
        select
        from capture_assignment a
        where a.tenant_id = f.tenant_id and a.vehicle_id = f.vehicle_id and a.user_id <> ${userId})
    order by ${list === 'never' && after ? behind : sql``} ${order}
    limit ${TRIED}`.execute(tx)
  for (const check of rows)
    if (await take(tx, session, check.vehicleAssetId, now, false)) {
      await dropExcess(tx, session)
      return check
    }
  return null
}
