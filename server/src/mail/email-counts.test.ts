// The database counts emails exactly as countEmails counts rows.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '../db/client.ts'
import { type TestServer, testServer } from '../testing/server.ts'
import { COUNT_EMAILS, countEmails, type EmailState } from './email-counts.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

test('each state is counted once as sent, pending or failed; the state kept counts as pending', async () => {
  const states: EmailState[] = ['queued', 'sending', 'sent', 'sent', 'failed', 'bounced', 'kept']
  const expected = { total: 7, sent: 2, pending: 3, kept: 1, failed: 2 }
  expect(countEmails(states.map((state) => ({ state })))).toEqual(expected)
  const { rows } = await asSystem(server.db, (tx) =>
    sql<{ counts: object }>`select ${COUNT_EMAILS} as counts from unnest(${states}::text[]) as m(state)`.execute(tx),
  )
  expect(rows).toEqual([{ counts: expected }])
})
