// Hears that a company's jobs changed, whichever process changed them, and tells those of this process who wait for it: at once,
// then at most every so often. It says whose jobs, and nothing of them; whoever hears it asks again.
import type { FastifyBaseLogger } from 'fastify'
import type { AddressOf } from '../db/client.ts'
import { listen } from './live-connection.ts'

const CHANNEL = 'padron_queue'
const TELL_EVERY_MS = 400

export type QueueLive = {
  /**
   * @param changed is told once as soon as changes are heard, since what came before was not, and again after the database was
   * away @returns how to stop
   */
  hear: (tenantId: number, changed: () => void) => () => void
  close: () => Promise<void>
}

type Company = { waiting: Set<() => void>; timer?: NodeJS.Timeout; again: boolean }

/** Tells a company's at once, and what comes within the pause once at its end. */
const telling = (companies: Map<number, Company>) => {
  const tell = (tenantId: number): void => {
    const company = companies.get(tenantId)
    if (!company) return
    if (company.timer) {
      company.again = true
      return
    }
    for (const changed of company.waiting) changed()
    company.again = false
    company.timer = setTimeout(() => {
      delete company.timer
      if (company.again) tell(tenantId)
    }, TELL_EVERY_MS).unref()
  }
  return tell
}

/** Listens from the first who waits on: a process that shows no panel keeps no connection for it. */
export const startQueueLive = ({ addressOf, log }: { addressOf: AddressOf; log: FastifyBaseLogger }): QueueLive => {
  const companies = new Map<number, Company>()
  const tell = telling(companies)
  let listening = false
  let stop: (() => Promise<void>) | undefined
  const begun = () => {
    listening = true
    for (const tenantId of companies.keys()) tell(tenantId)
  }
  const start = () => listen({ addressOf, channel: CHANNEL, log, heard: (payload) => tell(Number(payload)), begun })

  const hear: QueueLive['hear'] = (tenantId, changed) => {
    const company = companies.get(tenantId) ?? { waiting: new Set(), again: false }
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
