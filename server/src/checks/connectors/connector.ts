// What a connector is: data and two functions. `fetch` queries the portal through the HTTP client it is given; `parse`
// is pure, so it is tested on saved answers and can read stored ones again. Trouble is a value, never an exception:
// only `check` retries, paces, breaks the circuit, stores and counts.
import type { Country } from '@padron/contract/countries'
import type { Provenance } from '@padron/contract/provenance'
import type { Outcome, ResourceResult } from '@padron/contract/resource-status'
import type { ResourceTypeId } from '@padron/contract/resources'
import type { DocumentType } from '@padron/contract/tax-ids'
import type { RegistryField } from '@padron/contract/vehicles'

/** What is known of the vehicle that a portal may ask for. */
export type Subject = {
  plate: string
  vin: string
  stateId: number
  /** The holder's RFC, or document of Colombia, as it is stored; null where the fleet gave none. */
  taxIdentifier: string | null
  /** The type of the company's holders whose number does not tell it. */
  holderDocumentType?: DocumentType | null
}
/** What an answer may be about: an edit of it makes it one about another vehicle. */
export type SubjectField = Exclude<keyof Subject, 'holderDocumentType'>

/** An answer as it came: kept compressed with its hash as evidence. `body` is decoded text. */
export type RawAnswer = {
  /** The request without secrets: `POST /mex/services/v1/validate-repuve`. */
  request: string
  status: number
  contentType: string
  /** The Retry-After header as it came. */
  retryAfter?: string
  body: string
  /** Where it came from, `https://host`: relative links of a page resolve against it; absent, they are dropped. */
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

/** The one door to the outside: base address, total deadline, byte cap and credentials are the engine's business. */
export type PortalClient = {
  /** The credential configured for the portal, or '' where it needs none. */
  credential: string
  /** Throws PortalTrouble only; every HTTP status comes back as an answer. */
  request: (request: PortalRequest) => Promise<RawAnswer>
  /** Waits between polls; ends early with the check's deadline. */
  wait: (milliseconds: number) => Promise<void>
  /** Where a webhook source is to send its answer to this very question; '' for the others. */
  callback: string
}

/** What parse found for one resource type of the connector. */
export type Finding = {
  type: ResourceTypeId
  /** A status id of the contract's table. */
  status: number
  results: ResourceResult[]
  /** Addresses of documents the portal gave (http or https only). */
  evidence?: { name: string; url: string }[]
  /** Part of what is owed may be missing here: what it lists counts, what it does not list is not ended. */
  incomplete?: true
  /** The last day, yyyy-mm-dd, that what the status says is in force: a policy, an inspection, a card. */
  validUntil?: string
  /**
   * The same of what is in force no more, where the source gives that day: it is owed since then. Freshness does not
   * look at it.
   */
  endsOn?: string
  /** Folios that the source itself lists as paid: a debt that was open and is among them was paid, not lost. */
  paid?: string[]
}

/** One row of a source of the past (open data): it decides no status. */
export type HistoryRow = { description: string; dateTime: string | null; amount: number | null; paid: boolean | null }

/** A document that came inside the answer, in base64; kept as a file of its own. */
export type ReceivedFile = { name: string; base64: string }

/**
 * What a registry knows of the vehicle, in the catalogue's fields: the reconciliation compares it with the fleet's
 * own data.
 */
export type Registration = { foundBy: 'vin' | 'plate'; fields: Partial<Record<RegistryField, string>> }

/**
 * What an answer means. `ok` and `partial` carry findings and alone write a status; `partial` writes only the types
 * found. Every other outcome says what went wrong in a short Spanish sentence and leaves the last good answer alone.
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
       * When the source itself was asked, an ISO instant, where the answer says so: a provider may answer from its
       * cache.
       */
      asOf?: string
      /** Names of fields that the parser had not met: a source about to change. */
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
   * What `fetch` and `parse` read of the vehicle: an edit of any of them makes the answer one about another vehicle.
   * A vehicle that lacks one is `needs-input` without asking.
   */
  inputs: readonly SubjectField[]
  /** Total time for one check with its polls, in milliseconds. */
  deadlineMs: number
  /** Raised when parse reads differently; kept with each run. */
  parserVersion: number
  /**
   * How the answer comes: in the reply, by asking again (inside fetch), or sent later to `client.callback`. Absent:
   * sync.
   */
  delivery?: 'sync' | 'poll' | 'webhook'
  /**
   * `taxIdentifier`: one question answers for every vehicle of a holder. `fetch` is called once, with the first of
   * them, and `parse` once for each. Absent: vehicle.
   */
  criteria?: 'vehicle' | 'taxIdentifier'
  /** `history`: it tells the past and writes no status; its answers carry `history` and no findings. Absent: status. */
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

/** Trouble below HTTP: thrown by the door, turned into an outcome by `check`. */
export class PortalTrouble extends Error {
  readonly outcome: Exclude<Outcome, 'ok' | 'partial'>
  constructor(outcome: Exclude<Outcome, 'ok' | 'partial'>, message: string) {
    super(message)
    this.outcome = outcome
  }
}
