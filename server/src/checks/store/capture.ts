// Stores a manual capture through the same writer as a connector's answer: a run with its author and time, the newest
// answer of that one resource, its debts and events.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { touchChecks } from '../../db/fleet-version.ts'
import { uuidV7 } from '../../db/uuid.ts'
import type { Finding } from '../connectors/connector.ts'
import { type CheckResult, EMPTY_RESULT, type StoredEvidence } from '../engine/check-result.ts'
import { writeResults } from './store.ts'

export type Capture = {
  tenantId: number
  vehicleId: number
  resourceId: number
  /** When the person looked at the source. */
  at: Date
  finding: Finding
  /** The submitted form, stored with its hash like an answer. */
  raw: unknown
  /** Evidence files that were not uploaded. */
  files?: readonly StoredEvidence[]
  by: { id: number; name: string }
}

type VehicleIdentity = { plate: string; vin: string; portalKey: string }
type Found = VehicleIdentity & { vehicleId: number; resourceId: number }

/**
 * The vehicle and portal of each capture.
 * @throws where a vehicle or resource does not exist
 */
const readIdentities = async (tx: Tx, captures: readonly Capture[]): Promise<VehicleIdentity[]> => {
  const list = captures.map(({ vehicleId, resourceId }) => ({ vehicleId, resourceId }))
  const { rows } = await sql<Found>`
    select x."vehicleId", x."resourceId", v.plate, v.vin, r.portal_key as "portalKey"
    from json_to_recordset(${JSON.stringify(list)}::json) as x("vehicleId" bigint, "resourceId" int)
    join vehicle v on v.tenant_id = ${captures[0]?.tenantId} and v.vehicle_id = x."vehicleId"
    join resource r on r.resource_id = x."resourceId"`.execute(tx)
  const byCheck = new Map(rows.map((row) => [`${row.vehicleId} ${row.resourceId}`, row]))
  return captures.map(({ vehicleId, resourceId }) => {
    const known = byCheck.get(`${vehicleId} ${resourceId}`)
    if (!known) throw new Error('a capture has an unknown vehicle or resource')
    return known
  })
}

const resultOf = (capture: Capture, { plate, vin, portalKey }: VehicleIdentity): CheckResult => {
  const { tenantId, vehicleId, resourceId, at, finding, raw, files = [], by } = capture
  return {
    ...EMPTY_RESULT,
    origin: 'capture',
    tenantId,
    vehicle: { vehicleId, attempts: 0, jobItemId: null, plate, vin },
    connector: { key: 'manual', portal: portalKey, parserVersion: 1, types: [finding.type] },
    resourceId,
    runId: uuidV7(new Date()),
    outcome: 'ok',
    remark: null,
    findings: [finding],
    files,
    answers: [{ request: 'captura manual', status: 200, contentType: 'application/json', body: JSON.stringify(raw) }],
    startedAt: at,
    endedAt: at,
    by,
  }
}

/**
 * Stores captures. The caller calls `touchChecks`, last in its transaction.
 * @param tx the company's own, with the actor set
 * @param captures of one company, of different checks
 * @returns the runs' ids
 * @throws where a vehicle or a resource does not exist; then no capture is written
 */
export const applyCaptures = async (tx: Tx, captures: readonly Capture[]): Promise<string[]> => {
  const known = await readIdentities(tx, captures)
  const results = captures.map((capture, i) => resultOf(capture, known[i] as VehicleIdentity))
  await writeResults(tx, results)
  return results.map(({ runId }) => runId)
}

/**
 * Stores one capture.
 * @returns the run's id
 */
export const applyCapture = async (tx: Tx, capture: Capture): Promise<string> => {
  const [runId] = await applyCaptures(tx, [capture])
  await touchChecks(tx, capture.tenantId)
  return runId as string
}
