// The types of a claim, and its mapping from a row of the queue.
import type { DocumentType } from '@padron/contract/rules/tax-ids'
import { sql } from 'kysely'

export type ClaimedVehicle = {
  vehicleId: number
  attempts: number
  /** The queue item that ordered the check. */
  jobItemId: string | null
  plate: string
  vin: string
  stateId: number
  taxIdentifier: string | null
  /** The company's document type for holders whose number does not show it. */
  holderDocumentType?: DocumentType | null
}

/** One query to a source. For a source by holder it covers several vehicles; the first is the one queried with. */
export type Claim = {
  claimId: string
  tenantId: number
  connectorKey: string
  vehicles: [ClaimedVehicle, ...ClaimedVehicle[]]
}

/**
 * `halfOpen`: the breaker was open and lets one check through. `quiet`: the portal has no recent failure, pause or
 * drift. `isProbe`: the one query of the hour while the portal or connector is paused. `isPriced`: a query costs money.
 */
export type PortalState = {
  portalKey: string
  /** The account that the portal shares; null: it has its own contract. */
  accountKey: string | null
  baseUrl: string
  /** When it was claimed, by the database's clock. */
  claimedAt: Date
  /** The decrypted credential. */
  credential: string
  halfOpen: boolean
  quiet: boolean
  isProbe: boolean
  isPriced: boolean
  /** The shortest time between two queries. */
  paceMs: number
  /** The month that its queries were charged to, yyyy-mm-01. */
  month: string
}
/** `credentialError`: why the credential cannot be decrypted. */
export type ClaimedBatch = { portal: PortalState; claims: Claim[]; credentialError?: unknown }

export type ClaimRequest = {
  portalKey: string
  most: number
  /** After which a claim counts as abandoned. */
  leaseSeconds: number
  /** Connectors of this process; checks of others wait. */
  connectors: readonly string[]
  /** Each connector's parser version: a newer parser ends a pause for answers that were not understood. */
  parsers?: ReadonlyMap<string, number>
  /** Companies whose answers cannot be stored now: none of their checks is claimed. */
  without?: readonly number[]
  /** Connectors that answer for all vehicles of a holder at once. */
  byHolder?: readonly string[]
  /** Installations that query the sources; each takes an equal share of pace, concurrency and caps. */
  places?: number
  /**
   * Decrypts a stored credential; if it throws, nothing is claimed or charged. Absent: credentials are used as stored.
   */
  open?: (owner: string, stored: string) => string
}

export type Row = ClaimedVehicle & { claimId: string; tenantId: number; connectorKey: string }

export const RETURNING = sql.raw(`
    returning d.claim_id as "claimId", d.tenant_id as "tenantId", d.vehicle_id as "vehicleId",
      d.connector_key as "connectorKey", d.attempts, d.asked_by as "jobItemId", v.plate, v.vin, v.state_id as "stateId",
      v.tax_identifier as "taxIdentifier",
      (select c.holder_document_type from company c where c.tenant_id = d.tenant_id) as "holderDocumentType"`)

export const asVehicle = ({
  claimId: _claim,
  tenantId: _tenant,
  connectorKey: _connector,
  ...vehicle
}: Row): ClaimedVehicle => vehicle
