// Sends webhooks and messages to addresses that a company entered, and asks those of its identity provider. Private
// addresses are refused even where they are written as an IP or `localhost`, and redirects are not followed. Of the
// answer to a message its beginning is kept; one that is read may only be short.
import { isIP } from 'node:net'
import { fetch, type RequestInit } from 'undici'
import { InsideAddress, isInside, type Resolve } from './private-addresses.ts'
import { agentOf, mayLeadInside } from './agent.ts'

const DEADLINE_MS = 10_000
/** The most that is read of an answer before its connection is closed. */
const READ_BYTES = 1024

export type Answered = {
  status: number
  /** Its first READ_BYTES. */
  body: string
  retryAfter: string | null
  problem?: never
}
export type SentOut = Answered | { status?: never; problem: SendProblem }
export type SendProblem = 'inside' | 'timeout' | 'certificate' | 'connection' | 'cut'

/** Why nothing was answered, as people read it. */
export const SEND_PROBLEMS: Readonly<Record<SendProblem, string>> = {
  inside: 'La dirección lleva a una red privada',
  timeout: 'No respondió a tiempo',
  certificate: 'Su certificado no es válido',
  connection: 'No se pudo conectar',
  cut: 'El envío se interrumpió; se intenta de nuevo',
}

export type SendOut = {
  post: (url: string, headers: Record<string, string>, body: string, cut: AbortSignal) => Promise<SentOut>
  close: () => Promise<void>
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO/

const problemOf = (error: unknown, deadline: AbortSignal, cut?: AbortSignal): SendProblem => {
  if (deadline.aborted) return 'timeout'
  if (cut?.aborted) return 'cut'
  const { cause } = error as { cause?: Error & { code?: string } }
  if (cause instanceof InsideAddress) return 'inside'
  return CERTIFICATE.test(`${cause?.code ?? ''}`) ? 'certificate' : 'connection'
}

const leadsInside = (url: string): boolean => {
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return name === 'localhost' || (isIP(name) !== 0 && isInside(name))
}

/**
 * Reads a short answer to its end, so that its connection can be used again.
 * @returns its beginning, as far as it came
 */
const readBeginning = async (body: AsyncIterable<Uint8Array> | null): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk)
      bytes += chunk.byteLength
      if (bytes > READ_BYTES) break // leaving the loop ends the stream
    }
  } catch {
    // The status has arrived: a failure of the rest changes nothing.
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES).toString('utf8')
}

/**
 * @param deadlineMs for the whole exchange, the answer's body included
 * @param resolve replaces the system's DNS look-up, for tests
 */
export const sendingOut = ({
  deadlineMs = DEADLINE_MS,
  resolve,
}: {
  deadlineMs?: number
  resolve?: Resolve
} = {}): SendOut => {
  const dispatcher = agentOf(resolve)
  const post: SendOut['post'] = async (url, headers, content, cut) => {
    if (!mayLeadInside() && leadsInside(url)) return { problem: 'inside' }
    const deadline = AbortSignal.timeout(deadlineMs)
    const init = { method: 'POST', headers, body: content, redirect: 'manual' as const, dispatcher }
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.any([deadline, cut]) })
      const { status } = response
      const body = await readBeginning(response.body as AsyncIterable<Uint8Array> | null)
      return { status, body, retryAfter: response.headers.get('retry-after') }
    } catch (error) {
      return { problem: problemOf(error, deadline, cut) }
    }
  }
  return { post, close: () => dispatcher.destroy() }
}

/** Why an address that was asked gave no answer that can be read. */
export class NotAnswered extends Error {
  readonly problem: Exclude<SendProblem, 'cut'> | 'too-long'
  constructor(problem: Exclude<SendProblem, 'cut'> | 'too-long') {
    super(problem)
    this.problem = problem
  }
}

type Reading = { deadlineMs?: number; bytesAtMost: number; resolve?: Resolve }
export type ReadOut = {
  /** As the global one, with an answer that has been read. @throws NotAnswered */
  fetch: (url: string, init: object) => Promise<Response>
  close: () => Promise<void>
}

const readWhole = async (body: AsyncIterable<Uint8Array> | null, bytesAtMost: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bytesAtMost) throw new NotAnswered('too-long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * For libraries that ask an address by themselves.
 * @param deadlineMs for each exchange, the answer's body included
 * @param bytesAtMost of an answer, after decompression
 */
export const readingOut = ({ deadlineMs = DEADLINE_MS, bytesAtMost, resolve }: Reading): ReadOut => {
  const dispatcher = agentOf(resolve)
  const read: ReadOut['fetch'] = async (url, init) => {
    if (!mayLeadInside() && leadsInside(url)) throw new NotAnswered('inside')
    const signal = AbortSignal.timeout(deadlineMs)
    try {
      const answer = await fetch(url, { ...(init as RequestInit), redirect: 'manual', dispatcher, signal })
      const body = await readWhole(answer.body as AsyncIterable<Uint8Array> | null, bytesAtMost)
      return new Response(body.length > 0 ? new Uint8Array(body) : null, {
        status: answer.status,
        headers: [...answer.headers],
      })
    } catch (error) {
      if (error instanceof NotAnswered) throw error
      const problem = problemOf(error, signal)
      throw new NotAnswered(problem === 'cut' ? 'connection' : problem)
    }
  }
  return { fetch: read, close: () => dispatcher.destroy() }
}
