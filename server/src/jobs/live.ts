// Notifies the open queue panels of this process when a company's jobs change in any process: at once, then at most
// every so often, less often for mere progress. A notification has no content; the panel queries again.
import type { FastifyBaseLogger } from 'fastify'
import type { AddressOf } from '../db/connect.ts'
import { listen } from './live-connection.ts'

const CHANNEL = 'padron_queue'
/** Starts, ends and cancellations are shown within a second. */
export const NOTIFY_EVERY_MS = 400
/** A running job writes its progress twice a second, and every open panel would query each time. */
export const NOTIFY_PROGRESS_EVERY_MS = 2_000
const PROGRESS = 'p'

export type QueueLive = {
  /**
   * @param onChange is also called when listening begins, at first and after the connection was lost, because earlier
   * changes were missed
   * @returns how to unsubscribe
   */
  subscribe: (tenantId: number, onChange: () => void) => () => void
  close: () => Promise<void>
}

export type Subscribers = { callbacks: Set<() => void>; timer?: NodeJS.Timeout; dueAt: number; notifiedAt: number }

/** Notifies a company's subscribers at once; changes within the pause after it are notified together at its end. */
export const createNotifier = (companies: Map<number, Subscribers>) => {
  const notify = (company: Subscribers): void => {
    clearTimeout(company.timer)
    delete company.timer
    company.notifiedAt = performance.now()
    for (const callback of company.callbacks) callback()
  }
  return (tenantId: number, pause: number): void => {
    const company = companies.get(tenantId)
    if (!company) return
    const [now, dueAt] = [performance.now(), company.notifiedAt + pause]
    if (dueAt <= now) {
      notify(company)
      return
    }
    if (company.timer && company.dueAt <= dueAt) return
    clearTimeout(company.timer)
    company.dueAt = dueAt
    company.timer = setTimeout(() => notify(company), dueAt - now).unref()
  }
}

/** Listens from the first subscription on: a process without open panels needs no connection. */
export const startQueueLive = ({ addressOf, log }: { addressOf: AddressOf; log: FastifyBaseLogger }): QueueLive => {
  const companies = new Map<number, Subscribers>()
  const notify = createNotifier(companies)
  let isListening = false
  let stop: (() => Promise<void>) | undefined
  const onListening = () => {
    isListening = true
    for (const tenantId of companies.keys()) notify(tenantId, NOTIFY_EVERY_MS)
  }
  const onNotification = (payload: string) => {
    const [tenantId, what] = payload.split(':')
    notify(Number(tenantId), what === PROGRESS ? NOTIFY_PROGRESS_EVERY_MS : NOTIFY_EVERY_MS)
  }
  const start = () => listen({ addressOf, channel: CHANNEL, log, onNotification, onListening })

  const subscribe: QueueLive['subscribe'] = (tenantId, onChange) => {
    const company = companies.get(tenantId) ?? { callbacks: new Set(), dueAt: 0, notifiedAt: Number.NEGATIVE_INFINITY }
    companies.set(tenantId, company)
    company.callbacks.add(onChange)
    stop ??= start()
    if (isListening) onChange()
    return () => {
      company.callbacks.delete(onChange)
      if (company.callbacks.size > 0 || companies.get(tenantId) !== company) return
      clearTimeout(company.timer)
      companies.delete(tenantId)
    }
  }
  const close = async () => {
    await stop?.()
    for (const { timer } of companies.values()) clearTimeout(timer)
    companies.clear()
  }
  return { subscribe, close }
}
