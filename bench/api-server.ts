// Runs our API as in production, in a separate process: token, permission, validation, tenant transaction, limits and
// logging are on.
import { buildApp } from '@padron/server/app'
import { connect } from '@padron/server/db/connect'
import { readEnv } from '@padron/server/env/env'
import { makeSessions, type Sessions } from '@padron/server/http/access/sessions'
import { pino } from 'pino'

const { urls, keepSessions, limited } = JSON.parse(process.argv[2] ?? '{}') as {
  urls: Record<'padron_app' | 'padron_system' | 'padron_owner', string>
  /** Each token is looked up once and then cached, to measure a call without the look-up. */
  keepSessions?: boolean
  /** Limits of calls per minute have their default values. */
  limited?: boolean
}
const db = connect((role) => ({ connectionString: urls[role], role: null }))
const believing = (sessions: Sessions): Sessions => {
  const known = new Map<string, ReturnType<Sessions['find']>>()
  const find = (token: string) => {
    const session = known.get(token) ?? sessions.find(token)
    known.set(token, session)
    return session
  }
  return { ...sessions, find, findOrRemember: find, recent: () => undefined }
}
const app = await buildApp({
  db,
  log: pino({ level: 'info' }, pino.destination('/dev/null')),
  state: { ready: true, simulated: false },
  publicUrl: undefined,
  parts: new Set(['api', 'identity']),
  // calls are counted, and none is refused
  rates: limited ? readEnv().running.rates : { user: 1_000_000, address: 1_000_000 },
  ...(keepSessions ? { sessions: believing(makeSessions(db)) } : {}),
})
process.stdout.write(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
