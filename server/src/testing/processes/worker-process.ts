// A worker of jobs in a process of its own, to be killed. Arguments: the addresses of the two roles, and the folder
// of results.
import { pino } from 'pino'
import { connect } from '../../db/connect.ts'
import { fileStore } from '../../files/contents/file-store.ts'
import { JOB_KINDS } from '../../job-kinds.ts'
import { startJobs } from '../../jobs/runner.ts'
import { noMailbox } from '../../mail/mailbox.ts'

const [addresses = '{}', folder = ''] = process.argv.slice(2)
const known = JSON.parse(addresses)
const log = pino({ level: 'silent' })
const files = fileStore(folder)
await startJobs({
  db: connect((role) => known[role]),
  files,
  emailFiles: files,
  mailbox: noMailbox,
  log,
  now: () => new Date(),
  kinds: JOB_KINDS,
})
process.stdout.write('ready\n')
