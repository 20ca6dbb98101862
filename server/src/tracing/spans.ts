// Spans around named work; without a collector they do nothing. This file does not load OpenTelemetry (otel.ts does, on
// demand). Attributes are ids and names of the product: never a text from outside.
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
export type SpanRequest = {
  name: string
  kind?: 'server' | 'client' | 'consumer' | 'internal'
  /** The parent span, of another process or time, as a W3C traceparent; default: the running one. */
  parent?: string | undefined
  attributes?: Attributes
}
export type OpenSpan = {
  /** Runs the work as part of the span. */
  within: <T>(work: () => T) => T
  end: (attributes: Attributes, failed: boolean) => void
}
export type Spans = {
  open: (request: SpanRequest) => OpenSpan
  ids: () => { traceId: string; spanId: string } | undefined
  /** The running span as a W3C traceparent, to be stored with work that it orders. */
  parent: () => string | undefined
}

let spans: Spans | undefined
/** @param given undefined: no more spans */
export const traceWith = (given: Spans | undefined): void => {
  spans = given
}

export const openSpan = (request: SpanRequest): OpenSpan | undefined => spans?.open(request)
/** The ids for a log line. */
export const activeIds = (): { traceId: string; spanId: string } | undefined => spans?.ids()
export const activeParent = (): string | undefined => spans?.parent()

const kindOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error)

type DescribeResult<T> = (result: T) => Attributes
const runInSpan = async <T>(span: OpenSpan, work: () => Promise<T>, describe: DescribeResult<T>): Promise<T> => {
  try {
    const result = await span.within(work)
    span.end(describe(result), false)
    return result
  } catch (error) {
    span.end({ 'error.type': kindOf(error) }, true)
    throw error
  }
}

const NOTHING = (): Attributes => ({})
/** Runs the work in a span of its own; an error marks the span as failed. @param describe attributes from its result */
export const spanned = <T>(
  request: SpanRequest,
  work: () => Promise<T>,
  describe: DescribeResult<T> = NOTHING,
): Promise<T> => {
  const span = openSpan(request)
  return span ? runInSpan(span, work, describe) : work()
}
