// The type of a connector: data and two functions. `fetch` queries the portal through the HTTP client that it receives;
// `parse` is pure, so it is tested on saved answers and can read stored ones again. Failures are values, never
// exceptions: only `check` retries, paces, breaks the circuit, stores and counts.
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
  /** The company's document type for holders whose number does not show it. */
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
  /** Its origin, `https://host`, by which relative links of a page are resolved; absent: they are dropped. */
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
   * Called with the cookies that the response sets, in the form of a Cookie header. They are not in the RawAnswer, so
   * they are never stored.
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
  /** The address to which a webhook source sends its answer to this query; '' for other sources. */
  callback: string
}

/** The result of `parse` for one resource type of the connector. */
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
  /** The last day of a validity that has ended, if the source gives it. Freshness ignores it. */
  endsOn?: string
  /** Folios that the source lists as paid: an open debt among them was paid and did not vanish. */
  paid?: string[]
}

/** One row of a history source (open data): it decides no status. */
export type HistoryRow = { description: string; dateTime: string | null; amount: number | null; paid: boolean | null }

/** A document in base64 that the answer contains, stored as a file. */
export type ReceivedFile = { name: string; base64: string }

/**
 * A registry's data of the vehicle, in the catalogue's fields: the reconciliation compares them with the fleet's own
 * data.
 */
export type Registration = { foundBy: 'vin' | 'plate'; fields: Partial<Record<RegistryField, string>> }

/**
 * The meaning of an answer. Only `ok` and `partial` have findings and write a status; `partial` writes only the types
 * that were found. Every other outcome has a short Spanish sentence and leaves the last good answer unchanged.
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
       * When the source itself was queried, an ISO instant, if the answer contains it: a provider may answer from its
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
  /** The basis of the parser: a document, a client, an example. Absent: example. */
  provenance?: Provenance
  /**
   * The vehicle's fields that `fetch` and `parse` use: after an edit of one, the answer is about another vehicle. A
   * vehicle without one of them is `needs-input` without a query.
   */
  inputs: readonly SubjectField[]
  /** Total time for one check with its polls, in milliseconds. */
  deadlineMs: number
  /** Incremented when the parser's results for an answer change; stored with each run. */
  parserVersion: number
  /** How the answer comes: in the response, by polling (inside fetch), or later at `client.callback`. Absent: sync. */
  delivery?: 'sync' | 'poll' | 'webhook'
  /**
   * `taxIdentifier`: one query answers for every vehicle of a holder. `fetch` is called once, with the first of them,
   * and `parse` once for each. Absent: vehicle.
   */
  criteria?: 'vehicle' | 'taxIdentifier'
  /** `history`: it writes no status; its answers have `history` and no findings. Absent: status. */
  purpose?: 'status' | 'history'
  /** Webhook only: the time limit of the source, and its signature. */
  webhook?: Webhook
  fetch: (subject: Subject, client: PortalClient) => Promise<RawAnswer[]>
  /** Pure. @param today the check's day, yyyy-mm-dd, in the portal's zone */
  parse: (answers: readonly RawAnswer[], subject: Subject, today: string) => Parsed
}

export type Webhook = {
  giveUpSeconds: number
  /** Reads the source's response to the query: undefined if it accepted the query, else the reason of the refusal. */
  refused: (answers: readonly RawAnswer[]) => Exclude<Parsed, { outcome: 'ok' | 'partial' }> | undefined
  /** A header with the body's HMAC, keyed by the portal's credential; absent: only the address's token protects. */
  signature?: { header: string; algorithm: 'sha256' | 'sha512'; encoding: 'hex' | 'base64'; prefix?: string }
}

export const defineConnector = (connector: Connector): Connector => connector

/** A failure below HTTP: thrown by the client, turned into an outcome by `check`. */
export class PortalTrouble extends Error {
  readonly outcome: Exclude<Outcome, 'ok' | 'partial'>
  constructor(outcome: Exclude<Outcome, 'ok' | 'partial'>, message: string) {
    super(message)
    this.outcome = outcome
  }
}
