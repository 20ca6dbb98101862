// A provider made from its file: an HTTP server that gives one example at a time, refuses what the provider's document
// would refuse (path with its final slash, headers, names and forms of fields), and records the refusals.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {
  ProviderAnswer,
  ProviderCall,
  ProviderError,
  ProviderFile,
} from '../../../../simulator/src/provider-file.ts'

export { providerNames, readProviderFile } from '../../../../simulator/src/provider-file.ts'

type Content = Pick<ProviderAnswer | ProviderError, 'status' | 'headers' | 'body'>
type Parameters = NonNullable<ProviderCall['query']>

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`)
const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
const matchesPath = (call: ProviderCall, prefix: string, path: string): boolean =>
  whole(escaped(prefix + call.path).replace(/\{\w+\}/g, '[^/]+')).test(path)

/** What is wrong with the fields of a request, in words for the test's report. */
const faultsOf = (place: string, expected: Parameters, sent: Record<string, unknown>): string[] => [
  ...Object.entries(expected).flatMap(([name, { pattern, optional }]) => {
    if (!Object.hasOwn(sent, name)) return optional ? [] : [`${place} ${name} is missing`]
    return whole(pattern).test(String(sent[name])) ? [] : [`${place} ${name} is «${sent[name]}»`]
  }),
  ...Object.keys(sent).flatMap((name) => (Object.hasOwn(expected, name) ? [] : [`${place} ${name} is not known`])),
]

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const bodyFaults = (call: ProviderCall, request: IncomingMessage, body: string): string[] => {
  const type = request.headers['content-type'] ?? ''
  if (call.json) {
    if (!/^application\/json\b/.test(type)) return [`content-type is «${type}»`]
    return faultsOf('json', call.json, JSON.parse(body))
  }
  if (call.form) {
    if (!/^application\/x-www-form-urlencoded\b/.test(type)) return [`content-type is «${type}»`]
    return faultsOf('form', call.form, Object.fromEntries(new URLSearchParams(body)))
  }
  return body ? ['a body that the call does not have'] : []
}

const requestFaults = (file: ProviderFile, call: ProviderCall, request: IncomingMessage, body: string): string[] => {
  const { searchParams } = new URL(request.url ?? '/', 'http://stub')
  const { authorization } = file
  const sent = authorization && request.headers[authorization.header]
  const unauthorized = authorization && !call.open && sent !== authorization.value
  const headers = Object.fromEntries(
    Object.keys(call.headers ?? {}).flatMap((name) => (name in request.headers ? [[name, request.headers[name]]] : [])),
  )
  return [
    ...(unauthorized ? [`header ${authorization.header} is «${sent}»`] : []),
    ...faultsOf('header', call.headers ?? {}, headers),
    ...faultsOf('query', call.query ?? {}, Object.fromEntries(searchParams)),
    ...bodyFaults(call, request, body),
  ]
}

export type ProviderStub = {
  /** The base address to give to the product. */
  base: string
  /**
   * Answers `call` with this from now on; other calls (a login before it) with their first example. Forgets what was
   * refused.
   */
  give: (call: ProviderCall, content: Content) => void
  /** What was refused since, and why. */
  refused: string[]
  /** How many requests came since. */
  requests: () => number
  close: () => Promise<void>
}

export async function startProviderStub(file: ProviderFile): Promise<ProviderStub> {
  const prefix = new URL(file.baseUrl).pathname.replace(/\/$/, '')
  const refused: string[] = []
  let requests = 0
  let sent: { call: ProviderCall; content: Content } | undefined

  /** Two connectors may make the same call: the one whose example is given comes first. */
  const answerTo = (method: string, path: string): { call: ProviderCall; content: Content } | undefined => {
    const calls = sent ? [sent.call, ...file.calls] : file.calls
    const call = calls.find((one) => one.method === method && matchesPath(one, prefix, path))
    if (!call) return undefined
    const content = call === sent?.call ? sent.content : call.answers[0]
    return content && { call, content }
  }

  const server = createServer(async (request, response) => {
    requests++
    const body = await bodyOf(request)
    const { pathname } = new URL(request.url ?? '/', 'http://stub')
    const found = answerTo(request.method ?? '', pathname)
    const faults = found ? requestFaults(file, found.call, request, body) : ['no such call']
    if (!found || faults.length > 0) {
      refused.push(`${request.method} ${request.url}: ${faults.join('; ')}`)
      response.writeHead(400, { 'content-type': 'text/plain' }).end('refused by the stub')
      return
    }
    const { status, headers = {}, body: content } = found.content
    const isText = typeof content === 'string'
    const type = isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
    response.writeHead(status, { 'content-type': type, ...headers }).end(isText ? content : JSON.stringify(content))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}${prefix}`,
    give: (call, content) => {
      sent = { call, content }
      refused.length = 0
      requests = 0
    },
    refused,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
