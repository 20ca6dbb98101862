// A user's columns over a slow network: the last layout is displayed and stored.
import { type Columns, views } from '@padron/contract/views'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { useLayout } from './use-layout.ts'

type Answer = { status?: number; json: unknown }
/** The requests that were sent and not answered. */
let open: ((answer?: Answer) => void)[] = []
let server: Awaited<ReturnType<typeof startSmallServer>>
const PATH = views.saveLayout.path.replace(':screen', 'users')
beforeAll(async () => {
  server = await startSmallServer({
    [PATH]: (_, method) =>
      method === 'GET'
        ? { json: { columns: null } }
        : new Promise((resolve) => open.push((answer = { json: { message: '' } }) => resolve(answer))),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  open = []
  server.sent.length = 0
  localStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const KEYS = ['username', 'status', 'tags']
const Host = () => {
  const { columns, save } = useLayout('users')
  return (
    <>
      <output>{columns?.map(({ key }) => key).join() ?? 'ninguna'}</output>
      {KEYS.map((key) => (
        <button key={key} type="button" onClick={() => save([{ key }])}>
          {key}
        </button>
      ))}
    </>
  )
}
const show = async () => {
  showScreen(Host, '/users')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await screen.findByRole('status')
}
const arrange = (key: string) => fireEvent.click(screen.getByRole('button', { name: key }))
const columnText = () => screen.getByRole('status').textContent
const sent = () =>
  server.sent
    .filter(({ path, method }) => path === PATH && method === 'PUT')
    .map(({ body }) => (JSON.parse(body).columns as Columns).map(({ key }) => key).join())
const unsaved = () => localStorage.getItem('padron.1.users-layout')?.includes('unsaved')

test('the reply to an older layout does not restore it, and the newer one is sent after it', async () => {
  await show()
  arrange('username')
  await waitFor(() => expect(open).toHaveLength(1))
  arrange('status')
  // As when the page is left: sent at once.
  dispatchEvent(new Event('pagehide'))
  expect(columnText()).toBe('status')
  open[0]?.()
  await waitFor(() => expect(open).toHaveLength(2))
  expect(columnText()).toBe('status')
  expect(unsaved()).toBe(true)
  open[1]?.()
  await waitFor(() => expect(unsaved()).toBe(false))
  expect(columnText()).toBe('status')
  expect(sent()).toEqual(['username', 'status'])
})

test('only one request is pending at a time, so the last layout sent is stored last', async () => {
  await show()
  arrange('username')
  await waitFor(() => expect(open).toHaveLength(1))
  arrange('status')
  dispatchEvent(new Event('pagehide'))
  arrange('tags')
  dispatchEvent(new Event('pagehide'))
  expect(open).toHaveLength(1)
  open[0]?.()
  await waitFor(() => expect(open).toHaveLength(2))
  open[1]?.()
  await waitFor(() => expect(unsaved()).toBe(false))
  expect(sent()).toEqual(['username', 'tags'])
})

test('the failure of an older request is not reported if a newer one follows; the newer one’s is', async () => {
  await show()
  arrange('username')
  await waitFor(() => expect(open).toHaveLength(1))
  arrange('status')
  dispatchEvent(new Event('pagehide'))
  open[0]?.({ status: 500, json: {} })
  await waitFor(() => expect(open).toHaveLength(2))
  expect(notices.get()).toEqual([])
  open[1]?.({ status: 500, json: {} })
  expect(await screen.findByText(views.saveLayout.fails)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(open).toHaveLength(3))
  open[2]?.()
  await waitFor(() => expect(unsaved()).toBe(false))
  expect(sent()).toEqual(['username', 'status', 'status'])
})
