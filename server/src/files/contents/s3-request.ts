// A request to an S3 store: signed, with a deadline and retries. Its errors are for the log and contain neither
// addresses nor keys.
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher, request } from 'undici'

export type S3Place = {
  /** Without the bucket, which is part of the path. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Prefix of every key; may be empty. */
  prefix: string
}
export type S3Ask = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Below the bucket; empty: the bucket itself. */
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Called for every attempt. */
  body?: () => Dispatcher.DispatchOptions['body']
  /** Hash of the body, in hexadecimal. */
  sha256?: string
  deadlineMs?: number
}
export type S3Answer = Dispatcher.ResponseData

const TRIES = 3
const PAUSE_MS = 100
const DEADLINE_MS = 30_000
const NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' // the hash of no bytes

const agent = new Agent({
  connect: { timeout: 5_000 },
  headersTimeout: 60_000, // the store assembles a large object after its last byte
  bodyTimeout: 60_000,
  connections: 64,
})

const addressOf = ({ endpoint, bucket }: S3Place, { path, query = {} }: S3Ask): URL => {
  const url = new URL(`${endpoint.replace(/(?<!\/)\/+$/, '')}/${bucket}${path ? `/${path}` : ''}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

const signed = async (place: S3Place, ask: S3Ask): Promise<{ url: URL; headers: Record<string, string> }> => {
  const { region, accessKeyId, secretAccessKey } = place
  const headers = { 'x-amz-content-sha256': ask.sha256 ?? NOTHING }
  const unsigned = { method: ask.method, url: addressOf(place, ask).href, headers, service: 's3' }
  const signer = new AwsV4Signer({ ...unsigned, region, accessKeyId, secretAccessKey })
  const done = await signer.sign()
  return { url: done.url, headers: { ...Object.fromEntries(done.headers), ...ask.headers } }
}

const isPassing = (status: number): boolean => status >= 500 || status === 429

const once = async (place: S3Place, ask: S3Ask): Promise<S3Answer> => {
  const { url, headers } = await signed(place, ask)
  const late = new AbortController()
  // The deadline is for the start of the response: reading its body may take as long as the reader needs.
  const timer = setTimeout(() => late.abort(new Error('the store took too long')), ask.deadlineMs ?? DEADLINE_MS)
  try {
    const { method, body } = ask
    return await request(url, { method, headers, body: body?.() ?? null, dispatcher: agent, signal: late.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** An error with the failed method and cause, without addresses or keys. */
const fault = (ask: S3Ask, what: string) => new Error(`the S3 store failed a ${ask.method}: ${what}`)
const causeOf = (error: unknown): string => {
  const { code, name } = error as { code?: string; name?: string }
  return code ?? name ?? 'unknown'
}
const BEGINNING = 8_192
/** A short body as text; a longer one is cut there and its connection closed. */
export const beginningOf = async (body: S3Answer['body']): Promise<string> => {
  let text = ''
  for await (const chunk of body) {
    text += (chunk as Buffer).toString('utf8')
    if (text.length > BEGINNING) break
  }
  return text.slice(0, BEGINNING)
}
const codeIn = async ({ body }: S3Answer): Promise<string> => {
  const text = await beginningOf(body).catch(() => '')
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? 'no code'
}

/** All our requests are idempotent. @param expected other status codes are errors @throws Error for the log */
export const askS3 = async (place: S3Place, ask: S3Ask, expected: readonly number[]): Promise<S3Answer> => {
  for (let attempt = 1; ; attempt++) {
    const last = attempt === TRIES
    const answer = await once(place, ask).catch((error: unknown) => {
      if (last) throw fault(ask, causeOf(error))
      return undefined
    })
    if (answer && expected.includes(answer.statusCode)) return answer
    if (answer && (last || !isPassing(answer.statusCode)))
      throw fault(ask, `${answer.statusCode} ${await codeIn(answer)}`)
    await answer?.body.dump().catch(() => undefined)
    await pause(PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()))
  }
}
