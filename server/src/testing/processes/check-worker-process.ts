// A worker of checks in a process of its own, to be killed. Arguments: the addresses of the two roles, and its
// settings. It prints the connector of every check it has stored, one to a line.
import { pino } from 'pino'
import { CONNECTORS } from '../../checks/connectors/registry.ts'
import { startWorker } from '../../checks/engine/worker.ts'
import { connect } from '../../db/connect.ts'

/** `impatient`: the connectors whose deadline `longestMs` shortens; absent: all of them. */
export type CheckWorkerSettings = {
  longestMs: number
  impatient?: readonly string[]
  checksPerPortal: number
  idleMs: number
}

const [addresses = '{}', settings = '{}'] = process.argv.slice(2)
const known = JSON.parse(addresses)
const { longestMs, impatient, checksPerPortal, idleMs }: CheckWorkerSettings = JSON.parse(settings)
const db = connect((role) => known[role])
const worker = startWorker({
  db,
  log: pino({ level: process.env.PADRON_LOG ?? 'silent' }, pino.destination(2)),
  connectors: CONNECTORS.map((connector) =>
    impatient?.includes(connector.key) === false
      ? connector
      : { ...connector, deadlineMs: Math.min(connector.deadlineMs, longestMs) },
  ),
  checksPerPortal,
  idleMs,
  onStored: ({ connector }) => void process.stdout.write(`stored ${connector.key}\n`),
})
const stop = async () => {
  await worker.stop()
  await db.close()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
process.stdin.once('end', () => process.exit(1)).resume() // whoever started it is gone
process.stdout.write('ready\n')
