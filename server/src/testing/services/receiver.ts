// Another company's system: a real HTTP server that records what webhooks send it, and answers as the test configures.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string }
export type Receiver = {
  url: (path?: string) => string
  received: Received[]
  /**
   * What it answers from now on, by path; without a word for it, 204. `'silence'`: nothing, until the connection is
   * ended.
   */
  answers: Map<string, number | 'silence' | ((response: ServerResponse) => void)>
  stop: () => Promise<void>
}

/** @param port 0: a free one */
export const receiver = async (port = 0): Promise<Receiver> => {
  const received: Received[] = []
  const answers: Receiver['answers'] = new Map()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
    const answer = answers.get(path) ?? 204
    if (typeof answer === 'function') answer(response)
    else if (answer !== 'silence') response.writeHead(answer).end()
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const address = server.address() as AddressInfo
  return {
    url: (path = '/') => `http://127.0.0.1:${address.port}${path}`,
    received,
    answers,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
