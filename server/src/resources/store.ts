// The effects of one check, in one transaction: the run with its raw answer, the results, the newest per resource, the
// vehicle's statuses and the next date. A worker whose lease ran out writes nothing: its claim no longer matches.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Outcome } from '@padron/contract/resource-status'
import { sql } from 'kysely'
import { asTenant, type Db, type Tx } from '../db/client.ts'
import { touchChecks } from '../db/fleet-version.ts'
import { asJsonb } from '../db/json.ts'
import { failureStatus, freshUntil, isGood, nextDue } from './check-rules.ts'
import type { Claim } from './claims.ts'
import type { Connector, Finding, RawAnswer, Registration } from './connector.ts'
import { owedBy } from './debt.ts'
import { type Standing, standingSql } from './stand.ts'

export type Ended = {
  claim: Claim
  connector: Connector
  runId: string
  outcome: Outcome
  remark: string | null
  findings: readonly Finding[]
  registration: Registration | null
  answers: readonly RawAnswer[]
  retryAfterSeconds: number
  startedAt: Date
  endedAt: Date
  dice: number
}

const pack = (answers: readonly RawAnswer[]) => {
  if (answers.length === 0) return { raw: null, raw_sha256: null }
  const text = JSON.stringify(answers)
  return { raw: gzipSync(text, { level: 4 }), raw_sha256: createHash('sha256').update(text).digest() }
}

/** PostgreSQL's class of errors about values: what the source sent cannot be kept. */
const isUnstorable = (error: unknown): boolean => /^22/.test((error as { code?: string }).code ?? '')

/**
 * An answer that cannot be stored is a source that changed its answer: kept as that, so that it is not asked again and again.
 * @returns false where the claim was no longer ours and nothing was written
 */
export const storeCheck = (db: Db, ended: Ended): Promise<boolean> =>
  write(db, ended).catch((error: unknown) => {
    if (!isUnstorable(error)) throw error
    const remark = 'La respuesta tiene datos que no se pueden guardar.'
    return write(db, { ...ended, outcome: 'shape-drift', remark, findings: [], registration: null })
  })

const write = (db: Db, ended: Ended): Promise<boolean> =>
  asTenant(db, ended.claim.tenantId, async (tx) => {
    const { tenantId, vehicleId } = ended.claim
    // The vehicle's row serialises two checks of one vehicle; both travel together.
    const [{ rows }, released] = await Promise.all([
      sql<{
        plate: string
        vin: string
      }>`select plate, vin from vehicle where tenant_id = ${tenantId} and vehicle_id = ${vehicleId} for no key update`.execute(
        tx,
      ),
      handBack(tx, ended),
    ])
    if (!released) return false
    // Edited while it was asked: the answer is another vehicle's now, so it is dropped and asked anew.
    if (rows[0]?.plate !== ended.claim.plate || rows[0].vin !== ended.claim.vin) return askAgain(tx, ended)
    await insertRun(tx, ended)
    await keepRegistration(tx, ended)
    const resources = await updateResources(tx, ended)
    await updateVehicle(tx, ended, resources)
    return true
  })

/** The fence: hands the claim back with its next date, only if it is still ours. */
const handBack = async (
  tx: Tx,
  { claim, connector, outcome, endedAt, dice, retryAfterSeconds }: Ended,
): Promise<boolean> => {
  const attempts = isGood(outcome) ? 0 : claim.attempts + 1
  const due = nextDue(outcome, connector.types, attempts, endedAt, dice, retryAfterSeconds)
  const { numAffectedRows } = await sql`
    update due_check set claim_id = null, claimed_until = null, priority = 0, attempts = ${attempts}, due_at = ${due.toISOString()}
    where tenant_id = ${claim.tenantId} and vehicle_id = ${claim.vehicleId} and connector_key = ${claim.connectorKey}
      and claim_id = ${claim.claimId}`.execute(tx)
  return numAffectedRows === 1n
}

const askAgain = async (tx: Tx, { claim }: Ended): Promise<boolean> => {
  await sql`update due_check set due_at = now(), attempts = ${claim.attempts} where tenant_id = ${claim.tenantId}
    and vehicle_id = ${claim.vehicleId} and connector_key = ${claim.connectorKey}`.execute(tx)
  return false
}

/** What a registry said of the vehicle, asked by its VIN or its plate: the newest takes the place of the one before. */
const keepRegistration = async (tx: Tx, { claim, runId, registration, endedAt }: Ended): Promise<void> => {
  if (!registration) return
  await sql`
    insert into vehicle_registry (tenant_id, vehicle_id, found_by, resource_id, run_id, at, fields)
    select ${claim.tenantId}, ${claim.vehicleId}, ${registration.foundBy}, f.resource_id, ${runId}, ${endedAt.toISOString()}, ${asJsonb(registration.fields)}
    from vehicle_resource f join resource r on r.resource_id = f.resource_id
    where f.tenant_id = ${claim.tenantId} and f.vehicle_id = ${claim.vehicleId} and r.connector_key = ${claim.connectorKey}
    order by f.resource_id limit 1
    on conflict (tenant_id, vehicle_id, found_by) do update
      set resource_id = excluded.resource_id, run_id = excluded.run_id, at = excluded.at, fields = excluded.fields`.execute(
    tx,
  )
}

const insertRun = (tx: Tx, { claim, connector, runId, outcome, remark, answers, startedAt, endedAt }: Ended) =>
  tx
    .insertInto('check_run')
    .values({
      tenant_id: claim.tenantId,
      run_id: runId,
      vehicle_id: claim.vehicleId,
      connector_key: connector.key,
      portal_key: connector.portal,
      parser_version: connector.parserVersion,
      started_at: startedAt.toISOString(),
      duration_ms: endedAt.getTime() - startedAt.getTime(),
      outcome,
      remark: remark?.slice(0, 500).replaceAll('\0', '') ?? null,
      ...pack(answers),
    })
    .execute()

type Own = {
  resourceId: number
  typeId: number
  connectorKey: string | null
  statusId: number
  goodAt: string | null
  debtTotal: number | null
  debtWithoutAmount: number
}

/** Writes what this run says of each of its resources and returns every resource of the vehicle as it now stands. */
const updateResources = async (tx: Tx, ended: Ended): Promise<Standing[]> => {
  const { claim, connector, runId, outcome, findings, endedAt } = ended
  const { rows } = await sql<Own>`
    select f.resource_id as "resourceId", f.resource_type_id as "typeId", r.connector_key as "connectorKey", f.status_id as "statusId", f.good_at as "goodAt",
      f.debt_total::float8 as "debtTotal", f.debt_without_amount as "debtWithoutAmount"
    from vehicle_resource f join resource r on r.resource_id = f.resource_id
    where f.tenant_id = ${claim.tenantId} and f.vehicle_id = ${claim.vehicleId}`.execute(tx)
  const own = rows.filter(({ connectorKey }) => connectorKey === connector.key)
  const changes = own.map((resource) => {
    const finding = isGood(outcome) ? findings.find(({ type }) => type === resource.typeId) : undefined
    const failed = resource.goodAt === null ? failureStatus(outcome) : undefined
    const debt = finding
      ? owedBy(resource.typeId, finding.status, finding.results)
      : { total: resource.debtTotal, withoutAmount: resource.debtWithoutAmount }
    return { ...resource, finding, debt, statusId: finding?.status ?? failed ?? resource.statusId }
  })
  const found = changes.filter(({ finding }) => finding)
  if (found.length > 0) {
    await tx
      .insertInto('check_result')
      .values(
        found.map(({ resourceId, statusId, finding }) => ({
          tenant_id: claim.tenantId,
          run_id: runId,
          resource_id: resourceId,
          status_id: statusId,
          result: asJsonb(finding?.results ?? []),
          evidence: asJsonb(finding?.evidence ?? []),
        })),
      )
      .execute()
  }
  const updates = changes.map(({ resourceId, typeId, statusId, finding, debt }) => ({
    resource_id: resourceId,
    status_id: statusId,
    good: finding !== undefined,
    fresh_until: freshUntil(typeId, endedAt).toISOString(),
    debt_total: debt.total,
    debt_without_amount: debt.withoutAmount,
  }))
  await sql`
    update vehicle_resource f set status_id = u.status_id, debt_total = u.debt_total, debt_without_amount = u.debt_without_amount, last_run_id = ${runId}, last_at = ${endedAt.toISOString()}, last_outcome = ${outcome},
      good_run_id = case when u.good then ${runId}::uuid else f.good_run_id end,
      good_at = case when u.good then ${endedAt.toISOString()}::timestamptz else f.good_at end,
      fresh_until = case when u.good then u.fresh_until else f.fresh_until end
    from json_to_recordset(${JSON.stringify(updates)}::json) as u(resource_id int, status_id smallint, good boolean,
      fresh_until timestamptz, debt_total numeric, debt_without_amount int)
    where f.tenant_id = ${claim.tenantId} and f.vehicle_id = ${claim.vehicleId} and f.resource_id = u.resource_id`.execute(
    tx,
  )
  const changed = new Map(changes.map((change) => [change.resourceId, change]))
  return rows.map((row) => {
    const { statusId, debt, finding } = changed.get(row.resourceId) ?? {
      statusId: row.statusId,
      debt: { total: row.debtTotal, withoutAmount: row.debtWithoutAmount },
      finding: undefined,
    }
    return { typeId: row.typeId, statusId, debt, answered: finding !== undefined || row.goodAt !== null }
  })
}

/** An update that changes nothing costs as much as a real one, so it is guarded; the fleet's version rises only with a change. */
const updateVehicle = async (
  tx: Tx,
  { claim, outcome, endedAt }: Ended,
  resources: readonly Standing[],
): Promise<void> => {
  const { set, differs } = standingSql(resources)
  const at = isGood(outcome) ? endedAt.toISOString() : null
  const own = sql`tenant_id = ${claim.tenantId} and vehicle_id = ${claim.vehicleId}`
  const { numAffectedRows } = await sql`
    update vehicle set ${set}, updated_at = now(), processed_at = coalesce(${at}::timestamptz, processed_at)
    where ${own} and ${differs}`.execute(tx)
  // Last in the transaction: this row's lock makes the tenant's writers wait for each other.
  if (numAffectedRows === 1n) await touchChecks(tx, claim.tenantId)
  else if (at) await sql`update vehicle set processed_at = ${at} where ${own}`.execute(tx)
}
