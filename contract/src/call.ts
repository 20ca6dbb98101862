// The shape of a call. A call is one row of data: who may make it, what goes in, what comes back, which cached answers
// it makes stale and what the user is told. The server's routing, guards, validation and OpenAPI, and the console's
// client, cache keys, invalidation, polling and notices all derive from these rows and from nothing else.
import type { z } from 'zod/mini'
import type { Permission } from './permissions.ts'

export type Schema = z.core.$ZodType
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may make a call: anyone, anyone signed in, or a holder of the permission (of a list: of any of them). */
export type Guard = 'public' | 'session' | Permission | readonly [Permission, ...Permission[]]

type Row = {
  /** One Spanish sentence for the API's reader. */
  summary: string
  needs: Guard
  /** The identity service answers it, with RFC 6749 errors instead of problem+json. */
  at?: 'identity'
  /** The body travels as application/x-www-form-urlencoded. */
  form?: true
  params?: Schema
  query?: Schema
  body?: Schema
  /** The largest JSON body, where it is more than a megabyte. */
  bodyBytes?: number
  reply: Schema
  /** The body is a file, streamed: the media types it may say it is, and its largest size. */
  file?: { types: readonly string[]; bytes: number }
  /**
   * The body travels as multipart/form-data: `body` is its text fields, beside one file of this name and largest
   * size. `spooled`: the file goes to disk as it comes instead of into memory, and fields named `a[0][b]` are nested.
   * `fields`: how many it may have.
   */
  multipart?: { file: string; bytes: number; spooled?: true; fields?: number }
  /** What comes back is a file of this media type, not JSON. */
  sends?: string
  /** The handler opens its transaction itself: it has slow work to do first, with no connection held meanwhile. */
  opens?: true
  /** A person's own business: a session of the console may, an access token may not. */
  person?: true
  /** A POST that only asks: it is cached like a GET and never retried as a change. */
  reads?: true
  /**
   * It reads much: where a server follows the database, that one may answer, with all that had been written when it
   * was asked.
   */
  replica?: true
  /** Names of the calls whose cached answers this one makes stale. */
  touches?: readonly string[]
  /** Asked again every so many seconds while it is shown. */
  every?: number
  /** An answer that the console has not had after so many seconds does not come any more. */
  within?: number
  /** What the user is told when it worked, and when it failed with anything but 401, 403 or 404. */
  done?: string
  fails?: string
}

export type CallRow = Row & { method: Method; path: `/${string}` }
export type Call = CallRow & { name: string }

const row =
  <M extends Method>(method: M) =>
  <const P extends `/${string}`, const R extends Row>(path: P, rest: R) => ({ ...rest, method, path })

export const get = row('GET')
export const post = row('POST')
export const put = row('PUT')
export const patch = row('PATCH')
export const del = row('DELETE')

/** Names every row of a feature `feature.key`; the name is the OpenAPI operation id and the cache key. */
export const calls = <const T extends Record<string, CallRow>>(feature: string, rows: T) => {
  const named = Object.entries(rows).map(([key, call]) => [key, { ...call, name: `${feature}.${key}` }])
  return Object.fromEntries(named) as { [K in keyof T]: T[K] & { name: string } }
}

type Part<R extends Row, K extends 'params' | 'query' | 'body', How extends 'input' | 'output'> = R[K] extends Schema
  ? { [P in K]: How extends 'input' ? z.input<R[K]> : z.output<R[K]> }
  : unknown

/** What the caller gives: `params`, `query` and `body`, each only where the row has it. */
export type Args<R extends Row> = Part<R, 'params', 'input'> & Part<R, 'query', 'input'> & Part<R, 'body', 'input'>
/** What the handler receives: the same after validation. */
export type Input<R extends Row> = Part<R, 'params', 'output'> & Part<R, 'query', 'output'> & Part<R, 'body', 'output'>
export type Reply<R extends Row> = z.output<R['reply']>
