// The shape of a call. A call is one row of data: permission, input, reply, invalidated calls and notices. The server's
// routing, guards, validation and OpenAPI, and the console's client, cache keys, invalidation, polling and notices all
// derive from these rows.
import type { z } from 'zod/mini'
import type { Permission } from './permissions.ts'

export type Schema = z.core.$ZodType
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may make a call: anyone, anyone signed in, or a holder of the permission (of a list: of any of them). */
export type Guard = 'public' | 'session' | Permission | readonly [Permission, ...Permission[]]

/**
 * How the call treats a user who sees a part of the fleet; a call without a scope is refused to them (403). `vehicles`:
 * it reads only data of vehicles, and the database shows those of the part. `own`: it is about the user, or not about
 * vehicles; the answer is the same for all users.
 */
export type Scope = 'vehicles' | 'own'

/** The paths of ids in the request, as `body.assignments.*.vehicleAssetId`: ids of vehicles, and of their documents. */
export type Names = { vehicles?: readonly string[]; documents?: readonly string[] }

type Row = {
  /** One Spanish sentence for the API's reader. */
  summary: string
  needs: Guard
  scope?: Scope
  /**
   * For a call with `scope: 'vehicles'` that changes data, or that must read more than the part: its handler works on
   * the whole company, and the database refuses changes of vehicles that the user does not see. To the handler, ids in
   * the request of such vehicles look like ids that do not exist.
   */
  names?: Names
  /** The identity service answers it, with RFC 6749 errors instead of problem+json. */
  at?: 'identity'
  /** The body travels as application/x-www-form-urlencoded. */
  form?: true
  params?: Schema
  query?: Schema
  body?: Schema
  /** The query parameters of a DELETE that replace a missing body, because not every client can send one. */
  byQuery?: Schema
  /** The maximum size of the JSON body, if it is more than a megabyte. */
  bodyBytes?: number
  reply: Schema
  /** The body is a streamed file: its accepted media types and maximum size. */
  file?: { types: readonly string[]; bytes: number }
  /**
   * The body is multipart/form-data: `body` describes its text fields, beside one file of this name and maximum size.
   * `spooled`: the file is streamed to disk instead of memory, and fields named `a[0][b]` are nested. `fields`: the
   * maximum number of fields.
   */
  multipart?: { file: string; bytes: number; spooled?: true; fields?: number }
  /** The reply is a file of this media type, not JSON. The handler opens its own transaction. */
  sends?: string
  /** The handler opens its own transaction, because it does slow work first and must not hold a connection. */
  opens?: true
  /** It accepts an Idempotency-Key: a repeated key does not run the call again, but returns the same reply. */
  idempotent?: true
  /** Its reply contains a secret: if it is stored for repeated calls, it is sealed. */
  secret?: true
  /**
   * Its reply has an ETag. A GET answers 304 if the client's version is current (If-None-Match); a change is only made
   * if the version is unchanged (If-Match).
   */
  etag?: true
  /** Only console sessions may make it, access tokens may not. */
  person?: true
  /** Also allowed to users who have yet to set up their required second factor. */
  withoutFactor?: true
  /** A POST that only reads: it is cached like a GET. */
  reads?: true
  /**
   * An expensive read that a replica may answer, if there is one, once it has everything written before the call.
   */
  replica?: true
  /** Names of the calls whose cached replies this one invalidates. */
  touches?: readonly string[]
  /** Polling interval in seconds while it is displayed. */
  every?: number
  /** The console's timeout in seconds. */
  within?: number
  /** The notices of success, and of failures other than 401, 403 and 404. */
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

/** The caller's arguments: `params`, `query` and `body`, each only if the row has it. */
export type Args<R extends Row> = Part<R, 'params', 'input'> & Part<R, 'query', 'input'> & Part<R, 'body', 'input'>
/** The handler's arguments: the same after validation. */
export type Input<R extends Row> = Part<R, 'params', 'output'> & Part<R, 'query', 'output'> & Part<R, 'body', 'output'>
export type Reply<R extends Row> = z.output<R['reply']>
