// What a connector is: data and two functions. `fetch` queries the portal through the HTTP client it is given; `parse`
// is pure, so it is tested on saved answers and can read stored ones again. Trouble is a value, never an exception:
// only `check` retries, paces, breaks the circuit, stores and counts.
import type { Country } from '@padron/contract/places/countries'
import type { Provenance } from '@padron/contract/provenance'
import type { Outcome, ResourceResult } from '@padron/contract/resource-status'
import type { ResourceTypeId } from '@padron/contract/resources'
import type { DocumentType } from '@padron/contract/rules/tax-ids'
import type { RegistryField } from '@padron/contract/vehicles'

/** The data of a vehicle that a portal may be queried by. */
export type Subject = {
  plate: string
  vin: string
  stateId: number
  /** The stored RFC, or Colombian document, of the holder; null where the fleet has none. */
  taxIdentifier: string | null
  /** The document type of the company's holders whose number does not tell it. */
  holderDocumentType?: DocumentType | null
}
/** The fields an answer may depend on: after an edit of one, the answer is about another vehicle. */
export type SubjectField = Exclude<keyof Subject, 'holderDocumentType'>

/** An answer as received, stored compressed with its hash as evidence. `body` is decoded text. */
export type RawAnswer = {
  /** The request without secrets: `POST /mex/services/v1/validate-repuve`. */
  request: string
  status: number
  contentType: string
  /** The Retry-After header as received. */
  retryAfter?: string
  body: string
  /** Its origin, `https://host`: relative links of a page resolve against it; absent, they are dropped. */
  origin?: string
}

export type PortalRequest = {
  method?: 'GET' | 'POST'
  /** Below the portal's base address. */
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  /**
   * Called with the cookies that the answer sets, as a Cookie header sends them. They are in no RawAnswer, so nothing
   * stores them.
   */
  onCookies?: (cookies: string) => void
}

/** The HTTP client of one check. The engine provides the base address, total deadline, byte limit and credential. */
export type PortalClient = {
  /** The credential configured for the portal, or '' where it needs none. */
  credential: string
  /** Throws PortalTrouble only; every HTTP status comes back as an answer. */
  request: (request: PortalRequest) => Promise<RawAnswer>
  /** Waits between polls; ends early with the check's deadline. */
  wait: (milliseconds: number) => Promise<void>
  /** Where a webhook source sends its answer to this query; '' for other sources. */
  callback: string
}

/** What parse found for one resource type of the connector. */
export type Finding = {
  type: ResourceTypeId
  /** A status id of the contract's table. */
  status: number
  results: ResourceResult[]
  /** Addresses of documents that the portal gave (http or https only). */
  evidence?: { name: string; url: string }[]
  /** The list of debts may be incomplete: a debt that it does not list has not ended. */
  incomplete?: true
  /** The last day, yyyy-mm-dd, that the policy, inspection or card is in force. */
  validUntil?: string
  /** The last day of what is no longer in force, where the source gives it. Freshness ignores it. */
  endsOn?: string
  /** Folios that the source lists as paid: an open debt among them was paid and did not vanish. */
  paid?: string[]
}

/** One row of a history source (open data): it decides no status. */
export type HistoryRow = { description: string; dateTime: string | null; amount: number | null; paid: boolean | null }

/** A document inside the answer, in base64, stored as a file. */
export type ReceivedFile = { name: string; base64: string }

/**
 * What a registry knows of the vehicle, in the catalogue's fields: the reconciliation compares it with the fleet's
 * own data.
 */
export type Registration = { foundBy: 'vin' | 'plate'; fields: Partial<Record<RegistryField, string>> }

/**
 * What an answer means. Only `ok` and `partial` carry findings and write a status; `partial` writes only the types
 * found. Every other outcome has a short Spanish sentence and leaves the last good answer alone.
 */
export type Parsed =
  | {
      outcome: 'ok' | 'partial'
      findings: Finding[]
      remarks?: string[]
      registration?: Registration
      history?: HistoryRow[]
      files?: ReceivedFile[]
      /**
       * When the source itself was queried, an ISO instant, where the answer says so: a provider may answer from its
       * cache.
       */
      asOf?: string
      /** Fields that the parser does not know: the source may be changing. */
      unknownFields?: string[]
    }
  | { outcome: Exclude<Outcome, 'ok' | 'partial'>; why: string; retryAfterSeconds?: number }

export type Connector = {
  /** Stable name, `mx-cdmx-adeudos`. Stored with every run. */
  key: string
  /** The portal whose address, credential, pace and breaker it shares with its siblings. */
  portal: string
  country: Country
  /** State ids it answers for; absent: the whole country. */
  states?: readonly number[]
  types: readonly ResourceTypeId[]
  mode: 'licensed' | 'open-data' | 'form'
  /** What its reading of the source rests on. Absent: example. */
  provenance?: Provenance
  /**
   * What `fetch` and `parse` read of the vehicle: after an edit of one, the answer is about another vehicle. A vehicle
   * that lacks one is `needs-input` without a query.
   */
  inputs: readonly SubjectField[]
  /** Total time for one check with its polls, in milliseconds. */
  deadlineMs: number
  /** Raised when parse reads differently; stored with each run. */
  parserVersion: number
  /** How the answer comes: in the reply, by polling (inside fetch), or later to `client.callback`. Absent: sync. */
  delivery?: 'sync' | 'poll' | 'webhook'
  /**
   * `taxIdentifier`: one query answers for every vehicle of a holder. `fetch` is called once, with the first of them,
   * and `parse` once for each. Absent: vehicle.
   */
  criteria?: 'vehicle' | 'taxIdentifier'
  /** `history`: it writes no status; its answers carry `history` and no findings. Absent: status. */
  purpose?: 'status' | 'history'
  /** Webhook only: how long the source may take, and how it signs. */
  webhook?: Webhook
  fetch: (subject: Subject, client: PortalClient) => Promise<RawAnswer[]>
  /** Pure. @param today the check's day, yyyy-mm-dd, in the portal's zone */
  parse: (answers: readonly RawAnswer[], subject: Subject, today: string) => Parsed
}

export type Webhook = {
  giveUpSeconds: number
  /** What the source's acceptance means: undefined, it was accepted; else why not. */
  refused: (answers: readonly RawAnswer[]) => Exclude<Parsed, { outcome: 'ok' | 'partial' }> | undefined
  /**
   * A header with the body's HMAC, keyed by the portal's credential; absent: the address's secret token is all there
   * is.
   */
  signature?: { header: string; algorithm: 'sha256' | 'sha512'; encoding: 'hex' | 'base64'; prefix?: string }
}

export const defineConnector = (connector: Connector): Connector => connector

/** Trouble below HTTP: thrown by the client, turned into an outcome by `check`. */
export class PortalTrouble extends Error {
  readonly outcome: Exclude<Outcome, 'ok' | 'partial'>
  constructor(outcome: Exclude<Outcome, 'ok' | 'partial'>, message: string) {
    super(message)
    this.outcome = outcome
  }
}
