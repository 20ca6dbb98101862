// The event stream: its events are reported, a refused or broken stream is opened again, and it is closed while the
// page is hidden.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QUEUE_EVENTS } from '@padron/contract/queue'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { clearToken, writeToken } from '../../api/token.ts'
import { followQueue, waitBefore } from './queue-stream.ts'

const lines: { response: ServerResponse; token: string | undefined }[] = []
let refuse = false
const server = createServer((request, response) => {
  if (request.url === '/config.json') {
    // Serves the settings too, because they are requested once for all test files of a worker.
    response
      .writeHead(200)
      .end(JSON.stringify({ identityUrl: '', apiUrl: '', clientId: 'consola', scope: '', version: '0' }))
    return
  }
  expect(request.url).toBe(QUEUE_EVENTS)
  lines.push({ response, token: request.headers.authorization })
  if (refuse) response.writeHead(503).end('{}')
  else response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: queue\ndata:\n\n')
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { happyDOM } = globalThis as unknown as { happyDOM: { setURL: (url: string) => void } }
  happyDOM.setURL(url)
  writeToken('abc', 60)
})
afterAll(() => {
  clearToken()
  Reflect.deleteProperty(document, 'visibilityState')
  server.close().closeAllConnections()
})

let leave = (): void => {}
afterEach(() => {
  leave()
  refuse = false
  lines.length = 0
})

const follow = () => {
  const onChange = vi.fn()
  const onLive = vi.fn()
  leave = followQueue({ onChange, onLive })
  return { onChange, onLive }
}
const LONG_WAIT = { timeout: 10_000 }
const look = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('each event of the queue is reported, however it is split into chunks, and no other event', async () => {
  const { onChange, onLive } = follow()
  await vi.waitFor(() => expect(onLive).toHaveBeenLastCalledWith(true), LONG_WAIT)
  expect(lines[0]?.token).toBe('Bearer abc')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), LONG_WAIT)
  const line = lines[0]?.response
  line?.write('event: que')
  line?.write('ue\ndata:\n\nevent: otro\ndata: {}\n\n')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2), LONG_WAIT)
  line?.write('event: queue\ndata:\n\n')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(3), LONG_WAIT)
})

test('a stream that breaks is opened again, and changes in between are requested', async () => {
  const { onChange, onLive } = follow()
  await vi.waitFor(() => expect(lines).toHaveLength(1), LONG_WAIT)
  lines[0]?.response.end()
  await vi.waitFor(() => expect(onLive).toHaveBeenLastCalledWith(false), LONG_WAIT)
  await vi.waitFor(() => expect(lines).toHaveLength(2), LONG_WAIT)
  await vi.waitFor(() => expect(onLive).toHaveBeenLastCalledWith(true), LONG_WAIT)
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2), LONG_WAIT)
})

test('a refused stream never counts as open, and is retried', async () => {
  refuse = true
  const { onChange, onLive } = follow()
  await vi.waitFor(() => expect(lines).toHaveLength(2), LONG_WAIT)
  expect(onLive).not.toHaveBeenCalledWith(true)
  expect(onChange).not.toHaveBeenCalled()
})

test('there is no stream while the page is hidden', async () => {
  const { onLive } = follow()
  await vi.waitFor(() => expect(onLive).toHaveBeenLastCalledWith(true), LONG_WAIT)
  const closed = new Promise((resolve) => lines[0]?.response.on('close', resolve))
  look('hidden')
  await closed
  expect(onLive).toHaveBeenLastCalledWith(false)
  look('visible')
  await vi.waitFor(() => expect(lines).toHaveLength(2), LONG_WAIT)
})

test('the waits grow up to a minute and are randomized', () => {
  expect([1, 2, 3, 7, 50].map((failed) => waitBefore(failed, 1))).toEqual([1000, 2000, 4000, 60_000, 60_000])
  expect(waitBefore(1, 0)).toBe(500)
})
