// A call whose answer is a file: sent with the token and saved under the name that the server gives. Files without a
// signed address need it, because a link carries no token.
import type { Args, CallRow } from '@padron/contract/call'
import { ApiError } from './api-error.ts'
import { address, baseFor, failureOf } from './client.ts'
import { learnTime } from './clock.ts'
import { readToken } from './token.ts'
import { unauthorised } from './unauthorised.ts'

const nameIn = (disposition: string | null): string => {
  const [, name = ''] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '') ?? []
  return decodeURIComponent(name)
}

/** @throws ApiError as `ask` does */
export const fetchFile = async <R extends CallRow & { sends: string }>(row: R, args: Args<R>): Promise<File> => {
  const url = (await baseFor(row)) + address(row, args as Parameters<typeof address>[1])
  const { body } = args as { body?: object }
  const headers = {
    accept: `${row.sends}, application/problem+json`,
    authorization: `Bearer ${readToken() ?? ''}`,
    ...(body && { 'content-type': 'application/json' }),
  }
  const sent = { method: row.method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(url, { ...sent, cache: 'no-store' }).catch(() => {
    throw new ApiError(0)
  })
  learnTime(response.headers.get('date'))
  if (response.ok) return new File([await response.blob()], nameIn(response.headers.get('content-disposition')))
  const text = await response.text().catch(() => '')
  const error = failureOf(response.status, text, response.headers.get('retry-after'))
  unauthorised(error)
  throw error
}
