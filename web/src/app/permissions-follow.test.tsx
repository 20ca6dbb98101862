// The console follows the user's permissions: menu, guards and buttons change with the next check of the session. Real
// routes and guards, over a small server.
import { NOTICES } from '@padron/contract/common'
import { profiles } from '@padron/contract/profiles'
import { identity } from '@padron/contract/session'
import { RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../api/notify.ts'
import { queryClient } from '../api/query-client.ts'
import { endSession, startSession, verifySession } from '../session/session.ts'
import { startSmallServer } from '../testing/small-server.ts'
import { LOST } from './guards.ts'

vi.mock('./shell/Shell.tsx', () => import('./testing/plain-shell.tsx'))

let roles: string[] = []
let part: string | undefined
let forbidden = false
const user = () => ({
  userId: '7',
  name: 'norte-ana',
  role: roles,
  country: 'MX',
  logoURL: '/logos/a.png',
  parentId: '1',
  parentName: 'Norte',
  ...(part !== undefined && { vehicleScope: part }),
})

let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [identity.userinfo.path]: () => ({ json: user() }),
    [profiles.list.path]: () => (forbidden ? { status: 403, json: {} } : { json: { catalogFilter: [] } }),
    [profiles.groups.path]: () => ({ json: { orderRoles: [] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  part = undefined
  forbidden = false
  notices.set([])
})
afterEach(() => {
  cleanup()
  endSession(false)
})

const enter = async (path: string, ...held: string[]) => {
  roles = held
  await startSession('abc', 60)
  const { router } = await import('./router.tsx')
  render(<RouterProvider router={router} />)
  await act(() => router.navigate({ to: path as never, replace: true }))
  return router
}
const become = (...held: string[]) => {
  roles = held
  return act(() => verifySession())
}
const menu = () =>
  screen
    .getAllByRole('link', { name: /^(Vehículos|Perfiles|Actividad|Avisos)$/ })
    .map((link) => link.title || link.textContent)
const noticeTexts = () => notices.get().map(({ text }) => text)

test('a new permission adds its entry and buttons; a removed one hides them', async () => {
  await enter('/catalogs/roles', 'presets-read')
  expect(await screen.findByRole('heading', { name: 'Perfiles', level: 1 }, { timeout: 5000 })).toBeTruthy()
  expect(menu()).toEqual(['Perfiles'])
  expect(screen.queryByRole('button', { name: 'Agregar perfil' })).toBeNull()

  await become('presets-read', 'presets-admin', 'users_admin')
  expect(menu()).toEqual(['Avisos', 'Perfiles', 'Actividad'])
  expect(screen.getByRole('button', { name: 'Agregar perfil' })).toBeTruthy()

  await become('presets-read')
  expect(menu()).toEqual(['Perfiles'])
  expect(screen.queryByRole('button', { name: 'Agregar perfil' })).toBeNull()
  expect(noticeTexts()).toEqual([])
})

test('a user who loses the current screen is redirected to their first one, and notified', async () => {
  const router = await enter('/catalogs/roles', 'presets-read', 'vehicles_read')
  await screen.findByRole('heading', { name: 'Perfiles', level: 1 }, { timeout: 5000 })
  await become('vehicles_read')
  expect(screen.queryByRole('heading', { name: 'Perfiles' })).toBeNull()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(noticeTexts()).toContain(LOST)
  expect(menu()).toEqual(['Vehículos', 'Avisos'])
})

test.each([
  ['the list', ['tags_read', 'vehicles_read'], '/'],
  ['the first screen that is open to a part', ['tags_read', 'processing_read', 'dashboard_read'], '/dashboard'],
])('a user who gets a part of the fleet is redirected to %s', async (_name, held, path) => {
  const router = await enter('/catalogs/tags', ...held)
  await screen.findByRole('heading', { name: 'Etiquetas', level: 1 }, { timeout: 5000 })
  part = 'a1'
  await become(...held)
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
  expect(noticeTexts()).toContain(LOST)
})

test('a refused call checks the permissions at once', async () => {
  const router = await enter('/catalogs/roles', 'presets-read', 'vehicles_read')
  await screen.findByRole('heading', { name: 'Perfiles', level: 1 }, { timeout: 5000 })
  roles = ['vehicles_read']
  forbidden = true
  await act(() => queryClient.invalidateQueries())
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('a user without any screen is notified, and can still open their account', async () => {
  const router = await enter('/catalogs/roles', 'presets-read')
  await screen.findByRole('heading', { name: 'Perfiles', level: 1 }, { timeout: 5000 })
  await become('queue_read')
  expect(await screen.findByText('Su usuario no tiene secciones asignadas')).toBeTruthy()
  await act(() => router.navigate({ to: '/account' as never }))
  expect(await screen.findByRole('heading', { name: 'Mi cuenta' }, { timeout: 5000 })).toBeTruthy()
})

test('a forbidden address redirects with a notice; the bare address without one', async () => {
  const router = await enter('/activity', 'presets-read')
  await waitFor(() => expect(router.state.location.pathname).toBe('/catalogs/roles'))
  expect(noticeTexts()).toEqual([NOTICES[403]])
  notices.set([])
  await act(() => router.navigate({ to: '/' as never }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/catalogs/roles'))
  expect(noticeTexts()).toEqual([])
})

test('the company’s logo is in the open menu with its name', async () => {
  await enter('/catalogs/roles', 'presets-read')
  fireEvent.click(await screen.findByRole('button', { name: 'Expandir menú' }))
  expect((await screen.findByRole('img', { name: 'Logotipo de Norte' })).getAttribute('src')).toBe('/logos/a.png')
})
