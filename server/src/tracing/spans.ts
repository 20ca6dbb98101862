// Spans around named work, and nothing at all where no collector is configured: this file loads nothing of
// OpenTelemetry (otel.ts does, on demand). Attributes are ids and names of ours: never a text from
// outside.
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
export type SpanRequest = {
  name: string
  kind?: 'server' | 'client' | 'consumer' | 'internal'
  /** The span it belongs to, of another process or another time, as a W3C traceparent; without it, the running one. */
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
  /** The running span as a W3C traceparent, to be kept with what it orders. */
  parent: () => string | undefined
}

let spans: Spans | undefined
/** @param given undefined: none are made any more */
export const traceWith = (given: Spans | undefined): void => {
  spans = given
}

export const openSpan = (request: SpanRequest): OpenSpan | undefined => spans?.open(request)
/** For a line of the log. */
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
/** The work, as a span of its own; one that throws has failed. @param describe attributes from its result */
export const spanned = <T>(
  request: SpanRequest,
  work: () => Promise<T>,
  describe: DescribeResult<T> = NOTHING,
): Promise<T> => {
  const span = openSpan(request)
  return span ? runInSpan(span, work, describe) : work()
}
