// What the console shows about the demo: answers are simulated if a simulated portal gives them, but not if only a
// company of the demo is left.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../env/env.ts'
import { type TestServer, testServer } from '../testing/server.ts'
import { prepareDemo } from './demo.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const isSimulated = async (): Promise<boolean> => {
  const state = { simulated: false }
  await prepareDemo({
    db: server.db,
    addressOf: server.addressOf,
    env: { role: 'api', demo: 'never' } as Env,
    log: pino({ level: 'silent' }),
    stores: {} as never,
    state,
    steps: [],
    stopping: new AbortController().signal,
  })
  return state.simulated
}

test('a demo company with only real portals has no simulated answers; one simulated portal is enough', async () => {
  await server.company('norte')
  expect(await isSimulated()).toBe(false)
  await server.db.system.query(`update company set demo = true`)
  expect(await isSimulated()).toBe(false)
  await server.db.system.query(`update company set demo = false`)
  await server.db.system.query(`update portal set simulated = true where portal_key = 'apitude'`)
  expect(await isSimulated()).toBe(true)
})
