// Applies a batch of results to the newest answer per vehicle and resource: read once, changed in memory in order,
// written once. A failure never replaces a good answer, and an older answer never a newer one.
import { captureDays, defaultInterval } from '@padron/contract/captures/validity'
import { MANUAL_OUTCOMES } from '@padron/contract/resource-status'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Finding } from '../connectors/connector.ts'
import { answeredAt, type CheckResult } from '../engine/check-result.ts'
import { answerUntil, failureStatus, isGood } from '../engine/check-rules.ts'
import { readCaptureIntervals } from './capture-validity.ts'
import { type Debt, debtOfStatus } from './debt.ts'
import type { ResourceStatus } from './vehicle-status.ts'

/** The state of one resource of one vehicle, as read and as it will be written. */
type ResourceState = {
  vehicleId: number
  resourceId: number
  typeId: number
  connectorKey: string | null
  statusId: number
  goodAt: string | null
  goodRunId: string | null
  freshUntil: string | null
  lastAt: string | null
  lastRunId: string | null
  lastOutcome: string | null
  manualSince: string | null
  capturedAt: string | null
  debtTotal: number | null
  debtWithoutAmount: number
}

export type ResourceChange = {
  result: CheckResult
  resourceId: number
  typeId: number
  /** The answer's finding for this resource; undefined: it has none. */
  finding: Finding | undefined
  /** The answer is the newest about this resource, so it counts. */
  counts: boolean
  statusBefore: number
  /** There was a good answer before. */
  answeredBefore: boolean
  /** There was an answer before, good or not. */
  queriedBefore: boolean
}

const readStates = async (tx: Tx, tenantId: number, vehicleIds: readonly number[]): Promise<ResourceState[]> => {
  const { rows } = await sql<ResourceState>`
    select f.vehicle_id as "vehicleId", f.resource_id as "resourceId", f.resource_type_id as "typeId",
      r.connector_key as "connectorKey", f.status_id as "statusId", f.good_at as "goodAt",
      f.good_run_id as "goodRunId", f.fresh_until as "freshUntil", f.last_at as "lastAt",
      f.last_run_id as "lastRunId", f.last_outcome as "lastOutcome", f.manual_since as "manualSince",
      f.captured_at as "capturedAt", f.debt_total::float8 as "debtTotal", f.debt_without_amount as "debtWithoutAmount"
    from vehicle_resource f
    join resource r on r.resource_id = f.resource_id
    where f.tenant_id = ${tenantId} and f.vehicle_id = any(${vehicleIds}::bigint[])`.execute(tx)
  return rows
}

const isOwn = ({ resourceId, connectorKey }: ResourceState, result: CheckResult): boolean =>
  result.resourceId === null ? connectorKey === result.connector.key : resourceId === result.resourceId

/**
 * Applies a result to the resource's state.
 * @param captured days that a manual capture of a type is fresh, by the day of the capture
 */
const apply = (
  state: ResourceState,
  result: CheckResult,
  captured: (typeId: number, at: Date) => number,
): ResourceChange => {
  const { outcome, endedAt, runId } = result
  const at = endedAt.toISOString()
  const known = answeredAt(result)
  const finding = isGood(outcome) ? result.findings.find(({ type }) => type === state.typeId) : undefined
  const isNewest = state.goodAt === null || new Date(state.goodAt) <= known
  const { statusId: statusBefore, resourceId, typeId } = state
  const answeredBefore = state.goodAt !== null
  const queriedBefore = state.lastAt !== null
  if (state.lastAt === null || new Date(state.lastAt) <= endedAt)
    Object.assign(state, { lastAt: at, lastRunId: runId, lastOutcome: outcome })
  if (finding && isNewest) {
    const debt = debtOfStatus(typeId, finding.status, finding.results)
    Object.assign(state, {
      statusId: finding.status,
      goodAt: known.toISOString(),
      goodRunId: runId,
      freshUntil: answerUntil(
        finding,
        known,
        result.origin === 'capture' ? captured(typeId, known) : undefined,
      ).toISOString(),
      manualSince: null,
      capturedAt: result.origin === 'capture' ? at : null,
      debtTotal: debt.total,
      debtWithoutAmount: debt.withoutAmount,
    })
  } else if (!finding) {
    if (!answeredBefore) state.statusId = failureStatus(outcome) ?? state.statusId
    const isStale = state.freshUntil === null || new Date(state.freshUntil) < endedAt
    if (MANUAL_OUTCOMES.includes(outcome) && isStale) state.manualSince ??= at
  }
  return { result, resourceId, typeId, finding, counts: isNewest, statusBefore, answeredBefore, queriedBefore }
}

const write = async (tx: Tx, tenantId: number, rows: readonly ResourceState[]): Promise<void> => {
  if (rows.length === 0) return
  const list = rows.map((row) => ({
    vehicle_id: row.vehicleId,
    resource_id: row.resourceId,
    status_id: row.statusId,
    good_at: row.goodAt,
    good_run_id: row.goodRunId,
    fresh_until: row.freshUntil,
    last_at: row.lastAt,
    last_run_id: row.lastRunId,
    last_outcome: row.lastOutcome,
    manual_since: row.manualSince,
    captured_at: row.capturedAt,
    debt_total: row.debtTotal,
    debt_without_amount: row.debtWithoutAmount,
  }))
  await sql`
    update vehicle_resource f
    set status_id = u.status_id, good_at = u.good_at, good_run_id = u.good_run_id, fresh_until = u.fresh_until,
      last_at = u.last_at, last_run_id = u.last_run_id, last_outcome = u.last_outcome, manual_since = u.manual_since,
      captured_at = u.captured_at, debt_total = u.debt_total, debt_without_amount = u.debt_without_amount
    from json_to_recordset(${JSON.stringify(list)}::json) as u(vehicle_id bigint, resource_id int, status_id smallint,
      good_at timestamptz, good_run_id uuid, fresh_until timestamptz, last_at timestamptz, last_run_id uuid,
      last_outcome text, manual_since timestamptz, captured_at timestamptz, debt_total numeric, debt_without_amount int)
    where f.tenant_id = ${tenantId} and f.vehicle_id = u.vehicle_id and f.resource_id = u.resource_id`.execute(tx)
}

const resourceStatusOf = ({
  typeId,
  statusId,
  goodAt,
  debtTotal,
  debtWithoutAmount,
}: ResourceState): ResourceStatus => {
  const debt: Debt = { total: debtTotal, withoutAmount: debtWithoutAmount }
  return { typeId, statusId, debt, answered: goodAt !== null }
}

export type Changed = {
  changes: readonly ResourceChange[]
  /** Writes the changed rows; call it after the runs that they reference. */
  rows: { write: () => Promise<void> }
  vehicles: { vehicleId: number; resources: ResourceStatus[] }[]
}

export const resourceChanges = async (tx: Tx, tenantId: number, results: readonly CheckResult[]): Promise<Changed> => {
  const vehicleIds = [...new Set(results.map(({ vehicle }) => vehicle.vehicleId))]
  const states = await readStates(tx, tenantId, vehicleIds)
  const isCaptured = results.some(({ origin }) => origin === 'capture')
  const intervals = isCaptured ? await readCaptureIntervals(tx, tenantId) : []
  const captured = (typeId: number, at: Date): number => {
    const interval = intervals.find(({ resourceTypeId }) => resourceTypeId === typeId) ?? defaultInterval(typeId)
    return captureDays(interval, at.getUTCMonth() + 1)
  }
  const byVehicle = Map.groupBy(states, ({ vehicleId }) => vehicleId)
  const touched = new Set<ResourceState>()
  const changes = results.flatMap((result) =>
    (byVehicle.get(result.vehicle.vehicleId) ?? [])
      .filter((row) => isOwn(row, result))
      .map((row) => {
        touched.add(row)
        return apply(row, result, captured)
      }),
  )
  const vehicles = [...byVehicle].map(([vehicleId, rows]) => ({ vehicleId, resources: rows.map(resourceStatusOf) }))
  return { changes, rows: { write: () => write(tx, tenantId, [...touched]) }, vehicles }
}
