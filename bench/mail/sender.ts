// A process that sends emails until it is killed. Argument: the addresses of the database and the mail server.
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '@padron/server/db/connect'
import { fileStore } from '@padron/server/files/contents/file-store'
import { emailSender } from '@padron/server/mail/email-sender'
import { smtpMailbox } from '@padron/server/mail/mailbox'
import { pino } from 'pino'

const { addresses, smtp, folder, leaseSeconds } = JSON.parse(process.argv[2] ?? '{}')
const db = connect((role) => addresses[role])
const log = pino({ level: 'silent' })
const mailbox = smtpMailbox(smtp, 'avisos@padron.mx')
const addressOf = (path: string) => `https://padron.mx${path}`
process.stdout.write('ready\n')
for (;;) {
  await emailSender({ db, mailbox, log, addressOf, emailFiles: fileStore(folder), leaseSeconds }).runDue()
  await pause(100)
}
