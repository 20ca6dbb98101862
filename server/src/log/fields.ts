// The allowed fields of a log line, by name: other fields are dropped, and the line reports that. Allowed are ids and
// words of our own, numbers, and errors as error-redaction.ts describes them; never a text from outside.
import { maskText, redactError } from './error-redaction.ts'

type Shape = (value: unknown) => unknown

const WORD = /^[\w.:/* -]{1,160}$/
const DATA = /@|\d{7}/
const number: Shape = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const flag: Shape = (value) => (typeof value === 'boolean' ? value : undefined)
/** A name of the product: of a part, a kind, a route's pattern. */
const word: Shape = (value) => (typeof value === 'string' && WORD.test(value) && !DATA.test(value) ? value : undefined)
/** An id of the product: hexadecimal, or the letters and digits of a request id. */
const id: Shape = (value) => (typeof value === 'string' && /^[0-9A-Za-z-]{1,40}$/.test(value) ? value : undefined)
const words: Shape = (value) =>
  Array.isArray(value) && value.every((each) => word(each) !== undefined) ? value : undefined
const faults: Shape = (value) =>
  Array.isArray(value) // a stored connector
    ? value.map(({ path, message }) => ({ path: word(path), message: maskText(String(message)) }))
    : undefined

const FIELDS: Readonly<Record<string, Shape>> = {
  err: redactError,
  faults,
  warnings: faults,
  requestId: id,
  traceId: id,
  spanId: id,
  itemId: id,
  runId: id,
  mailId: id,
  subjectId: id,
  eventId: id,
  tenantId: number,
  userId: number,
  tokenId: number,
  vehicleId: number,
  queueId: number,
  reportId: number,
  alertId: number,
  viewId: number,
  webhookId: number,
  deliveryId: number,
  attempt: number,
  copy: number,
  status: number,
  tookMs: number,
  aheadMs: number,
  bytes: number,
  rows: number,
  written: number,
  times: number,
  waiting: number,
  port: number,
  deleted: number,
  background: flag,
  method: word,
  route: word,
  call: word,
  outcome: word,
  kind: word,
  connector: word,
  portal: word,
  origin: word,
  part: word,
  channel: word,
  alarm: word,
  severity: word,
  code: word,
  role: word,
  host: word,
  why: word,
  event: word,
  pool: word,
  table: word,
  partition: word,
  createdPartitions: words,
  deletedPartitions: words,
}

/** The line with only its allowed fields. */
export const allowed = (line: Record<string, unknown>): Record<string, unknown> => {
  const written: Record<string, unknown> = {}
  const omitted: string[] = []
  for (const [name, value] of Object.entries(line)) {
    if (value === undefined || value === null) continue
    const permitted = Object.hasOwn(FIELDS, name) ? FIELDS[name]?.(value) : undefined
    if (permitted === undefined) omitted.push(name)
    else written[name] = permitted
  }
  return omitted.length > 0 ? { ...written, omitted } : written
}
