// The only HTTP client for portals. Every request has a total deadline and a byte limit counted after decompression,
// follows no redirects, and stays below the portal's configured address.
import { type Agent, fetch, type Headers, type RequestInit } from 'undici'
import { createAgent } from '../../outgoing/agent.ts'
import { PrivateAddressError } from '../../outgoing/private-addresses.ts'
import { type PortalClient, type PortalRequest, PortalTrouble, type RawAnswer } from '../connectors/connector.ts'

const MAX_BYTES = 5 * 1024 * 1024
const MAX_ANSWERS_BYTES = 8 * 1024 * 1024

let agent = createAgent()

/** Closes all connections; a later request opens its own. */
export const closeHttpClient = (): Promise<void> => {
  const closed = agent
  agent = createAgent()
  return closed.destroy()
}

/** The portal's address plus the request's path; throws where it leaves the portal. */
const target = (base: string, { path, query }: PortalRequest): URL => {
  const url = new URL(`${base.replace(/(?<!\/)\/+$/, '')}/${path.replace(/^\/+/, '')}`)
  if (url.origin !== new URL(base).origin) throw new PortalTrouble('blocked', 'La dirección sale de la fuente.')
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  return url
}

const initOf = ({ method = 'GET', headers = {}, json, form }: PortalRequest, dispatcher: Agent): RequestInit => {
  const init: RequestInit = {
    method,
    headers: { accept: '*/*', 'user-agent': 'Padron/0.1', ...headers },
    redirect: 'manual',
    dispatcher,
  }
  if (json !== undefined)
    return { ...init, headers: { ...init.headers, 'content-type': 'application/json' }, body: JSON.stringify(json) }
  if (form) return { ...init, body: new URLSearchParams(form) }
  return init
}

/** Reads at most MAX_BYTES of the decoded body; a longer one is an error, never a truncated answer. */
const readBody = async (body: AsyncIterable<Uint8Array> | null): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new PortalTrouble('shape-drift', 'La respuesta es demasiado grande.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Decodes a body by the charset of its content type, UTF-8 by default. */
export const decode = (bytes: Buffer, contentType: string): string => {
  const charset = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

const CAUSES = /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|UND_ERR|EPIPE|other side closed|terminated|fetch failed/

const asTrouble = (error: unknown, signal: AbortSignal): PortalTrouble => {
  if (error instanceof PortalTrouble) return error
  if (signal.aborted) {
    return signal.reason === 'stop'
      ? new PortalTrouble('cancelled', 'La consulta se canceló.')
      : new PortalTrouble('timeout', 'La fuente no respondió a tiempo.')
  }
  if ((error as Error | undefined)?.cause instanceof PrivateAddressError)
    return new PortalTrouble('blocked', 'El nombre de la fuente lleva a una dirección de la red interna.')
  const { message = '', cause } = error as Error & { cause?: Error & { code?: string } }
  const known = CAUSES.test(`${message} ${cause?.code ?? ''} ${cause?.message ?? ''}`)
  return new PortalTrouble(
    'http-error',
    known ? 'No se pudo conectar con la fuente.' : 'La conexión con la fuente falló.',
  )
}

/** `name=value` of each cookie that is set; one with characters that a header cannot have is left out. */
const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .flatMap((cookie) => /^[\w!#$%&'*+.^`|~-]+=[\x21-\x3a\x3c-\x7e]*(?=;|$)/.exec(cookie.trim())?.[0] ?? [])
    .join('; ')

type ClientOptions = {
  /** The callback address of a webhook source. */
  callback?: string
  /** Called for each request that is sent. */
  onRequest?: () => void
  /** Another connection pool, for tests. */
  through?: Agent
}

/**
 * @param signal aborts at the check's deadline; reason 'stop' when the worker stops
 * @returns the client of one check, which counts the bytes of all its answers
 */
export const openClient = (
  base: string,
  credential: string,
  signal: AbortSignal,
  { callback = '', onRequest, through = agent }: ClientOptions = {},
): PortalClient => {
  let total = 0
  const request = async (options: PortalRequest): Promise<RawAnswer> => {
    try {
      const url = target(base, options)
      if (!signal.aborted) onRequest?.()
      const response = await fetch(url, { ...initOf(options, through), signal })
      const bytes = await readBody(response.body as AsyncIterable<Uint8Array> | null)
      total += bytes.byteLength
      if (total > MAX_ANSWERS_BYTES) throw new PortalTrouble('shape-drift', 'Las respuestas son demasiado grandes.')
      options.onCookies?.(cookiesOf(response.headers))
      const contentType = response.headers.get('content-type') ?? ''
      const retryAfter = response.headers.get('retry-after')
      return {
        request: `${options.method ?? 'GET'} ${url.pathname}${url.search}`,
        status: response.status,
        origin: url.origin,
        contentType,
        ...(retryAfter ? { retryAfter } : {}),
        body: decode(bytes, contentType),
      }
    } catch (error) {
      throw asTrouble(error, signal)
    }
  }
  const wait = (milliseconds: number) =>
    new Promise<void>((done, fail) => {
      if (signal.aborted) return fail(asTrouble(undefined, signal))
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', onAbort)
        done()
      }, milliseconds)
      const onAbort = () => {
        clearTimeout(timer)
        fail(asTrouble(undefined, signal))
      }
      signal.addEventListener('abort', onAbort, { once: true })
    })
  return { credential, request, wait, callback }
}
