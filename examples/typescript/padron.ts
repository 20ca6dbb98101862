// A client of Padrón's API, without packages: a token, pages of lists, and the pace that the service asks for.
// Node 22.18 or newer runs these files as they are.
import { setTimeout as pause } from 'node:timers/promises'

const TRIES = 5
const ANSWER_WITHIN_MS = 60_000
const ROWS_A_PAGE = '1000'

export type Row = Record<string, string | number | null>
type Page = { data: Row[]; next: string | null; completeUntil: string }
type Problem = { title?: string; errors?: { path: string; message: string }[] }

/** An answer that is not the wanted one, in the API's own words. */
export class PadronError extends Error {
  readonly status: number
  constructor(status: number, { title = 'Respuesta inesperada', errors = [] }: Problem) {
    super([`${status}: ${title}`, ...errors.map(({ path, message }) => `  ${path}: ${message}`)].join('\n'))
    this.status = status
  }
}

/** Too many calls, or a moment in which it cannot answer: it says when to come back. */
const isTemporary = (status: number): boolean => status === 429 || status === 503

/** Seconds to wait before the next call: those of `RateLimit: "token";r=<calls left>;t=<seconds>` with none left. */
const secondsWithoutCalls = (headers: Headers): number => {
  const [, left, seconds] = /r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
  return left === '0' ? Number(seconds) : 0
}

type Call = { query?: Record<string, string>; body?: unknown }

/** @param base the installation, `https://padron.ejemplo.mx` */
export const padron = (base: string, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  let waitSeconds = 0

  /** Calls again what was refused for now: it was not done. */
  const call = async <Reply>(method: string, path: string, { query = {}, body }: Call): Promise<Reply> => {
    const url = new URL(`${path}?${new URLSearchParams(query)}`, base)
    const json =
      body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    for (let attempt = 1; ; attempt++) {
      await pause(waitSeconds * 1000)
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
      const response = await fetch(url, { method, ...json, signal }).catch((error) => {
        throw new Error(`No se pudo llegar a ${base}: ${error.cause?.message ?? error.message}`)
      })
      waitSeconds = secondsWithoutCalls(response.headers)
      if (response.ok) return (await response.json()) as Reply
      if (!isTemporary(response.status) || attempt === TRIES)
        throw new PadronError(response.status, (await response.json().catch(() => ({}))) as Problem)
      waitSeconds = Number(response.headers.get('retry-after') ?? attempt)
    }
  }
  const get = <Reply>(path: string, query: Record<string, string> = {}) => call<Reply>('GET', path, { query })
  const post = <Reply>(path: string, body: unknown) => call<Reply>('POST', path, { body })

  /** A list's pages, one after another: `vehicles`, `debts`, `obligations`, `checks`, `documents`, `deletions`. */
  async function* pages(list: string, query: Record<string, string> = {}): AsyncGenerator<Page> {
    let cursor: string | null = null
    do {
      const page: Page = await get(`/api/v3/${list}`, { limit: ROWS_A_PAGE, ...query, ...(cursor ? { cursor } : {}) })
      yield page
      cursor = page.next
    } while (cursor)
  }

  const rows = async (list: string, query: Record<string, string> = {}): Promise<Row[]> => {
    const found: Row[] = []
    for await (const { data } of pages(list, query)) found.push(...data)
    return found
  }
  return { get, post, pages, rows }
}
export type Padron = ReturnType<typeof padron>

/**
 * Runs a program's work with the client of the environment; what goes wrong is one message and exit code 1.
 * @param work its result is the exit code, 0 without one
 */
export const run = async (work: (client: Padron) => Promise<number | undefined>): Promise<void> => {
  try {
    const { PADRON_URL, PADRON_TOKEN } = process.env
    if (!PADRON_URL || !PADRON_TOKEN) throw new Error('Defina PADRON_URL y PADRON_TOKEN')
    process.exitCode = (await work(padron(PADRON_URL, PADRON_TOKEN))) ?? 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
