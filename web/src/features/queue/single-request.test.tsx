// At the start the jobs are requested once, whatever displays them, and again with each event of the stream.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QUEUE_EVENTS, queue } from '@padron/contract/queue'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { queueReady } from '../../api/queue-live.ts'
import { useQueue } from '../../api/use-queue.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { QueuePanel } from './QueuePanel.tsx'
import { useQueueLive } from './use-queue-live.ts'

const CHANGED = 'event: queue\ndata:\n\n'
const lines: ServerResponse[] = []
let requests = 0
let refuse = false
const server = createServer((request, response) => {
  if (request.url === '/config.json') return response.end(JSON.stringify({ identityUrl: '', apiUrl: '' }))
  if (request.url === queue.items.path) {
    requests += 1
    return response.end(JSON.stringify({ queueInformation: { pendingTemplateQueue: 0, queueList: [] } }))
  }
  if (request.url !== QUEUE_EVENTS || refuse) return response.writeHead(503).end('{}')
  lines.push(response)
  // As the server: its first event covers what happened before the stream.
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`retry: 5000\n\n${CHANGED}`)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { happyDOM } = globalThis as unknown as { happyDOM: { setURL: (url: string) => void } }
  happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(() => void server.close().closeAllConnections())
beforeEach(() => {
  requests = 0
  refuse = false
  lines.length = 0
  queueReady.set(false)
})
afterEach(cleanup)

const Toggle = () => {
  useQueueLive()
  return useQueue(() => false).isSuccess ? <p>Listo</p> : null
}
const Screen = () => (
  <>
    <Toggle />
    <QueuePanel onClose={() => {}} fresh={false} />
  </>
)
const show = async () => {
  showScreen(Screen, '/')
  await screen.findByText('Listo')
  await screen.findByText('Sin trabajos')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

test('with the stream: once, and again for each later event', async () => {
  await show()
  expect(requests).toBe(1)
  lines[0]?.write(CHANGED)
  await vi.waitFor(() => expect(requests).toBe(2))
})

test('without the stream: once', async () => {
  refuse = true
  await show()
  expect(requests).toBe(1)
})
