// The result of one check of one vehicle, as the store writes it. It comes from a worker's check, a callback, a manual
// capture, or an old answer that a newer parser read again.
import type { Outcome } from '@padron/contract/resource-status'
import type { ResourceTypeId } from '@padron/contract/resources'
import type { Connector, Finding, HistoryRow, RawAnswer, ReceivedFile, Registration } from '../connectors/connector.ts'

/** What the store needs to know of who answered. */
export type ConnectorInfo = Pick<Connector, 'key' | 'portal' | 'parserVersion'> & {
  types: readonly ResourceTypeId[]
  /** What it was asked by; a person's capture by nothing. */
  inputs?: Connector['inputs']
}

export type CheckedVehicle = {
  vehicleId: number
  attempts: number
  askedBy: string | null
  plate: string
  vin: string
  stateId?: number
  taxIdentifier?: string | null
}

/** What makes the end this one's to write, once: the claim of a due check, or the wait for a source that calls back. */
export type Fence = { claimId: string } | { waitId: string } | null

/** A file that came with the answer, already on disk. */
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
  /** Only this resource, and not all that the connector serves: a person's capture. */
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
   * The run that keeps the answer, where it is kept already: an old one read anew. Ends that share one answer share
   * the array.
   */
  rawOf: string | null
  retryAfterSeconds: number
  startedAt: Date
  endedAt: Date
  /** When the source itself was asked, where that was before the check: the answer came from a provider's cache. */
  asOf?: Date
  random: number
  by: { id: number; name: string } | null
}

/** Since when what the answer says is known: its freshness counts from then. */
export const answeredAt = ({ asOf, endedAt }: CheckResult): Date => (asOf && asOf < endedAt ? asOf : endedAt)
