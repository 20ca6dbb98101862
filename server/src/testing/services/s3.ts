// An S3 store over real HTTP that trusts nothing: it recomputes the signature itself, and a body must have
// the hash that was signed. Objects are files of a folder, so that large ones can pass.
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type S3Options = {
  folder: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Keys in a page of a list. */
  page?: number
}
export type TestS3 = {
  endpoint: string
  /** Method and path of every request so far. */
  requests: string[]
  /** The next so many requests get this answer; 0 cuts the connection. */
  fail: (times: number, status: number) => void
  stop: () => Promise<void>
}

class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const AUTH =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/

/** AWS Signature Version 4, from its specification. */
const expected = (
  { secretAccessKey }: S3Options,
  request: IncomingMessage,
  day: string,
  region: string,
  names: string,
): string => {
  const url = new URL(request.url ?? '', 'http://x')
  const path = url.pathname
    .split('/')
    .map((step) => escaped(decodeURIComponent(step)))
    .join('/')
  const query = [...url.searchParams]
    .map((pair) => pair.map(escaped).join('='))
    .toSorted()
    .join('&')
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('')
  const canonical = [request.method, path, query, headers, names, request.headers['x-amz-content-sha256']].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), 's3'), 'aws4_request')
  return hmac(key, toSign).toString('hex')
}

const verifySignature = (options: S3Options, request: IncomingMessage): void => {
  const [, id = '', day = '', region = '', names = '', signature = ''] =
    AUTH.exec(request.headers.authorization ?? '') ?? []
  if (id !== options.accessKeyId) throw new Refused(403, 'InvalidAccessKeyId')
  if (region !== options.region) throw new Refused(400, 'AuthorizationHeaderMalformed')
  const signed = names.split(';')
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (!signed.includes(needed)) throw new Refused(403, 'AccessDenied')
  const wanted = expected(options, request, day, region, names)
  if (!timingSafeEqual(Buffer.from(wanted), Buffer.from(signature))) throw new Refused(403, 'SignatureDoesNotMatch')
}

const xml = (name: string, inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name}>${inner}</${name}>`

export const startS3 = async (options: S3Options): Promise<TestS3> => {
  const root = join(options.folder, 'objects')
  await mkdir(root, { recursive: true })
  const requests: string[] = []
  const failing = { times: 0, status: 500 }
  // A key is the name of its file, so that a list is a folder's.
  const fileOf = (key: string): string => join(root, encodeURIComponent(key))

  const put = async (request: IncomingMessage, key: string): Promise<void> => {
    const part = join(options.folder, randomUUID())
    const hash = createHash('sha256')
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    try {
      if (request.headers['content-length'] === undefined) throw new Refused(411, 'MissingContentLength')
      await pipeline(request, hashed, createWriteStream(part))
      if (hash.digest('hex') !== request.headers['x-amz-content-sha256'])
        throw new Refused(400, 'XAmzContentSHA256Mismatch')
      await rename(part, fileOf(key))
    } finally {
      await rm(part, { force: true })
    }
  }

  const send = async (request: IncomingMessage, response: ServerResponse, key: string): Promise<void> => {
    const file = await stat(fileOf(key)).catch(() => undefined)
    if (!file) throw new Refused(404, 'NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const start = Number(from ?? 0)
    const end = Math.min(Number(to ?? file.size - 1), file.size - 1)
    if (start > end) throw new Refused(416, 'InvalidRange')
    response.writeHead(from === undefined ? 200 : 206, {
      'content-length': end - start + 1,
      'last-modified': file.mtime.toUTCString(),
    })
    if (request.method === 'HEAD') response.end()
    else await pipeline(createReadStream(fileOf(key), { start, end }), response)
  }

  const list = async ({ searchParams }: URL): Promise<string> => {
    const prefix = searchParams.get('prefix') ?? ''
    const after = searchParams.get('continuation-token') ?? ''
    const all = (await readdir(root)).map(decodeURIComponent).toSorted()
    const wanted = all.filter((key) => key.startsWith(prefix) && key > after)
    const page = wanted.slice(0, options.page ?? 1_000)
    const contents = await Promise.all(
      page.map(async (key) => {
        const { mtime, size } = await stat(fileOf(key))
        const modified = `<LastModified>${mtime.toISOString()}</LastModified>`
        return `<Contents><Key>${key}</Key>${modified}<Size>${size}</Size></Contents>`
      }),
    )
    const more = wanted.length > page.length
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return xml('ListBucketResult', `<IsTruncated>${more}</IsTruncated>${next}${contents.join('')}`)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    verifySignature(options, request)
    const url = new URL(request.url ?? '', 'http://x')
    const [bucket, ...rest] = url.pathname.slice(1).split('/')
    const key = decodeURIComponent(rest.join('/'))
    if (bucket !== options.bucket) throw new Refused(404, 'NoSuchBucket')
    if (key === '') return void response.end(await list(url))
    if (request.method === 'PUT') await put(request, key)
    else if (request.method === 'DELETE') await rm(fileOf(key), { force: true })
    else return send(request, response, key)
    response.writeHead(request.method === 'DELETE' ? 204 : 200).end()
  }

  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (failing.times > 0) {
      failing.times--
      if (failing.status === 0) return void request.socket.destroy()
      request.resume()
      return void response.writeHead(failing.status).end(xml('Error', '<Code>SlowDown</Code>'))
    }
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy()
      const { status, code } = error instanceof Refused ? error : new Refused(500, 'InternalError')
      request.resume()
      response.writeHead(status).end(request.method === 'HEAD' ? '' : xml('Error', `<Code>${code}</Code>`))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    requests,
    fail: (times, status) => Object.assign(failing, { times, status }),
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
