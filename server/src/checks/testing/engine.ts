// Shared by the engine's tests: a portal over real HTTP whose answers a test sets, a small connector that reads
// findings from JSON, and one check run as the worker runs it.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DebtRow } from '@padron/contract/resource-status'
import type { TestServer } from '../../testing/server.ts'
import { type Connector, defineConnector, type Finding, type Parsed } from '../connectors/connector.ts'
import { type CheckOptions, runCheck } from '../engine/check.ts'
import type { CheckResult } from '../engine/check-result.ts'
import type { ClaimedBatch } from '../engine/claim.ts'
import { claimDue } from '../engine/claims.ts'
import { storeBatch } from '../store/store.ts'

/** A source under contract that the catalogue does not have: Nuevo León's own page is for people. */
export const PORTAL = 'mx-contrato'
export const PORTAL_NAME = 'Adeudos de Nuevo León (contrato de prueba)'
/** The connector of the tests, which serves the debts of Nuevo León there. */
export const CONNECTOR = 'mx-test'

const ticket = (folio: string, total: number | null): DebtRow => ({
  folio,
  description: 'Exceso de velocidad',
  dateTime: '2026-01-02',
  subTotal: total,
  discountsSum: 0,
  surchargesSum: 0,
  total,
})

/** Fines with these folios and amounts; none: no fines, said so. */
export const fines = (debts: Record<string, number | null>, paid?: string[]): Finding => {
  const rows = Object.entries(debts).map(([folio, total]) => ticket(folio, total))
  const total = rows.reduce((sum, row) => sum + (row.total ?? 0), 0)
  const results =
    rows.length === 0
      ? []
      : [
          {
            name: 'Multas',
            subTotal: total,
            discount: 0,
            surcharge: 0,
            total,
            paymentLine: null,
            paymentLineDueDate: null,
            pdfUrl: null,
            scrapedTickets: rows,
            scrapedTenencias: [],
            scrapedRefrendo: [],
          },
        ]
  return { type: 1, status: rows.length > 0 ? 0 : 1, results, ...(paid ? { paid } : {}) }
}

export const CLEAR: readonly Finding[] = [
  { type: 0, status: 3, results: [] },
  { type: 1, status: 1, results: [] },
  { type: 6, status: 7, results: [] },
  { type: 8, status: 17, results: [] },
]
/** A whole answer of Nuevo León in which only the fines are said. */
export const answerWith = (fine: Finding): Parsed => ({
  outcome: 'ok',
  findings: [...CLEAR.filter(({ type }) => type !== 1), fine],
})

/** A connector whose portal sends what parse is to return. */
export const testConnector = (more: Partial<Connector> = {}): Connector =>
  defineConnector({
    key: CONNECTOR,
    portal: PORTAL,
    country: 'MX',
    states: [19],
    types: [0, 1, 6, 8],
    mode: 'form',
    inputs: ['plate'],
    deadlineMs: 10_000, // a loaded machine is no slow source
    parserVersion: 1,
    fetch: async ({ plate }, client) => [await client.request({ path: '/', query: { plate } })],
    parse: (answers) => {
      const answer = answers.at(-1)
      if (!answer || answer.status >= 500) return { outcome: 'http-error', why: 'La fuente falló.' }
      return JSON.parse(answer.body) as Parsed
    },
    ...more,
  })

export type TestPortal = {
  base: string
  /** What it answers from now on. */
  answer: (listener: RequestListener) => void
  say: (parsed: unknown) => void
  /** The plates it was asked about, in order. */
  queries: string[]
  stop: () => void
}

export const startPortal = async (): Promise<TestPortal> => {
  let listener: RequestListener = (_request, response) => void response.writeHead(500).end()
  const queries: string[] = []
  const server: Server = createServer((request, response) => {
    queries.push(new URL(request.url ?? '/', 'http://portal').searchParams.get('plate') ?? '')
    listener(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (next) => {
      listener = next
    },
    say: (parsed) => {
      listener = (_request, response) =>
        void response.setHeader('content-type', 'application/json').end(JSON.stringify(parsed))
    },
    queries,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Adds the portal, and has it asked for the debts of Nuevo León. */
export const serveNuevoLeon = async (server: TestServer): Promise<void> => {
  await server.db.system.query(
    `
      insert into portal (portal_key, portal_name, owner_name, country)
      values ($1, $2, 'Prueba', 'MX')
      on conflict do nothing`,
    [PORTAL, PORTAL_NAME],
  )
  await server.db.system.query(
    `
      update resource
      set connector_key = $1, portal_key = $2, mode = 'licensed'
      where resource_id in (1900, 1901, 1906, 1908)`,
    [CONNECTOR, PORTAL],
  )
}

/**
 * Vehicles of Nuevo León are enrolled at the connector of the tests from now on.
 * @param more assignments of other settings
 */
export const openPortal = async (server: TestServer, base: string, more = 'concurrency = 8'): Promise<void> => {
  await serveNuevoLeon(server)
  await server.db.system.query(
    `
      update portal
      set base_url = $1, pace_ms = 0, failures = 0, failing_since = null, recent = '', open_until = null,
        open_seconds = 0, next_at = '-infinity', price = null, currency = null, monthly_cap = null, credential = null,
      credit_out_since = null, drift = '{}', probe_at = null where portal_key = $2`,
    [base, PORTAL],
  )
  await server.db.system.query(`update portal set ${more} where portal_key = $1`, [PORTAL])
}

export const claimSome = (server: TestServer, most: number, connectors: readonly Connector[] = [testConnector()]) =>
  claimDue(server.db, {
    portalKey: PORTAL,
    most,
    leaseSeconds: 60,
    connectors: connectors.map(({ key }) => key),
    byHolder: connectors.filter(({ criteria }) => criteria === 'taxIdentifier').map(({ key }) => key),
  })

type Some = Partial<Pick<CheckOptions, 'now' | 'callbackBase' | 'pendingCallbacks'>>

/** Asks for one claim as the worker does. */
export const ask = (
  claimed: ClaimedBatch,
  connector: Connector,
  { now = () => new Date(), callbackBase = '', pendingCallbacks }: Some = {},
) => {
  const [claim] = claimed.claims
  if (!claim) throw new Error('nothing was due')
  const { baseUrl, credential, isProbe } = claimed.portal
  return runCheck({
    claim,
    connector,
    baseUrl,
    credential,
    isProbe,
    now,
    random: () => 0.5,
    stopping: new AbortController().signal,
    callbackBase,
    ...(pendingCallbacks ? { pendingCallbacks } : {}),
  })
}

/** Runs one due check. @returns whether each vehicle's answer was written; undefined: nothing was due */
export const checkOnce = async (
  server: TestServer,
  connector: Connector = testConnector(),
  some: Some = {},
): Promise<boolean[] | undefined> => {
  const claimed = await claimSome(server, 1, [connector])
  if (!claimed?.claims[0]) return undefined
  const results = await ask(claimed, connector, some)
  if (!Array.isArray(results)) throw new Error('it was parked')
  return storeBatch(server.db, results as CheckResult[])
}

/** Makes every check of the connector due again. */
export const dueAgain = (server: TestServer, key = testConnector().key): Promise<unknown> =>
  server.db.system.query('update due_check set due_at = now(), attempts = 0 where connector_key = $1', [key])
