// The local mailbox, for installations that send no email, and the report of bounced emails.
import { mailbox as rows } from '@padron/contract/mailbox'
import { answers, type Feature } from '../../feature.ts'
import { bounceHook } from './bounces.routes.ts'
import { localMailbox } from './mailbox.routes.ts'

export const mailboxFeature: Feature = {
  calls: ({ links, mails, publicUrl }) => [answers(rows, localMailbox({ mails, links, publicUrl }))],
  routes: (app, context) => bounceHook(app, context, context.bounceSecret),
}
