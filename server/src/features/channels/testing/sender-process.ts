// A sender of channels in a process of its own, to be killed: it says `ready`, and `holding` for each message that it
// holds where it was told to. One argument: SenderProcess, as JSON.
import { pino } from 'pino'
import { type AddressOf, connect } from '../../../db/connect.ts'
import type { ChannelOrigins } from '../../../env/env.ts'
import { noMailbox } from '../../../mail/mailbox.ts'
import { allowPrivateAddresses } from '../../../outgoing/agent.ts'
import { createOutgoingClient, type OutgoingClient } from '../../../outgoing/outgoing-client.ts'
import { secretsOf } from '../../../secrets/sealing.ts'
import { channelSender } from '../channel-sender.ts'

export type SenderProcess = {
  addresses: Record<Parameters<AddressOf>[0], ReturnType<AddressOf>>
  key: string
  origins: ChannelOrigins
  aheadMs: number
  /** Before a claimed message is sent, or before its answer is recorded. */
  holdAt: 'claimed' | 'sent'
}

const { addresses, key, origins, aheadMs, holdAt }: SenderProcess = JSON.parse(process.argv[2] ?? '{}')
allowPrivateAddresses(true)
const real = createOutgoingClient()
const hold = (): Promise<never> => {
  process.stdout.write('holding\n')
  return new Promise(() => undefined)
}
const client: OutgoingClient = {
  ...real,
  post: async (...message) => {
    if (holdAt === 'claimed') return hold()
    await real.post(...message)
    return hold()
  },
}
channelSender({
  db: connect((role) => addresses[role]),
  mailbox: noMailbox,
  secrets: secretsOf([key]),
  origins,
  publicUrl: undefined,
  log: pino({ level: 'warn' }, pino.destination(2)),
  aheadMs: () => aheadMs,
  client,
}).start()
process.stdout.write('ready\n')
