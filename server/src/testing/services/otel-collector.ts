// A collector of traces for tests: OTLP over HTTP in JSON, stored as spans that are easily searched.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        attributes: Attribute[]
        status: { code?: number }
      }[]
    }[]
  }[]
}

export type Span = {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  attributes: Record<string, unknown>
  failed: boolean
}
export type Collector = {
  url: string
  spans: Span[]
  /** Of the process that sent them. */
  resource: Record<string, unknown>
  /** All that came, as it came. */
  raw: string[]
  stop: () => Promise<void>
}

const plain = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

export const startCollector = async (): Promise<Collector> => {
  const spans: Span[] = []
  const raw: string[] = []
  const resource: Record<string, unknown> = {}
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.url !== '/v1/traces') return void response.writeHead(404).end()
    raw.push(body)
    for (const { resource: from, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
      Object.assign(resource, plain(from.attributes))
      // A batch whose answer was late comes again.
      for (const { traceId, spanId, parentSpanId, name, attributes, status } of scopeSpans.flatMap(
        (each) => each.spans,
      ))
        if (!spans.some((span) => span.spanId === spanId))
          spans.push({
            traceId,
            spanId,
            parentSpanId: parentSpanId || undefined,
            name,
            attributes: plain(attributes),
            failed: status.code === 2,
          })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, resource, raw, stop }
}
