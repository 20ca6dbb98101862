// Our API as it is served, as a process of its own: token, permission, validation, tenant transaction and logging on.
import { buildApp } from '@padron/server/app'
import { connect } from '@padron/server/db/client'
import { pino } from 'pino'

const { urls } = JSON.parse(process.argv[2] ?? '{}') as {
  urls: Record<'padron_app' | 'padron_system' | 'padron_owner', string>
}
const db = connect((role) => ({ connectionString: urls[role], role: null }))
const app = await buildApp({
  db,
  log: pino({ level: 'info' }, pino.destination('/dev/null')),
  state: { ready: true, simulated: false },
  publicUrl: undefined,
  parts: new Set(['api', 'identity']),
})
process.stdout.write(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
