// Sends webhook deliveries. Limits per process, webhook, company and host make sure that a receiver that does not
// answer delays only itself.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/client.ts'
import { type LeasedWork, leasedWork } from '../../jobs/leased-work.ts'
import type { Mailbox } from '../../mail/mailbox.ts'
import { createOutgoingClient, type OutgoingClient } from '../../outgoing/outgoing-client.ts'
import type { Secrets } from '../../secrets/sealing.ts'
import { type ClaimedDelivery, type Counted, claimDeliveries, webhookKey } from './claim-deliveries.ts'
import { recordDelivery } from './record-delivery.ts'
import { sendDelivery } from './send-delivery.ts'

export type SenderOptions = {
  db: Db
  mailbox: Mailbox
  secrets: Secrets
  log: FastifyBaseLogger
  /** The process's clock, for signatures. The database's clock decides which deliveries are due. */
  now?: () => Date
  /** How far tests set the database's clock ahead. */
  aheadMs?: () => number
  random?: () => number
  /** Owned by this sender, which closes it. */
  client?: OutgoingClient
}

const countBy = (claims: readonly ClaimedDelivery[], key: (delivery: ClaimedDelivery) => string): Counted =>
  Object.fromEntries([...Map.groupBy(claims, key)].map(([value, group]) => [value, group.length]))

export const webhookSender = (options: SenderOptions): LeasedWork => {
  const { db, mailbox, secrets, log, now = () => new Date(), aheadMs = () => 0, random = Math.random } = options
  const { client = createOutgoingClient() } = options
  return leasedWork<ClaimedDelivery>(
    {
      concurrency: 64,
      everyMs: 1_000,
      claim: (free, running) => {
        const underWay = {
          webhooks: countBy(running, webhookKey),
          companies: countBy(running, ({ tenantId }) => String(tenantId)),
          hosts: countBy(running, ({ host }) => host),
        }
        return claimDeliveries(db, { free, underWay, aheadMs: aheadMs() })
      },
      run: async (delivery, cut) => {
        const outcome = await sendDelivery({ secrets, client, now, cut }, delivery)
        await recordDelivery({ db, mailbox, random: random(), aheadMs: aheadMs() }, delivery, outcome)
      },
      failure: 'sending to webhooks failed',
      graceMs: 3_000,
      close: client.close,
    },
    log,
  )
}
