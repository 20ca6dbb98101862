// Sends a file as the body of a call, telling how far it is. Not by fetch: that one does not say how much has gone out.
import type { Args, CallRow, Reply } from '@padron/contract/call'
import { ApiError } from './api-error.ts'
import { address, baseFor, failureOf } from './client.ts'
import { learnTime } from './clock.ts'
import { unauthorised } from './query-client.ts'
import { readToken } from './token.ts'

type Way = {
  /** Told how much has gone out, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** @throws ApiError as `ask` does; the signal's reason where it was called off */
export const upload = async <R extends CallRow>(
  row: R,
  args: Args<R>,
  file: Blob,
  { onProgress, signal }: Way,
): Promise<Reply<R>> => {
  const url = (await baseFor(row)) + address(row, args as Parameters<typeof address>[1])
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const refused = (error: ApiError): void => {
      unauthorised(error)
      reject(error)
    }
    request.open(row.method, url)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('authorization', `Bearer ${readToken() ?? ''}`)
    request.setRequestHeader('content-type', file.type)
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total)
    request.onerror = () => refused(new ApiError(0))
    request.onload = () => {
      learnTime(request.getResponseHeader('date'))
      const { status, responseText } = request
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as Reply<R>)
      else refused(failureOf(status, responseText, request.getResponseHeader('retry-after')))
    }
    signal.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(file)
  })
}
