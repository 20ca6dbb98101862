// Sends webhooks to addresses that a company entered. Private addresses are refused even where they are written as an
// IP or `localhost`, redirects are not followed, and only the status of the answer is kept.
import { isIP } from 'node:net'
import { fetch } from 'undici'
import { InsideAddress, isInside, type Resolve } from './addresses.ts'
import { agentOf, mayLeadInside } from './http-client.ts'

const DEADLINE_MS = 10_000
/** The most that is read of an answer before its connection is closed. */
const READ_BYTES = 1024

export type SentOut = { status: number; problem?: never } | { status?: never; problem: SendProblem }
export type SendProblem = 'inside' | 'timeout' | 'certificate' | 'connection' | 'cut'

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

/** Reads a short answer to its end, so that its connection can be used again. */
const letGo = async (body: AsyncIterable<Uint8Array> | null): Promise<void> => {
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > READ_BYTES) return // leaving the loop ends the stream
  }
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
  const post: SendOut['post'] = async (url, headers, body, cut) => {
    if (!mayLeadInside() && leadsInside(url)) return { problem: 'inside' }
    const deadline = AbortSignal.timeout(deadlineMs)
    const init = { method: 'POST', headers, body, redirect: 'manual' as const, dispatcher }
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.any([deadline, cut]) })
      // The status has arrived: a failure of the rest changes nothing.
      await letGo(response.body as AsyncIterable<Uint8Array> | null).catch(() => undefined)
      return { status: response.status }
    } catch (error) {
      return { problem: problemOf(error, deadline, cut) }
    }
  }
  return { post, close: () => dispatcher.destroy() }
}
