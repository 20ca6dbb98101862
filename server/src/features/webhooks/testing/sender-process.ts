// A sender of webhooks in a process of its own, to be killed. One argument: SenderProcess, as JSON.
import { pino } from 'pino'
import { type AddressOf, connect } from '../../../db/connect.ts'
import { noMailbox } from '../../../mail/mailbox.ts'
import { allowPrivateAddresses } from '../../../outgoing/agent.ts'
import { secretsOf } from '../../../secrets/sealing.ts'
import { webhookSender } from '../webhook-sender.ts'

export type SenderProcess = {
  addresses: Record<Parameters<AddressOf>[0], ReturnType<AddressOf>>
  key: string
  aheadMs: number
}

const { addresses, key, aheadMs }: SenderProcess = JSON.parse(process.argv[2] ?? '{}')
allowPrivateAddresses(true)
webhookSender({
  db: connect((role) => addresses[role]),
  mailbox: noMailbox,
  secrets: secretsOf([key]),
  log: pino({ level: 'warn' }, pino.destination(2)),
  aheadMs: () => aheadMs,
}).start()
