// The session: checks, its end, and what happens to cached answers.
import { NOTICES } from '@padron/contract/common'
import { identity, TOKEN_COOKIE } from '@padron/contract/session'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ask } from '../api/client.ts'
import { notices } from '../api/notify.ts'
import { queryClient } from '../api/query-client.ts'
import { readToken } from '../api/token.ts'
import { numberText } from '../lib/number-text.ts'
import { startSmallServer } from '../testing/small-server.ts'
import { endSession, session, startSession, verifySession } from './session.ts'

const USER = {
  userId: '7',
  name: 'norte-ana',
  role: ['presets-read'],
  country: 'MX',
  logoURL: null,
  parentId: '1',
  parentName: 'Norte',
}
let user = USER

let server: Awaited<ReturnType<typeof startSmallServer>>
/** The response of a check, if it is not the user at once. */
let answer: undefined | (() => Promise<{ status?: number; json: unknown }>)
beforeAll(async () => {
  server = await startSmallServer({ [identity.userinfo.path]: () => answer?.() ?? { json: user } })
})
afterAll(() => server.stop())
afterEach(() => {
  endSession(false)
  answer = undefined
  notices.set([])
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const KEY = ['7', 'profiles.list', {}]
const stale = () => queryClient.getQueryState(KEY)?.isInvalidated

test('cached answers are outdated once the permissions change', async () => {
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

test('numbers have the format of the signed-in user’s country', async () => {
  for (const [country, written] of [
    ['CO', '1.204'],
    ['MX', '1,204'],
  ] as const) {
    user = { ...USER, country }
    await startSession('abc', 60)
    expect(numberText(1204)).toBe(written)
  }
})

test('without the cookie the next call ends the session with a notice, and nothing is requested', async () => {
  await startSession('abc', 60)
  server.sent.length = 0
  // biome-ignore lint/suspicious/noDocumentCookie: as the browser deletes an expired cookie
  document.cookie = `${TOKEN_COOKIE}=; Path=/; Max-Age=0`
  await expect(ask(identity.userinfo, {})).rejects.toMatchObject({ status: 401 })
  await verifySession()
  expect(session.get()).toEqual({ status: 'out', lost: true })
  expect(notices.get().map(({ text }) => text)).toEqual([NOTICES[401]])
  expect(server.sent.filter(({ path }) => path === identity.userinfo.path)).toEqual([])
})

/** Starts a check, and returns a function that answers it. */
const checking = async (status: number) => {
  let reply = (): void => {}
  server.sent.length = 0
  answer = () => {
    answer = undefined
    return new Promise((resolve) => {
      reply = () => resolve({ status, json: status === 200 ? user : {} })
    })
  }
  const done = verifySession()
  await vi.waitFor(() => expect(server.sent.some(({ path }) => path === identity.userinfo.path)).toBe(true))
  return { reply, done }
}

test('an answer after the end of the session does not restore it', async () => {
  await startSession('abc', 60)
  const { reply, done } = await checking(200)
  endSession(false)
  reply()
  await done
  expect(session.get()).toEqual({ status: 'out', lost: false })
  expect(notices.get()).toEqual([])
})

test('a refusal of a token that this page no longer uses ends nothing', async () => {
  await startSession('abc', 60)
  const { reply, done } = await checking(401)
  await startSession('def', 60)
  reply()
  await done
  expect(session.get().status).toBe('in')
  expect(readToken()).toBe('def')
})

test('a refusal after another user signed in in another window leaves their cookie', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  await startSession('abc', 60)
  const { reply } = await checking(401)
  // biome-ignore lint/suspicious/noDocumentCookie: as written by the page in the other window
  document.cookie = `${TOKEN_COOKIE}=otro; Path=/`
  reply()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(readToken()).toBe('otro')
  expect(notices.get()).toEqual([])
})

const gone = () => new TypeError('Failed to fetch')

test('a check without network is retried, and the session continues', async () => {
  await startSession('abc', 60)
  const fetchSpy = vi.spyOn(window, 'fetch').mockRejectedValueOnce(gone()).mockRejectedValueOnce(gone())
  const done = verifySession()
  // As soon as the browser is online again.
  for (const times of [1, 2]) {
    await vi.waitFor(() => expect(fetchSpy).toHaveBeenCalledTimes(times))
    await new Promise((resolve) => setTimeout(resolve))
    dispatchEvent(new Event('online'))
  }
  await done
  expect(fetchSpy).toHaveBeenCalledTimes(3)
  expect(session.get().status).toBe('in')
  expect(readToken()).toBe('abc')
  expect(notices.get()).toEqual([])
})

test('an unsuccessful answer ends the session at once', async () => {
  await startSession('abc', 60)
  answer = async () => ({ status: 503, json: {} })
  server.sent.length = 0
  await verifySession()
  expect(session.get()).toEqual({ status: 'out', lost: true })
  expect(server.sent).toHaveLength(1)
})

test('a check without an answer is cancelled and retried', async () => {
  await startSession('abc', 60)
  const limit = new AbortController()
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal)
  const { done } = await checking(200)
  expect(limits).toHaveBeenCalledExactlyOnceWith(15_000)
  limit.abort()
  await vi.waitFor(() => {
    dispatchEvent(new Event('online'))
    expect(limits).toHaveBeenCalledTimes(2)
  })
  await done
  expect(session.get().status).toBe('in')
})

/** Like a browser that leaves the page: fires its events, then aborts the pending requests. */
const brokenOff = async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const fetchSpy = vi.spyOn(window, 'fetch').mockImplementationOnce(async () => {
    dispatchEvent(new Event('pagehide'))
    throw new TypeError('Failed to fetch')
  })
  const done = verifySession()
  await vi.waitFor(() => expect(fetchSpy).toHaveBeenCalled())
  return { fetchSpy, done }
}

/** Awaits the work while the page's timers are advanced. */
const whileSecondsPass = async (work: Promise<void>) => {
  let isDone = false
  void work.then(() => {
    isDone = true
  })
  await vi.waitFor(() => {
    vi.advanceTimersByTime(1_000)
    expect(isDone).toBe(true)
  })
}

test('a check aborted by leaving the page ends nothing; if the page stays, the check is retried', async () => {
  await startSession('abc', 60)
  const { fetchSpy, done } = await brokenOff()
  await whileSecondsPass(done)
  expect(fetchSpy).toHaveBeenCalledTimes(2)
  expect(session.get().status).toBe('in')
  expect(readToken()).toBe('abc')
  expect(notices.get()).toEqual([])
})

test('a page that stays without network ends the session', async () => {
  await startSession('abc', 60)
  const { fetchSpy, done } = await brokenOff()
  fetchSpy.mockRejectedValue(new TypeError('Failed to fetch'))
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000)
  await whileSecondsPass(done)
  expect(session.get()).toEqual({ status: 'out', lost: true })
  expect(readToken()).toBeUndefined()
  expect(fetchSpy).toHaveBeenCalledTimes(5) // the aborted one, and four retries
})
