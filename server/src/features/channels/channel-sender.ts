// Sends messages to channels, one at a time per channel: a channel that does not answer delays only itself.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/client.ts'
import type { ChannelOrigins } from '../../env/env.ts'
import { type LeasedWork, leasedWork } from '../../jobs/leased-work.ts'
import type { Mailbox } from '../../mail/mailbox.ts'
import { createOutgoingClient, type OutgoingClient } from '../../outgoing/outgoing-client.ts'
import type { Secrets } from '../../secrets/sealing.ts'
import { type ClaimedMessage, claimMessages } from './claim-messages.ts'
import { recordMessage } from './record-message.ts'
import { sendMessage } from './send-message.ts'

export type ChannelSenderOptions = {
  db: Db
  mailbox: Pick<Mailbox, 'configured'>
  secrets: Secrets
  origins: ChannelOrigins
  publicUrl: string | undefined
  log: FastifyBaseLogger
  now?: () => Date
  /** How far tests set the database's clock ahead. */
  aheadMs?: () => number
  random?: () => number
  /** Owned by this sender, which closes it. */
  client?: OutgoingClient
}

export const channelSender = (options: ChannelSenderOptions): LeasedWork => {
  const { db, mailbox, secrets, origins, publicUrl, log, now = () => new Date() } = options
  const { aheadMs = () => 0, random = Math.random, client = createOutgoingClient() } = options
  return leasedWork<ClaimedMessage>(
    {
      concurrency: 32,
      everyMs: 1_000,
      claim: (free) => claimMessages(db, free, aheadMs()),
      run: async (claimed, cut) => {
        const outcome = await sendMessage({ secrets, client, origins, publicUrl, now, cut }, claimed)
        await recordMessage({ db, mailbox, random: random(), aheadMs: aheadMs() }, claimed, outcome)
      },
      failure: 'sending to channels failed',
      graceMs: 3_000,
      close: client.close,
    },
    log,
  )
}
