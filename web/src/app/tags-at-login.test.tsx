// After signing in, with tags_read, the tag catalogue and the user's tags are loaded once (spec core §4), whatever
// screen is opened.
import { profiles } from '@padron/contract/profiles'
import { identity } from '@padron/contract/session'
import { tags } from '@padron/contract/tags'
import { RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../api/notify.ts'
import { queryClient } from '../api/query-client.ts'
import { endSession, startSession } from '../session/session.ts'
import { startSmallServer } from '../testing/small-server.ts'

vi.mock('./shell/Shell.tsx', () => import('./testing/plain-shell.tsx'))

let roles: string[] = []
let broken = false
const user = () => ({
  userId: '7',
  name: 'norte-ana',
  role: roles,
  country: 'MX',
  logoURL: '/logos/a.png',
  parentId: '1',
  parentName: 'Norte',
})
const answer = () => (broken ? { status: 500, json: {} } : { json: { userTags: [] } })

let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [identity.userinfo.path]: () => ({ json: user() }),
    [profiles.list.path]: () => ({ json: { catalogFilter: [] } }),
    [profiles.groups.path]: () => ({ json: { orderRoles: [] } }),
    [tags.list.path]: answer,
    [tags.ofUser.path]: answer,
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  broken = false
  notices.set([])
  server.sent.length = 0
  queryClient.clear()
})
afterEach(() => {
  cleanup()
  endSession(false)
})

const enter = async (...held: string[]) => {
  roles = held
  await startSession('abc', 60)
  const { router } = await import('./router.tsx')
  render(<RouterProvider router={router} />)
  await act(() => router.navigate({ to: '/catalogs/roles' as never, replace: true }))
  await screen.findByRole('heading', { name: 'Perfiles', level: 1 }, { timeout: 5000 })
  return router
}
const requests = () =>
  server.sent
    .map(({ path }) => path)
    .filter((path) => path === tags.list.path || path === tags.ofUser.path)
    .sort()

test('with tags_read both are loaded once, and not again on other screens', async () => {
  const router = await enter('presets-read', 'tags_read')
  await waitFor(() => expect(requests()).toEqual([tags.ofUser.path, tags.list.path].sort()))
  await act(() => router.navigate({ to: '/account' as never }))
  await screen.findByRole('heading', { name: 'Mi cuenta' }, { timeout: 5000 })
  await act(() => router.navigate({ to: '/catalogs/roles' as never }))
  await screen.findByRole('heading', { name: 'Perfiles', level: 1 }, { timeout: 5000 })
  expect(requests()).toHaveLength(2)
})

test('without tags_read neither is loaded', async () => {
  await enter('presets-read')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(requests()).toEqual([])
})

test('a failure is reported once, with the text of its call', async () => {
  broken = true
  await enter('presets-read', 'tags_read')
  const noticeTexts = () => notices.get().map(({ text }) => text)
  await waitFor(() => expect(noticeTexts()).toHaveLength(2))
  expect(noticeTexts().sort()).toEqual([
    'Error al recibir catálogo de etiquetas',
    'Error al recibir etiquetas del usuario',
  ])
})
