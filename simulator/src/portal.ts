// A portal is a row of data: its address, its shares of failures and its answer under each scenario; request-handler.ts
// does the rest. A scenario without an answer falls back to `natural`.
import type { IncomingHttpHeaders } from 'node:http'
import type { Country, Moment } from './clock.ts'
import type { LedgerName } from './recorded-debts.ts'
import type { Scenario } from './scenarios.ts'

export type Answer = { status: number; body: unknown; headers?: Readonly<Record<string, string>> }

/** `key` is the input of the hash: the plate, the VIN if only that is queried, or the holder of many plates. */
export type Query = {
  key: string
  plate: string
  vin: string
  holder?: string
  /** Type of the holder's document, in the portal's words. */
  holderType?: string
  /** The requested page of a long list. */
  part?: { offset: number; limit: number }
}

export type Content = (query: Query, moment: Moment) => Answer

export type Portal = {
  name: string
  title: string
  country: Country
  method: 'GET' | 'POST'
  path: string
  /** The ledger of recorded debts that the portal reads, if any (recorded-debts.ts). */
  ledger?: LedgerName
  allowed: (headers: IncomingHttpHeaders) => boolean
  /** Refuses, from the raw query or body, any request that the provider's document would refuse. */
  refuses?: (source: unknown) => Answer | undefined
  /** Reads the request; an Answer means that it is invalid. `field` returns '' for a missing field. */
  ask: (field: (name: string) => string, moment: Moment) => Query | Answer
  troubles: Partial<Record<Scenario, number>>
  answers: { natural: Content } & Partial<Record<Scenario, Content>>
}

export const ok = (body: unknown): Answer => ({ status: 200, body })
export const fail = (status: number, body: unknown): Answer => ({ status, body })

/** Failures that every portal sometimes has, as shares of all plates. */
export const commonTroubles = {
  captcha: 0.006,
  unauthorized: 0.005,
  drift: 0.005,
  'server-error': 0.005,
} as const satisfies Partial<Record<Scenario, number>>

/** The form in which portals compare plates and VINs: upper case, letters and digits only. */
export const normal = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Another plate, VIN or number of the same form, for answers about another vehicle. */
export const other = (text: string): string =>
  text.replace(/[A-Z0-9]$/, (last) => (/\d/.test(last) ? String((Number(last) + 1) % 10) : last === 'Z' ? 'Y' : 'Z'))
