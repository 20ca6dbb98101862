// What a person saw at a source, written by the same hand as a machine's answer: a run of its own with who and when, the
// newest answer of that one resource, what is owed and what changed.
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { uuidV7 } from './claims.ts'
import type { Finding } from './connector.ts'
import type { Ended } from './ended.ts'
import { writeEnds } from './store.ts'

export type Capture = {
  tenantId: number
  vehicleId: number
  resourceId: number
  connectorKey: 'manual'
  /** When the source was looked at. */
  at: Date
  finding: Finding
  /** The form as it was sent, kept with its hash as the answer is. */
  raw: unknown
  by: { id: number; name: string }
}

type Known = { plate: string; vin: string; portalKey: string }

/** @param tx the company's own, with the actor set @returns the run's id @throws where the vehicle or resource is not there */
export const applyCapture = async (tx: Tx, capture: Capture): Promise<string> => {
  const { tenantId, vehicleId, resourceId, at, finding, raw, by } = capture
  const { rows } = await sql<Known>`
    select v.plate, v.vin, r.portal_key as "portalKey" from vehicle v, resource r
    where v.tenant_id = ${tenantId} and v.vehicle_id = ${vehicleId} and r.resource_id = ${resourceId}`.execute(tx)
  const [known] = rows
  if (!known) throw new Error('the capture names no vehicle or no resource')
  const end: Ended = {
    origin: 'capture',
    fence: null,
    tenantId,
    vehicle: { vehicleId, attempts: 0, askedBy: null, plate: known.plate, vin: known.vin },
    connector: { key: capture.connectorKey, portal: known.portalKey, parserVersion: 1, types: [finding.type] },
    resourceId,
    runId: uuidV7(new Date()),
    outcome: 'ok',
    remark: null,
    findings: [finding],
    registration: null,
    history: [],
    given: [],
    files: [],
    unknownFields: [],
    answers: [{ request: 'captura manual', status: 200, contentType: 'application/json', body: JSON.stringify(raw) }],
    rawOf: null,
    retryAfterSeconds: 0,
    startedAt: at,
    endedAt: at,
    dice: 0,
    by,
  }
  await writeEnds(tx, [end])
  return end.runId
}
