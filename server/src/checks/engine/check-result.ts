// The result of one check of one vehicle, as the store writes it. It comes from a worker's check, a callback, a manual
// capture, or an old answer that a newer parser read again.
import type { Outcome } from '@padron/contract/resource-status'
import type { ResourceTypeId } from '@padron/contract/resources'
import type { Connector, Finding, HistoryRow, RawAnswer, ReceivedFile, Registration } from '../connectors/connector.ts'

/** The connector that answered, as the store needs it. */
type ConnectorInfo = Pick<Connector, 'key' | 'portal' | 'parserVersion'> & {
  types: readonly ResourceTypeId[]
  /** The fields it was queried by; absent for a manual capture. */
  inputs?: Connector['inputs']
}

export type CheckedVehicle = {
  vehicleId: number
  attempts: number
  jobItemId: string | null
  plate: string
  vin: string
  stateId?: number
  taxIdentifier?: string | null
}

/** What allows the result to be written, once: the claim of a due check, or a pending callback. */
type Fence = { claimId: string } | { waitId: string } | null

/** A file of the answer, already on disk. */
export type StoredEvidence = {
  fileId: string
  name: string
  mediaType: string
  size: number
  sha256: string
  path: string
}

export type CheckResult = {
  origin: 'check' | 'webhook' | 'capture' | 'reparse'
  fence: Fence
  tenantId: number
  vehicle: CheckedVehicle
  connector: ConnectorInfo
  /** The only resource that the result is about, for a manual capture; null: all resources of the connector. */
  resourceId: number | null
  runId: string
  outcome: Outcome
  remark: string | null
  findings: readonly Finding[]
  registration: Registration | null
  history: readonly HistoryRow[]
  receivedFiles: readonly ReceivedFile[]
  files: readonly StoredEvidence[]
  unknownFields: readonly string[]
  answers: readonly RawAnswer[]
  /**
   * The run that stores the answer, where that is another one: a reparsed answer. Results of one answer share the
   * array.
   */
  rawOf: string | null
  retryAfterSeconds: number
  startedAt: Date
  endedAt: Date
  /** When the source itself was queried, where that was before the check: the answer came from a provider's cache. */
  asOf?: Date
  random: number
  by: { id: number; name: string } | null
}

/** The fields of a result without an answer, a claim or an author; a result spreads it and adds its own. */
export const EMPTY_RESULT = {
  fence: null,
  resourceId: null,
  findings: [],
  registration: null,
  history: [],
  receivedFiles: [],
  files: [],
  unknownFields: [],
  answers: [],
  rawOf: null,
  retryAfterSeconds: 0,
  random: 0,
  by: null,
} as const satisfies Partial<CheckResult>

/** When the answer was given: its freshness counts from then. */
export const answeredAt = ({ asOf, endedAt }: Pick<CheckResult, 'asOf' | 'endedAt'>): Date =>
  asOf && asOf < endedAt ? asOf : endedAt
