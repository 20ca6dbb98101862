// Hears that a company's jobs changed, whichever process changed them, and tells those of this process who wait for
// it: at once, then at most every so often, and less often where a job only went on. It says whose jobs, and nothing
// of them; whoever hears it asks again.
import type { FastifyBaseLogger } from 'fastify'
import type { AddressOf } from '../db/client.ts'
import { listen } from './live-connection.ts'

const CHANNEL = 'padron_queue'
/** What begins, ends or is called off is seen within a second. */
export const TELL_EVERY_MS = 400
/** A job that goes on says so twice a second, and each time every open panel asks. */
export const TELL_PROGRESS_EVERY_MS = 2_000
const PROGRESS = 'p'

export type QueueLive = {
  /**
   * @param changed is told once as soon as changes are heard, since what came before was not, and again after the
   * database was away
   * @returns how to stop
   */
  hear: (tenantId: number, changed: () => void) => () => void
  close: () => Promise<void>
}

export type Listeners = { waiting: Set<() => void>; timer?: NodeJS.Timeout; dueAt: number; toldAt: number }

/** Tells a company's at once, and what comes within the pause once at its end. */
export const telling = (companies: Map<number, Listeners>) => {
  const say = (company: Listeners): void => {
    clearTimeout(company.timer)
    delete company.timer
    company.toldAt = performance.now()
    for (const changed of company.waiting) changed()
  }
  return (tenantId: number, pause: number): void => {
    const company = companies.get(tenantId)
    if (!company) return
    const [now, dueAt] = [performance.now(), company.toldAt + pause]
    if (dueAt <= now) {
      say(company)
      return
    }
    if (company.timer && company.dueAt <= dueAt) return
    clearTimeout(company.timer)
    company.dueAt = dueAt
    company.timer = setTimeout(() => say(company), dueAt - now).unref()
  }
}

/** Listens from the first who waits on: a process that shows no panel keeps no connection for it. */
export const startQueueLive = ({ addressOf, log }: { addressOf: AddressOf; log: FastifyBaseLogger }): QueueLive => {
  const companies = new Map<number, Listeners>()
  const tell = telling(companies)
  let listening = false
  let stop: (() => Promise<void>) | undefined
  const begun = () => {
    listening = true
    for (const tenantId of companies.keys()) tell(tenantId, TELL_EVERY_MS)
  }
  const heard = (payload: string) => {
    const [tenantId, what] = payload.split(':')
    tell(Number(tenantId), what === PROGRESS ? TELL_PROGRESS_EVERY_MS : TELL_EVERY_MS)
  }
  const start = () => listen({ addressOf, channel: CHANNEL, log, heard, begun })

  const hear: QueueLive['hear'] = (tenantId, changed) => {
    const company = companies.get(tenantId) ?? { waiting: new Set(), dueAt: 0, toldAt: Number.NEGATIVE_INFINITY }
    companies.set(tenantId, company)
    company.waiting.add(changed)
    stop ??= start()
    if (listening) changed()
    return () => {
      company.waiting.delete(changed)
      if (company.waiting.size > 0 || companies.get(tenantId) !== company) return
      clearTimeout(company.timer)
      companies.delete(tenantId)
    }
  }
  const close = async () => {
    await stop?.()
    for (const { timer } of companies.values()) clearTimeout(timer)
    companies.clear()
  }
  return { hear, close }
}
