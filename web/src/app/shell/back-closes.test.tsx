// On a phone Back closes an open menu, and leaves the screen only if none is open.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { useBackSkipsClosed } from '../../lib/use-back-closes.ts'
import { useUser } from '../../session/user-context.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { ActionMenu } from '../../ui/overlay/ActionMenu.tsx'
import { SideMenu } from './SideMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

const { happyDOM } = globalThis as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  happyDOM.setViewport({ width: 390 })
  server = await startSmallServer({})
})
afterAll(async () => {
  happyDOM.setViewport({ width: 1024 })
  await server.stop()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
})

const Screen = () => {
  useBackSkipsClosed()
  const user = useUser()
  return (
    <>
      <SideMenu user={user} />
      <UserMenu user={user} />
      <ActionMenu label="Acciones" actions={() => [{ key: 'edit', label: 'Editar', icon: 'edit', run: () => {} }]} />
    </>
  )
}
const show = async () => {
  const router = showScreen(Screen, '/')
  await screen.findByRole('button', { name: 'Abrir menú' })
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  return { router, press, entries: () => router.history.length }
}

test.each([
  ['Abrir menú', 'dialog', 'Menú'],
  ['Usuario norte-admin', 'dialog', 'Usuario'],
  ['Acciones', 'menu', 'Acciones'],
] as const)('%s', async (button, role, name) => {
  const { router, press, entries } = await show()
  press(button)
  await screen.findByRole(role, { name })
  await waitFor(() => expect(entries()).toBe(2))
  router.history.back()
  await waitFor(() => expect(screen.queryByRole(role, { name })).toBeNull())
  expect(router.state.location.href).toBe('/')
  expect(router.history.canGoBack()).toBe(false)
})

test('after a navigation by the menu, Back returns to the previous screen', async () => {
  const { router, press, entries } = await show()
  press('Abrir menú')
  const menu = within(await screen.findByRole('dialog', { name: 'Menú' }))
  fireEvent.click(menu.getByRole('link', { name: 'Vehículos' }))
  await waitFor(() => expect(entries()).toBe(3))
  router.history.back()
  await waitFor(() => expect(router.history.canGoBack()).toBe(false))
})
