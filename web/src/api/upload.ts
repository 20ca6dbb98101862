// Sends a file, as the body of a call or beside its text fields, and reports the progress. It does not use fetch, which
// reports no upload progress.
import type { Args, CallRow, Reply } from '@padron/contract/call'
import { holdPage } from '../lib/unsaved.ts'
import { ApiError } from './api-error.ts'
import { address, baseFor, failureOf, parseJson } from './client.ts'
import { learnTime } from './clock.ts'
import { readToken } from './token.ts'
import { unauthorised } from './unauthorised.ts'

type Way = {
  /** Receives the share that was sent, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** @param type the body's media type; undefined if the browser writes it, with the boundary of the parts */
const send = <R extends CallRow>(
  row: R,
  url: string,
  body: Blob | FormData,
  type: string | undefined,
  { onProgress, signal }: Way,
): Promise<Reply<R>> => {
  const free = holdPage()
  return new Promise<Reply<R>>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const refused = (error: ApiError): void => {
      unauthorised(error)
      reject(error)
    }
    request.open(row.method, url)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('authorization', `Bearer ${readToken() ?? ''}`)
    if (type !== undefined) request.setRequestHeader('content-type', type)
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total)
    const unanswered = () => refused(new ApiError(0))
    request.onerror = unanswered
    request.ontimeout = unanswered
    request.onload = () => {
      learnTime(request.getResponseHeader('date'))
      const { status, responseText } = request
      if (status < 200 || status >= 300)
        return refused(failureOf(status, responseText, request.getResponseHeader('retry-after')))
      // A page of a proxy or guest network is not an answer of the product.
      const reply = parseJson(responseText)
      if (reply === undefined) unanswered()
      else resolve(reply as Reply<R>)
    }
    signal.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(body)
  }).finally(free)
}

/** As for a call: if the session ended in another tab, nothing is sent, and the session is checked. */
const baseOf = (row: CallRow): Promise<string> =>
  baseFor(row).catch((error: unknown) => {
    unauthorised(error)
    throw error
  })

/** Sends a file as the whole body. @throws ApiError as `ask` does; the signal's reason if it was cancelled */
export const upload = async <R extends CallRow>(row: R, args: Args<R>, file: Blob, way: Way): Promise<Reply<R>> => {
  const url = (await baseOf(row)) + address(row, args as Parameters<typeof address>[1])
  way.signal.throwIfAborted()
  return send(row, url, file, file.type, way)
}

type Fields<R extends CallRow> = Args<R> extends { body: infer B } ? B : never

/**
 * Values as a form's fields: nested values are named with brackets, `document[DocumentTypeId]`, `fields[0][name]`.
 * Undefined values are omitted.
 */
const flatFields = (value: unknown, name = ''): readonly (readonly [name: string, text: string])[] => {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => flatFields(inner, name ? `${name}[${key}]` : key))
}

/** The call's text fields and then the file, as multipart/form-data. @throws as `upload` */
export const uploadForm = async <R extends CallRow & { multipart: { file: string } }>(
  row: R,
  fields: Fields<R>,
  file: File,
  way: Way,
  /** The parameters of the path, if it has any. */
  params: Record<string, string> = {},
): Promise<Reply<R>> => {
  const url = (await baseOf(row)) + address(row, { params })
  way.signal.throwIfAborted()
  const form = new FormData()
  // Before the file: they are known when it starts to arrive.
  for (const [name, text] of flatFields(fields)) form.append(name, text)
  form.append(row.multipart.file, file, file.name)
  return send(row, url, form, undefined, way)
}
