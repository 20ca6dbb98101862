// The receiver of a webhook: it stores the requests, and responds as the test configures.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Received = { headers: Record<string, string>; body: string; type: string; data: Record<string, unknown> }

const plain = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

export const startReceiver = async () => {
  const received: Received[] = []
  let status = 204
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    received.push({ headers: plain(request.headers), body, ...JSON.parse(body) })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/padron`,
    received,
    of: (type: string) => received.filter((one) => one.type === type),
    answer: (next: number) => {
      status = next
    },
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}
