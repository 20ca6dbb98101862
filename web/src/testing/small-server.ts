// A server for the stories of screens: it answers the paths a test gives it, and keeps what was sent. The page is put
// on its origin, so that calls go over the network as in a browser.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `text`: the body where it is no JSON. */
type Answer = { status?: number; json: unknown; text?: string; headers?: Record<string, string> }
type Answers = Record<string, (body: string, method: string) => Answer | Promise<Answer>>
type Sent = { path: string; search: string; body: string; method: string }

/** Node's own window of the test environment. */
const page = () => (globalThis as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM

export const startSmallServer = async (answers: Answers) => {
  const sent: Sent[] = []
  let held: Promise<void> | undefined
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const [path = '', search = ''] = (request.url ?? '').split('?')
    const method = request.method ?? ''
    sent.push({ path, search, body, method })
    if (method !== 'GET') await held
    const {
      status = 200,
      json,
      text,
      headers,
    }: Answer = path === '/config.json'
      ? { json: config() }
      : ((await answers[path]?.(body, method)) ?? { status: 404, json: {} })
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text ?? JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = () => ({
    identityUrl: '',
    apiUrl: '',
    clientId: 'consola',
    clientSecret: '',
    scope: '',
    version: '0',
    simulated: true,
    mail: true,
  })
  page().setURL(url)
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  /** Calls that write wait for their answer until what it returns is called. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  return { sent, hold, stop }
}
