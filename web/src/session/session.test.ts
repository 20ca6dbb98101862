// What a session that goes on makes of the answers already there.
import { NOTICES } from '@padron/contract/common'
import { identity, TOKEN_COOKIE } from '@padron/contract/session'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask } from '../api/client.ts'
import { notices } from '../api/notify.ts'
import { queryClient } from '../api/query-client.ts'
import { numberText } from '../lib/number-text.ts'
import { startSmallServer } from '../testing/small-server.ts'
import { endSession, session, startSession, verifySession } from './session.ts'

const USER = {
  userId: '7', name: 'norte-ana', role: ['presets-read'], country: 'MX', logoURL: null, parentId: '1', parentName: 'Norte',
} // biome-ignore format: one user
let user = USER

let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({ [identity.userinfo.path]: () => ({ json: user }) })
})
afterAll(() => server.stop())
afterEach(() => endSession(false))

const KEY = ['7', 'profiles.list', {}]
const stale = () => queryClient.getQueryState(KEY)?.isInvalidated

test('the answers from before no longer hold once one may do something else', async () => {
  user = USER
  await startSession('abc', 60)
  queryClient.setQueryData(KEY, {})
  await verifySession()
  expect(stale()).toBe(false)
  user = { ...USER, name: 'norte-ana-maria' }
  await verifySession()
  expect(stale()).toBe(false)
  user = { ...user, role: ['presets-read', 'presets-admin'] }
  await verifySession()
  expect(stale()).toBe(true)
})

test('numbers are written as in the country of whoever enters', async () => {
  for (const [country, written] of [['CO', '1.204'], ['MX', '1,204']] as const) {
    user = { ...USER, country }
    await startSession('abc', 60)
    expect(numberText(1204)).toBe(written)
  } // biome-ignore format: a table
})

test('with the cookie gone the next call ends the session with a word, and nothing is asked', async () => {
  await startSession('abc', 60)
  server.sent.length = 0
  // biome-ignore lint/suspicious/noDocumentCookie: as the browser drops it when its time is over
  document.cookie = `${TOKEN_COOKIE}=; Path=/; Max-Age=0`
  await expect(ask(identity.userinfo, {})).rejects.toMatchObject({ status: 401 })
  await verifySession()
  expect(session.get()).toEqual({ status: 'out', lost: true })
  expect(notices.get().map(({ text }) => text)).toEqual([NOTICES[401]])
  expect(server.sent.filter(({ path }) => path === identity.userinfo.path)).toEqual([])
})
