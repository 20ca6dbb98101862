// Delivers callbacks: signed, retried on failure, and only to loopback addresses, so that a forged query cannot make
// this process send requests to another machine.
import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { count, type SimulatorState } from './request-handler.ts'

const attempts = 4
const timeoutMs = 10_000

/** Whether an address is http or https on this very machine. */
export function isOurs(address: string): boolean {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname)
}

export const signatureOf = (body: string, key: string): string => createHmac('sha256', key).update(body).digest('hex')

type CallbackDelivery = { to: string; body: string; signature: string }
export type Caller = { send: (delivery: CallbackDelivery, afterMs: number) => void }

/** Opens the callback sender of a portal; pending deliveries end with the process. Counted as `<portal>-callback`. */
export function openCaller(app: FastifyInstance, state: SimulatorState, portal: string): Caller {
  const closing = new AbortController()
  app.addHook('onClose', async () => closing.abort())

  const post = async ({ to, body, signature }: CallbackDelivery): Promise<number> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)])
    const headers = { 'content-type': 'application/json; charset=utf-8', 'x-signature': signature }
    const answer = await fetch(to, { method: 'POST', headers, body, signal, redirect: 'manual' })
    await answer.arrayBuffer()
    return answer.status
  }

  /** Retries after a connection failure or a 5xx response; a refusal (4xx) is final. */
  const deliver = async (delivery: CallbackDelivery, afterMs: number): Promise<void> => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      await wait(afterMs * 2 ** attempt, undefined, { signal: closing.signal, ref: false })
      const status = await post(delivery).catch(() => 0)
      count(state, `${portal}-callback`, status ? String(status) : 'unreachable')
      if (status > 0 && status < 500) return
    }
  }
  return { send: (delivery, afterMs) => void deliver(delivery, afterMs).catch(() => undefined) }
}
