// Sends webhook deliveries while a process works; any number of processes may. Limits per process, webhook, company
// and host make sure that a receiver that does not answer delays only itself.
import type { FastifyBaseLogger } from 'fastify'
import { type SendOut, sendingOut } from '../../checks/engine/send-out.ts'
import type { Secrets } from '../../checks/portals/credentials.ts'
import type { Db } from '../../db/client.ts'
import type { Mailbox } from '../../mail/mailbox.ts'
import { type Claimed, claimDeliveries, keyOf } from './claim-deliveries.ts'
import { recordDelivery } from './record-delivery.ts'
import { sendDelivery } from './send-delivery.ts'

const AT_ONCE = 64
const LOOK_EVERY_MS = 1_000
const STOP_TIMEOUT_MS = 3_000

export type SenderOptions = {
  db: Db
  mailbox: Mailbox
  secrets: Secrets
  log: FastifyBaseLogger
  /** Of the process: for what is signed. What is due is the database's to say. */
  now?: () => Date
  /** What tests put the database's clock ahead. */
  aheadMs?: () => number
  random?: () => number
  everyMs?: number
  /** The way out; its owner is this sender, which closes it. */
  out?: SendOut
}
export type Sender = {
  /** Takes what is due and waits until all of it has ended. */
  round: () => Promise<void>
  stop: () => Promise<void>
}

type Counts = Map<string, number>
const add = (counts: Counts, key: string, by: 1 | -1): void => {
  const n = (counts.get(key) ?? 0) + by
  if (n > 0) counts.set(key, n)
  else counts.delete(key)
}

export const startWebhooks = (options: SenderOptions): Sender => {
  const { db, mailbox, secrets, log, now = () => new Date(), aheadMs = () => 0 } = options
  const { random = Math.random, everyMs = LOOK_EVERY_MS } = options
  const out = options.out ?? sendingOut()
  const stopping = new AbortController()
  const cut = new AbortController()
  const underWay = new Set<Promise<void>>()
  const webhooks: Counts = new Map()
  const companies: Counts = new Map()
  const hosts: Counts = new Map()
  const counted = (claimed: Claimed, by: 1 | -1): void => {
    add(webhooks, keyOf(claimed), by)
    add(companies, String(claimed.tenantId), by)
    add(hosts, claimed.host, by)
  }
  const failed = (error: unknown) => log.error({ err: error }, 'sending to webhooks failed')

  const deliver = async (claimed: Claimed): Promise<void> => {
    const outcome = await sendDelivery({ secrets, out, now, cut: cut.signal }, claimed)
    await recordDelivery({ db, mailbox, random: random(), aheadMs: aheadMs() }, claimed, outcome)
  }
  const begin = (claimed: Claimed): void => {
    counted(claimed, 1)
    const work = deliver(claimed)
      .catch(failed) // its lease ends and it is taken again
      .finally(() => {
        counted(claimed, -1)
        underWay.delete(work)
        look() // what waited for its place
      })
    underWay.add(work)
  }

  /** Claims until nothing more is due or there is no room. */
  const claim = async (): Promise<void> => {
    for (;;) {
      const free = AT_ONCE - underWay.size
      if (free <= 0 || stopping.signal.aborted) return
      const counts = {
        webhooks: Object.fromEntries(webhooks),
        companies: Object.fromEntries(companies),
        hosts: Object.fromEntries(hosts),
      }
      const claims = await claimDeliveries(db, { free, underWay: counts, aheadMs: aheadMs() })
      claims.forEach(begin)
      if (claims.length === 0) return
    }
  }
  let looking: Promise<void> | undefined
  let again = false
  const look = (): Promise<void> => {
    again = looking !== undefined
    looking ??= claim()
      .catch(failed)
      .finally(() => {
        looking = undefined
        if (again) void look()
      })
    return looking
  }
  const ended = async (): Promise<void> => {
    while (underWay.size > 0 || looking) await Promise.all([...underWay, looking])
  }

  const timer = everyMs > 0 ? setInterval(look, everyMs) : undefined
  return {
    round: async () => {
      await look()
      await ended()
    },
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      const stopTimer = setTimeout(() => cut.abort(), STOP_TIMEOUT_MS)
      await ended()
      clearTimeout(stopTimer)
      await out.close()
    },
  }
}
