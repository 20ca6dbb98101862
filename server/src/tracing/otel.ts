// OpenTelemetry, loaded only if a collector is configured: spans are collected and sent in batches as OTLP over HTTP,
// JSON. Spans that the collector does not accept are dropped, and nothing waits for it. The API's globals are not set,
// so that two servers in a process stay separate.
import { type Context, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, ParentBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Attributes, OpenSpan, SpanRequest, Spans } from './spans.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const
/** A batch is sent after this long, or when it is full. */
const GATHER_MS = 2_000
const SEND_MS = 5_000

const contextOf = (traceparent: string): SpanContext => {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-')
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}
const asParent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

const defined = (attributes: Attributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))

export type Otel = { spans: Spans; stop: () => Promise<void> }

/** @param url of the collector, without /v1/traces @param about the process: its role and release */
export const startOtel = (url: string, about: Readonly<Record<string, string>>): Otel => {
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/(?<!\/)\/+$/, '')}/v1/traces`, timeoutMillis: SEND_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'padron', ...about }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: GATHER_MS, exportTimeoutMillis: SEND_MS }),
    ],
  })
  const tracer = provider.getTracer('padron')
  const running = new AsyncLocalStorageContextManager().enable()
  const active = (): SpanContext | undefined => trace.getSpanContext(running.active())

  const open = ({ name, kind = 'internal', parent, attributes = {} }: SpanRequest): OpenSpan => {
    const above: Context = parent ? trace.setSpanContext(ROOT_CONTEXT, contextOf(parent)) : running.active()
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: defined(attributes) }, above)
    const inside = trace.setSpan(above, span)
    return {
      within: (work) => running.with(inside, work),
      end: (more, failed) => {
        span.setAttributes(defined(more))
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }
  const ids = () => {
    const found = active()
    return found && { traceId: found.traceId, spanId: found.spanId }
  }
  const parent = () => {
    const found = active()
    return found && asParent(found)
  }
  return { spans: { open, ids, parent }, stop: () => provider.shutdown() }
}
