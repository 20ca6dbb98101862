// Sends webhooks and messages to addresses that a company entered. Private addresses are refused even where they are
// written as an IP or `localhost`, redirects are not followed, and of the answer its beginning is kept.
import { isIP } from 'node:net'
import { fetch } from 'undici'
import { InsideAddress, isInside, type Resolve } from './addresses.ts'
import { agentOf, mayLeadInside } from './http-client.ts'

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

const problemOf = (error: unknown, deadline: AbortSignal, cut: AbortSignal): SendProblem => {
  if (deadline.aborted) return 'timeout'
  if (cut.aborted) return 'cut'
  const { cause } = error as { cause?: Error & { code?: string } }
  if (cause instanceof InsideAddress) return 'inside'
  return CERTIFICATE.test(`${cause?.code ?? ''}`) ? 'certificate' : 'connection'
}

const leadsInside = (url: string): boolean => {
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return name === 'localhost' || (isIP(name) !== 0 && isInside(name))
}

/** Reads a short answer to its end, so that its connection can be used again. @returns its beginning, as far as it came */
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
