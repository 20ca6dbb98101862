// The notice after a successful change: the call's own text, the specification's, or none if the caller shows it.
import { calls, post } from '@padron/contract/call'
import { NOTICES } from '@padron/contract/common'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { showScreen } from '../testing/show-screen.tsx'
import { startSmallServer } from '../testing/small-server.ts'
import { notices } from './notify.ts'
import { useAction } from './use-action.ts'

const rows = calls('test', {
  named: post('/named', { summary: '', needs: 'session', reply: z.object({}), done: 'Listo' }),
  plain: post('/plain', { summary: '', needs: 'session', reply: z.object({}) }),
})
const worked = vi.fn()
const Screen = () => {
  const named = useAction(rows.named)
  const plain = useAction(rows.plain)
  const own = useAction(rows.plain, { onSuccess: worked })
  return [named, plain, own].map(({ mutate }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are not reordered
    <button key={at} type="button" onClick={() => mutate({})}>
      {at}
    </button>
  ))
}

let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  const done = () => ({ json: {} })
  server = await startSmallServer({ '/named': done, '/plain': done })
})
afterAll(() => server.stop())
afterEach(() => {
  cleanup()
  notices.set([])
})

test.each([
  ['0', 'Listo'],
  ['1', NOTICES.done],
])('%s', async (name, text) => {
  showScreen(Screen, '/')
  fireEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(notices.get()).toMatchObject([{ kind: 'done', text }]))
})

test('shows none if the caller shows it', async () => {
  showScreen(Screen, '/')
  fireEvent.click(await screen.findByRole('button', { name: '2' }))
  await waitFor(() => expect(worked).toHaveBeenCalledOnce())
  expect(notices.get()).toEqual([])
})
