// The product's HTTP API for an assistant's tools: a call row, its arguments, and the typed reply. Every error is one
// sentence in Spanish, which the assistant may pass on.
import type { Args, CallRow, Reply } from '@padron/contract/call'
import { countOf } from '@padron/contract/texts/count-of'

const TIMEOUT_MS = 30_000

/** The message for the assistant, or for the person who started the command. */
export class ToolError extends Error {}

export type Api = <R extends CallRow>(row: R, args: Args<R>, signal?: AbortSignal) => Promise<Reply<R>>

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
type Problem = { title?: unknown; errors?: unknown; error_description?: unknown }

const given = (values: Record<string, unknown> = {}): [string, string][] =>
  Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))

const addressOf = (base: string, { path }: CallRow, { params = {}, query }: Parts): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(given(query)).toString()
  return `${base}${filled}${search && '?'}${search}`
}

const problemOf = async (response: Response): Promise<Problem> => {
  const answer: unknown = await response.json().catch(() => undefined)
  return typeof answer === 'object' && answer !== null ? answer : {}
}

const BAD_TOKEN =
  'El token de PADRON_TOKEN no es válido: venció, se revocó o su usuario ya no puede entrar. Cree otro en «Mi ' +
  'cuenta → Tokens de acceso» y vuelva a iniciar el asistente.'

const waitText = (response: Response): string => {
  const seconds = Number(response.headers.get('retry-after'))
  return seconds > 0 ? `en ${countOf(seconds, 'segundo', 'segundos')}` : 'en un momento'
}

const isFieldError = (error: unknown): error is { path: string; message: string } =>
  typeof error === 'object' && error !== null && 'path' in error && 'message' in error

/** The product's own message, with the fields that it refuses. */
const ownWords = ({ title, errors }: Problem): string | undefined => {
  if (typeof title !== 'string') return undefined
  const fields = Array.isArray(errors) ? errors.filter(isFieldError) : []
  return [title, ...fields.map(({ path, message }) => `${path}: ${message}`)].join(' · ')
}

const refusalOf = async (response: Response): Promise<ToolError> => {
  const { status } = response
  const problem = await problemOf(response)
  if (status === 401) return new ToolError(BAD_TOKEN)
  if (status === 421) {
    const place = response.headers.get('padron-place') ?? ''
    return new ToolError(`La empresa de este token está en otra instalación, «${place}»: dé su dirección con --url.`)
  }
  if (status === 429) return new ToolError(`Se hicieron demasiadas llamadas; intente de nuevo ${waitText(response)}.`)
  if (status === 503)
    return new ToolError(`Padrón está ocupado o reiniciándose; intente de nuevo ${waitText(response)}.`)
  if (status >= 300 && status < 400)
    return new ToolError('Esa dirección envía a otra: dé con --url la dirección final de Padrón.')
  return new ToolError(ownWords(problem) ?? `Padrón respondió con el error ${status}.`)
}

const unreachable = (base: string, error: unknown): ToolError =>
  error instanceof Error && error.name === 'TimeoutError'
    ? new ToolError(`Padrón no respondió a tiempo en ${base}.`)
    : new ToolError(`No hay respuesta de Padrón en ${base}.`)

const NOT_PADRON = 'La respuesta no es de Padrón: revise la dirección dada con --url.'

/** @param base the installation's address, without a trailing slash @param token is sent only there */
export const connectApi = (base: string, token: string): Api => {
  const call = async (row: CallRow, parts: Parts, signal?: AbortSignal): Promise<unknown> => {
    const limit = AbortSignal.timeout(TIMEOUT_MS)
    const sent = parts.body === undefined ? undefined : JSON.stringify(parts.body)
    const response = await fetch(addressOf(base, row, parts), {
      method: row.method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent === undefined ? {} : { body: sent }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    }).catch((error: unknown) => {
      throw unreachable(base, error)
    })
    if (!response.ok) throw await refusalOf(response)
    return response.json().catch((error: unknown) => {
      throw error instanceof SyntaxError ? new ToolError(NOT_PADRON) : unreachable(base, error)
    })
  }
  return (row, args, signal) => call(row, args as Parts, signal) as Promise<Reply<typeof row>>
}
