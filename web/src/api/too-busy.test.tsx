// An overloaded server: a read waits as long as the server asks and is retried; a change is not retried by itself, and
// the notice has the server's text.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls, get, post } from '@padron/contract/call'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { showScreen } from '../testing/show-screen.tsx'
import { notices } from './notify.ts'
import { useAction } from './use-action.ts'
import { useCall } from './use-call.ts'

const rows = calls('proof', {
  read: get('/read', {
    summary: '',
    needs: 'session',
    reply: z.object({ text: z.string() }),
    fails: 'No se pudo leer',
  }),
  change: post('/change', {
    summary: '',
    needs: 'session',
    reply: z.object({}),
    fails: 'No se pudo cambiar',
    done: 'Listo',
  }),
})
const WAIT = 'Usted hizo demasiadas solicitudes en poco tiempo. Espere 1 segundo y vuelva a intentarlo.'

const Screen = () => {
  const { data } = useCall(rows.read, {})
  const { mutate } = useAction(rows.change)
  return (
    <>
      <p>{data?.text ?? 'Cargando'}</p>
      <button type="button" onClick={() => mutate({})}>
        Cambiar
      </button>
    </>
  )
}

let server: Server
let requests: string[] = []
let refusals: number[] = []
let wait = '1'

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    const json = (status: number, body: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    if (path === '/config.json') return json(200, { identityUrl: '', apiUrl: '' })
    requests.push(path)
    const status = refusals.shift()
    if (status) return json(status, { type: 'about:blank', title: WAIT, status }, { 'retry-after': wait })
    return json(200, { text: 'Aquí está' })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  ;(globalThis as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(url)
})
afterAll(() => new Promise((done) => server.close(done).closeAllConnections()))
beforeEach(() => {
  requests = []
  refusals = []
  wait = '1'
  notices.set([])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Waits for the expectation while the page's clock advances. */
const waitForSeconds = (expectation: () => void) =>
  waitFor(() => {
    vi.advanceTimersByTime(500)
    expectation()
  })

test.each([429, 503])('a read that is refused with %i is retried without a notice', async (status) => {
  refusals = [status, status]
  showScreen(Screen, '/')
  await waitFor(() => expect(requests).toEqual(['/read']))
  await waitForSeconds(() => expect(screen.getByText('Aquí está')).toBeTruthy())
  expect(requests).toEqual(['/read', '/read', '/read'])
  expect(notices.get()).toEqual([])
})

test('a wait longer than half a minute is reported', async () => {
  refusals = [429, 429]
  wait = '120'
  showScreen(Screen, '/')
  await waitForSeconds(() => expect(notices.get().map(({ text }) => text)).toEqual([WAIT]))
})

test('a change is sent once, and the notice says what to do', async () => {
  showScreen(Screen, '/')
  await waitFor(() => expect(screen.getByText('Aquí está')).toBeTruthy())
  refusals = [429]
  fireEvent.click(screen.getByText('Cambiar'))
  await waitFor(() => expect(notices.get().map(({ text }) => text)).toEqual([WAIT]))
  expect(requests.filter((path) => path === '/change')).toHaveLength(1)
})
