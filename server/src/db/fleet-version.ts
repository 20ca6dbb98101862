// The versions of a company's fleet. What a process keeps of it (counts, columns) is labelled with one of them, and
// so is never shown once the fleet is another.
import { sql } from 'kysely'
import type { Tx } from './client.ts'
import { runPrepared, type Statement } from './prepared.ts'

export type FleetVersion = {
  /** Rises with every change, the checks' too. */
  version: number
  /** Rises with a change of a vehicle's own fields, tags or status, and with a vehicle more or less. */
  fieldsVersion: number
}

const CHANGES_LIMIT = 100
const NAMED_AT_MOST = 200

/**
 * Says that vehicles changed in fields, tags or status, or came or went. Call it LAST in the writing transaction: its
 * row lock makes the company's writers wait for each other.
 * @param changed every vehicle that was added, changed or deleted, where they are known and few: what processes keep
 * of the fleet then takes in these instead of being read anew. Without them it is read anew, which is always right.
 */
export const touchFleet = async (tx: Tx, tenantId: number, changed?: readonly number[]): Promise<void> => {
  await runPrepared(tx, fleetTouched(tenantId, changed))
}

/** The statement alone, for who sends it with the commit. */
export const fleetTouched = (tenantId: number, changed?: readonly number[]): Statement => {
  const named = changed !== undefined && changed.length <= NAMED_AT_MOST
  // The newest first; one more each time, so one is dropped at most.
  const recent = named
    ? sql`(jsonb_build_array(jsonb_build_array(fields_version + 1, ${JSON.stringify(changed)}::jsonb))
        || recent_changes) - ${CHANGES_LIMIT}::int`
    : sql`'[]'`
  const query = sql`
    update catalogue_version set version = version + 1, fields_version = fields_version + 1, recent_changes = ${recent}
    where tenant_id = ${tenantId}`
  return { name: named ? 'fleet.touch' : 'fleet.touch-all', query }
}

/** Says that only what checks write changed: statuses and debt. Last in the transaction, as above. */
export const touchChecks = async (tx: Tx, tenantId: number): Promise<void> => {
  await sql`update catalogue_version set version = version + 1 where tenant_id = ${tenantId}`.execute(tx)
}

/**
 * Says that dates of documents changed, of which no version tells; figures count them. Last in the transaction, as
 * above.
 */
export const touchDocuments = async (tx: Tx, tenantId: number): Promise<void> => {
  await sql`
    update dashboard_statistics
    set documents_version = documents_version + 1
    where tenant_id = ${tenantId}`.execute(tx)
}

/** The fleet as this transaction sees it; read it before what is to be labelled with it. */
export const fleetVersion = async (tx: Tx, tenantId: number): Promise<FleetVersion> => {
  const query = sql<FleetVersion>`
    select version, fields_version as "fieldsVersion" from catalogue_version where tenant_id = ${tenantId}`
  const [row] = await runPrepared(tx, { name: 'fleet.version', query })
  return row ?? { version: 0, fieldsVersion: 0 }
}
