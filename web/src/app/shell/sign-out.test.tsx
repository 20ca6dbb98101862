// Signing out when the cookie may belong to another user: two windows of one browser share it.
import { identity, TOKEN_COOKIE } from '@padron/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { readToken } from '../../api/token.ts'
import { endSession, session, startSession, verifySession } from '../../session/session.ts'
import { ADMIN } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { useSignOut } from './use-sign-out.ts'

type Answer = { status?: number; json: unknown }
const USER = {
  userId: '1',
  name: 'norte-admin',
  role: ['admin'],
  country: 'MX',
  logoURL: null,
  parentId: '0',
  parentName: 'n',
}
let revoked: () => Answer | Promise<Answer>
let refused = false
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [identity.userinfo.path]: () => (refused ? { status: 401, json: {} } : { json: USER }),
    [identity.revocation.path]: () => revoked(),
  })
})
afterAll(() => server.stop())
const reload = vi.fn()
beforeEach(async () => {
  revoked = () => ({ json: {} })
  refused = false
  reload.mockReset()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  await startSession('de-ana', 60)
  localStorage.setItem('padron.1.draft', '1')
  server.sent.length = 0
})
afterEach(() => {
  cleanup()
  endSession(false)
  notices.set([])
  localStorage.clear()
  vi.restoreAllMocks()
})

const Host = () => {
  const { signOut } = useSignOut(ADMIN)
  return (
    <button type="button" onClick={() => void signOut()}>
      Salir
    </button>
  )
}
const leave = () => {
  render(
    <QueryClientProvider client={queryClient}>
      <Host />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Salir' }))
}
const otherWindow = (token: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: written as by the page in the other window
  document.cookie = `${TOKEN_COOKIE}=${token}; Path=/`
}
const revocations = () => server.sent.filter(({ path }) => path === identity.revocation.path).map(({ body }) => body)

test('the user’s own session ends: token, cookie and stored data are deleted', async () => {
  leave()
  await waitFor(() => expect(session.get()).toEqual({ status: 'out', lost: false }))
  expect(revocations()).toEqual([expect.stringContaining('token=de-ana')])
  expect(readToken()).toBeUndefined()
  expect(localStorage.getItem('padron.1.draft')).toBeNull()
})

test('if another user signed in meanwhile, their session continues and this page reloads', async () => {
  otherWindow('de-beto')
  leave()
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(revocations()).toEqual([])
  expect(readToken()).toBe('de-beto')
})

test('if another user signs in during the revocation, their cookie stays', async () => {
  revoked = () => {
    otherWindow('de-beto')
    return { json: {} }
  }
  leave()
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(revocations()).toEqual([expect.stringContaining('token=de-ana')])
  expect(readToken()).toBe('de-beto')
})

test('a revocation without an answer does not prevent signing out', async () => {
  revoked = () => new Promise(() => {})
  const limit = new AbortController()
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  leave()
  await waitFor(() => expect(revocations()).toHaveLength(1))
  expect(limits).toHaveBeenLastCalledWith(5_000)
  limit.abort()
  await waitFor(() => expect(session.get()).toEqual({ status: 'out', lost: false }))
  expect(notices.get().map(({ text }) => text)).toEqual([identity.revocation.fails])
})

test('a session that ended in the other window ends here without a request', async () => {
  otherWindow('')
  leave()
  await waitFor(() => expect(session.get()).toEqual({ status: 'out', lost: false }))
  expect(revocations()).toEqual([])
  expect(reload).not.toHaveBeenCalled()
})

test('a session check that meets the revoked token while signing out reports nothing', async () => {
  let go = (): void => {}
  revoked = () => {
    refused = true
    return new Promise((resolve) => {
      go = () => resolve({ json: {} })
    })
  }
  leave()
  await waitFor(() => expect(revocations()).toHaveLength(1))
  await verifySession()
  expect(notices.get()).toEqual([])
  expect(session.get().status).toBe('in')
  go()
  await waitFor(() => expect(session.get()).toEqual({ status: 'out', lost: false }))
})
