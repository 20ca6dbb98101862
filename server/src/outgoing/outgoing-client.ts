// Requests to addresses that a company entered: webhooks and messages (OutgoingClient), and those of its identity
// provider (OutgoingFetch). Private addresses are refused even where they are written as an IP or `localhost`, and
// redirects are not followed. A client keeps the beginning of a response; a fetch reads all of it, up to a limit.
import { isIP } from 'node:net'
import { fetch, type RequestInit } from 'undici'
import { arePrivateAddressesAllowed, createAgent } from './agent.ts'
import { isPrivateAddress, PrivateAddressError, type Resolve } from './private-addresses.ts'

const DEADLINE_MS = 10_000
/** Maximum bytes of an answer that are read before its connection is closed. */
const READ_BYTES = 1024

export type ReceivedResponse = {
  status: number
  /** Its first READ_BYTES bytes. */
  body: string
  retryAfter: string | null
  problem?: never
}
type PostResult = ReceivedResponse | { status?: never; problem: SendProblem }
export type SendProblem = 'private' | 'timeout' | 'certificate' | 'connection' | 'cut'

/** Why there is no response, in Spanish. */
export const SEND_PROBLEMS: Readonly<Record<SendProblem, string>> = {
  private: 'La dirección lleva a una red privada',
  timeout: 'No respondió a tiempo',
  certificate: 'Su certificado no es válido',
  connection: 'No se pudo conectar',
  cut: 'El envío se interrumpió; se intenta de nuevo',
}

export type OutgoingClient = {
  post: (url: string, headers: Record<string, string>, body: string, cut: AbortSignal) => Promise<PostResult>
  close: () => Promise<void>
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO/

const problemOf = (error: unknown, deadline: AbortSignal, cut?: AbortSignal): SendProblem => {
  if (deadline.aborted) return 'timeout'
  if (cut?.aborted) return 'cut'
  const { cause } = error as { cause?: Error & { code?: string } }
  if (cause instanceof PrivateAddressError) return 'private'
  return CERTIFICATE.test(`${cause?.code ?? ''}`) ? 'certificate' : 'connection'
}

const isPrivateUrl = (url: string): boolean => {
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return name === 'localhost' || (isIP(name) !== 0 && isPrivateAddress(name))
}

/**
 * Reads a short answer completely, so that its connection can be reused.
 * @returns the beginning of the answer
 */
const readBeginning = async (body: AsyncIterable<Uint8Array> | null): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk)
      bytes += chunk.byteLength
      if (bytes > READ_BYTES) break // leaving the loop closes the stream
    }
  } catch {
    // The status has arrived: a failure of the body does not matter.
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES).toString('utf8')
}

/**
 * @param deadlineMs for the whole exchange, including the answer's body
 * @param resolve replaces the system's DNS look-up, for tests
 */
export const createOutgoingClient = ({
  deadlineMs = DEADLINE_MS,
  resolve,
}: {
  deadlineMs?: number
  resolve?: Resolve
} = {}): OutgoingClient => {
  const dispatcher = createAgent(resolve)
  const post: OutgoingClient['post'] = async (url, headers, content, cut) => {
    if (!arePrivateAddressesAllowed() && isPrivateUrl(url)) return { problem: 'private' }
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

/** A request without a readable response. */
export class OutgoingFetchError extends Error {
  readonly problem: Exclude<SendProblem, 'cut'> | 'too-long'
  constructor(problem: Exclude<SendProblem, 'cut'> | 'too-long') {
    super(problem)
    this.problem = problem
  }
}

type FetchOptions = { deadlineMs?: number; maxBytes: number; resolve?: Resolve }
export type OutgoingFetch = {
  /** Like the global fetch, but the body has already been read. @throws OutgoingFetchError */
  fetch: (url: string, init: object) => Promise<Response>
  close: () => Promise<void>
}

const readWhole = async (body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new OutgoingFetchError('too-long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * For libraries that send requests themselves.
 * @param deadlineMs for each exchange, including the answer's body
 * @param maxBytes of an answer, after decompression
 */
export const createOutgoingFetch = ({ deadlineMs = DEADLINE_MS, maxBytes, resolve }: FetchOptions): OutgoingFetch => {
  const dispatcher = createAgent(resolve)
  const fetchWhole: OutgoingFetch['fetch'] = async (url, init) => {
    if (!arePrivateAddressesAllowed() && isPrivateUrl(url)) throw new OutgoingFetchError('private')
    const signal = AbortSignal.timeout(deadlineMs)
    try {
      const answer = await fetch(url, { ...(init as RequestInit), redirect: 'manual', dispatcher, signal })
      const body = await readWhole(answer.body as AsyncIterable<Uint8Array> | null, maxBytes)
      return new Response(body.length > 0 ? new Uint8Array(body) : null, {
        status: answer.status,
        headers: [...answer.headers],
      })
    } catch (error) {
      if (error instanceof OutgoingFetchError) throw error
      const problem = problemOf(error, signal)
      throw new OutgoingFetchError(problem === 'cut' ? 'connection' : problem)
    }
  }
  return { fetch: fetchWhole, close: () => dispatcher.destroy() }
}
