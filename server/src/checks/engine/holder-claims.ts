// Sources that answer for a holder: one query for all of a holder's vehicles that are due.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { asVehicle, type Claim, type ClaimRequest, RETURNING, type Row } from './claim.ts'

const HOLDER_AT_MOST = 500
/** For a holder with more vehicles, searching the company's due checks in due order is faster than its vehicles. */
const LARGE_HOLDER = 10_000

type Holder = { tenantId: number; connectorKey: string; taxIdentifier: string }

const isLargeHolder = async (tx: Tx, { tenantId, taxIdentifier }: Holder): Promise<boolean> => {
  const { rows } = await sql<{ isLarge: boolean }>`
    select count(*) > ${LARGE_HOLDER}::int as "isLarge"
    from (
      select
      from vehicle
      where tenant_id = ${tenantId} and tax_identifier = ${taxIdentifier}
      limit ${LARGE_HOLDER + 1}) v`.execute(tx)
  return rows[0]?.isLarge ?? false
}

/**
 * The holder's vehicles whose check is due within six hours and unclaimed, in due order. Cost: the holder's vehicles by
 * their index, each with its check by key; of a large holder the first due checks, each with its vehicle by key.
 * `offset 0` keeps the planner from reading all checks or vehicles of the company.
 */
export const dueOfHolder = ({ tenantId, connectorKey, taxIdentifier }: Holder, portalKey: string, isLarge: boolean) => {
  const isDue = sql`d.tenant_id = ${tenantId}
    and d.connector_key = ${connectorKey}
    and d.claim_id is null
    and not d.suspended
    and d.due_at <= now() + interval '6 hours'`
  if (!isLarge)
    return sql`
      select d.vehicle_id, d.due_at
      from vehicle v
      cross join lateral (
        select d.vehicle_id, d.due_at
        from due_check d
        where d.vehicle_id = v.vehicle_id and ${isDue}
        offset 0) d
      where v.tenant_id = ${tenantId} and v.tax_identifier = ${taxIdentifier}
      order by d.due_at
      limit ${HOLDER_AT_MOST}`
  const first = (priority: number) => sql`
    (select d.vehicle_id, d.due_at
    from due_check d
    cross join lateral (
      select
      from vehicle v
      where v.tenant_id = ${tenantId} and v.vehicle_id = d.vehicle_id and v.tax_identifier = ${taxIdentifier}
      offset 0) v
    where ${isDue} and d.portal_key = ${portalKey} and d.priority = ${sql.lit(priority)}
    order by d.due_at
    limit ${HOLDER_AT_MOST})`
  return sql`${first(1)} union all ${first(0)} order by due_at limit ${HOLDER_AT_MOST}`
}

/**
 * One query per holder: the claims of one holder become one, and the holder's other vehicles join it where their check
 * is due within six hours, because the answer covers them too.
 */
export const gatherHolders = async (
  tx: Tx,
  { portalKey, leaseSeconds }: ClaimRequest,
  claims: readonly Claim[],
): Promise<Claim[]> => {
  const groups = Map.groupBy(claims, ({ tenantId, connectorKey, vehicles: [{ taxIdentifier }] }) =>
    JSON.stringify([tenantId, connectorKey, taxIdentifier]),
  )
  return Promise.all(
    [...groups.values()].map(async ([first, ...others]) => {
      if (!first) throw new Error('a group of claims is empty')
      const { claimId, tenantId, connectorKey, vehicles } = first
      const holder = { tenantId, connectorKey, taxIdentifier: vehicles[0].taxIdentifier ?? '' }
      const ids = others.map((other) => other.claimId)
      const due = dueOfHolder(holder, portalKey, await isLargeHolder(tx, holder))
      const { rows } = await sql<Row>`
        with claimed as materialized (
          select vehicle_id
          from due_check
          where portal_key = ${portalKey} and claim_id = any(${ids}::uuid[])),
        due as materialized (${due}),
        next as materialized (
          select vehicle_id
          from claimed
          union all
          (select vehicle_id from due order by due_at limit ${HOLDER_AT_MOST - ids.length}::int)),
        held as materialized (
          select d.tenant_id, d.vehicle_id, d.connector_key
          from next n
          join due_check d on d.tenant_id = ${tenantId}
            and d.vehicle_id = n.vehicle_id
            and d.connector_key = ${connectorKey}
          where d.claim_id is null or d.claim_id = any(${ids}::uuid[])
          for update of d skip locked)
        update due_check d
        set claim_id = ${claimId}, answered_at = null,
          claimed_until = now() + make_interval(secs => ${leaseSeconds})
        from held n
        join vehicle v on v.tenant_id = n.tenant_id and v.vehicle_id = n.vehicle_id
        where d.tenant_id = n.tenant_id and d.vehicle_id = n.vehicle_id and d.connector_key = n.connector_key
        ${RETURNING}`.execute(tx)
      return { ...first, vehicles: [...vehicles, ...rows.map(asVehicle)] } as Claim
    }),
  )
}
