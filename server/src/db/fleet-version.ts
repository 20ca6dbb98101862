// The versions of a company's fleet. Cached data of a fleet (counts, columns) is labelled with a version, and is not
// used after the fleet has changed.
import { sql } from 'kysely'
import type { Tx } from './client.ts'
import { runPrepared, type Statement } from './prepared.ts'

export type FleetVersion = {
  /** Rises with every change, including those by checks. */
  version: number
  /** Rises when a vehicle's own fields, tags or status change, and when a vehicle is added or deleted. */
  fieldsVersion: number
}

const CHANGES_LIMIT = 100
const NAMED_AT_MOST = 200

/**
 * Records that vehicles changed in fields, tags or status, or were added or deleted. Call it last in the writing
 * transaction: its row lock makes the company's writers wait for each other.
 * @param changed every vehicle that was added, changed or deleted, if they are known and few: the fleets that processes
 * hold in memory then read only these. Without it they read the whole fleet again, which is always correct.
 */
export const touchFleet = async (tx: Tx, tenantId: number, changed?: readonly number[]): Promise<void> => {
  await runPrepared(tx, touchFleetStatement(tenantId, changed))
}

/** Only the statement, for callers that send it with the commit. */
export const touchFleetStatement = (tenantId: number, changed?: readonly number[]): Statement => {
  if (changed === undefined || changed.length > NAMED_AT_MOST)
    return { name: 'fleet.touch-all', query: sql`${nextVersion(tenantId)}` }
  // A version without a row means that its changed vehicles are not known.
  const query = sql`
    with next as (${nextVersion(tenantId)} returning fields_version),
    old as (
      delete from fleet_change f using next
      where f.tenant_id = ${tenantId} and f.fields_version <= next.fields_version - ${CHANGES_LIMIT}::int)
    insert into fleet_change (tenant_id, fields_version, vehicle_ids)
    select ${tenantId}, fields_version, ${changed}::bigint[]
    from next`
  return { name: 'fleet.touch', query }
}

/** The previous release finds no changes, and reads the whole fleet again. */
const nextVersion = (tenantId: number) => sql`
    update catalogue_version
    set version = version + 1, fields_version = fields_version + 1, recent_changes = '[]'
    where tenant_id = ${tenantId}`

/** Records that only data that checks write changed: statuses and debt. Call it last in the transaction, as above. */
export const touchChecks = async (tx: Tx, tenantId: number): Promise<void> => {
  await sql`update catalogue_version set version = version + 1 where tenant_id = ${tenantId}`.execute(tx)
}

/**
 * Records that dates of documents changed: no fleet version covers them, and figures count them. Last in the
 * transaction, as above.
 */
export const touchDocuments = async (tx: Tx, tenantId: number): Promise<void> => {
  await sql`
    update dashboard_statistics
    set documents_version = documents_version + 1
    where tenant_id = ${tenantId}`.execute(tx)
}

/** The version that this transaction sees; read it before the data that it labels. */
export const fleetVersion = async (tx: Tx, tenantId: number): Promise<FleetVersion> => {
  const query = sql<FleetVersion>`
    select version, fields_version as "fieldsVersion"
    from catalogue_version
    where tenant_id = ${tenantId}`
  const [row] = await runPrepared(tx, { name: 'fleet.version', query })
  return row ?? { version: 0, fieldsVersion: 0 }
}
