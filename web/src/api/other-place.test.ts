// A sign-in at an installation where the company is not is sent to its own installation, once.
import { identity } from '@padron/contract/session'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSmallServer } from '../testing/small-server.ts'
import { statusOf } from './api-error.ts'
import { ask } from './client.ts'

const ELSEWHERE = {
  status: 421,
  json: { title: 'Su empresa está en otra instalación.' },
  headers: { 'padron-place': 'mx2' },
}
const TOKEN = { access_token: 'mx2.x', token_type: 'Bearer', expires_in: 60, scope: '' }

let there: { status?: number; json: unknown }
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({ '/connect/token': () => ELSEWHERE, '/p/mx2/connect/token': () => there })
})
beforeEach(() => void server.sent.splice(0))
afterAll(() => server.stop())

const signIn = () => ask(identity.token, { body: { grant_type: 'password', username: 'sur-ana', password: 'sellada' } })
const sent = () =>
  server.sent.filter(({ path }) => path.endsWith('/connect/token')).map(({ path, body }) => [path, body])

test('the sign-in is sent to the place that the response names', async () => {
  there = { json: TOKEN }
  expect(await signIn()).toEqual(TOKEN)
  const body = 'grant_type=password&username=sur-ana&password=sellada'
  expect(sent()).toEqual([
    ['/connect/token', body],
    ['/p/mx2/connect/token', body],
  ])
})

test('a place that names itself is not requested again', async () => {
  there = ELSEWHERE
  expect(statusOf(await signIn().catch((failure: unknown) => failure))).toBe(421)
  expect(sent()).toHaveLength(2)
})
