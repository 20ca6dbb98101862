// When the panel of jobs is open: as the user left it where it has room beside the screen, and only on request where it
// would cover it.
import { queue } from '@padron/contract/queue'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { recall, remember } from '../../lib/memory.ts'
import { useUser } from '../../session/user-context.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { QueueSide } from './Frame.tsx'
import { QueueToggle } from './QueueToggle.tsx'

const { happyDOM } = globalThis as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [queue.items.path]: () => ({ json: { queueInformation: { pendingTemplateQueue: 0, queueList: [] } } }),
  })
})
afterAll(async () => {
  happyDOM.setViewport({ width: 1024 })
  await server.stop()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
})

let nextId = 11
const NAME = 'queue-open'
const Both = () => {
  const user = useUser()
  return (
    <>
      <QueueToggle user={user} />
      <main>
        <button type="button">Otro</button>
        <input aria-label="Campo" />
      </main>
      <QueueSide user={user} />
    </>
  )
}
/** Starts a session on a screen of this width for a user who left the panel open on a wide one. */
const begin = async (width: number) => {
  happyDOM.setViewport({ width })
  const user = { ...ADMIN, userId: `${nextId++}` }
  remember(user.userId, NAME, true)
  const router = showScreen(Both, '/', user)
  return {
    router,
    stored: () => recall(user.userId, NAME),
    toggle: await screen.findByRole('button', { name: 'Trabajos' }),
  }
}
const panel = () => screen.queryByRole('complementary', { name: 'Trabajos' })
const there = () => waitFor(() => expect(panel()).toBeTruthy())

test('beside the screen the panel is open or closed as the user left it', async () => {
  const { toggle, stored } = await begin(1366)
  await there()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(panel()).toBeTruthy()
  fireEvent.click(toggle)
  expect(panel()).toBeNull()
  expect(stored()).toBe(false)
})

test('over the screen the panel opens on request only; Esc closes it unless another element uses Esc', async () => {
  const { toggle, stored } = await begin(1024)
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(panel()).toBeNull()
  for (const from of [document.body, toggle, screen.getByRole('button', { name: 'Otro' })]) {
    fireEvent.click(toggle)
    await there()
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Campo' }), { key: 'Escape' })
    expect(panel()).toBeTruthy()
    fireEvent.keyDown(from, { key: 'Escape' })
    expect(panel()).toBeNull()
    expect(document.activeElement).toBe(toggle)
  }
  // The stored state of a wide screen does not change.
  expect(stored()).toBe(true)
})

test('on a phone the panel opens on request only, and Back closes it', async () => {
  const { router, toggle, stored } = await begin(390)
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(toggle)
  expect(await screen.findByRole('dialog', { name: 'Trabajos' })).toBeTruthy()
  await waitFor(() => expect(router.history.length).toBe(2))
  router.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.href).toBe('/')
  expect(stored()).toBe(true)
})
