// ETags of what programs change: another for each answer.
import { createHash } from 'node:crypto'
import { ETAG_MAX, V3_TEXTS } from '@padron/contract/v3/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpProblem, refuse } from '../../errors/http-problem.ts'

type Versioned = { version?: number | undefined }

/** The first number is the version that edits raise. @param row with all of its fields */
const etagOf = (row: Versioned): string =>
  `"${row.version}-${createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22)}"`

const ETAGS_AT_MOST = 20
/** Whether `If-None-Match` names it: a proxy that compresses makes it a weak one (RFC 9110 §13.1.2). */
const isNamed = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch === '*' ||
  (ifNoneMatch ?? '')
    .slice(0, ETAGS_AT_MOST * ETAG_MAX)
    .split(',')
    .some((each) => each.trim().replace(/^W\//, '') === etag)

/** A weak one too: what a proxy compressed is of the same version. */
const ETAG = /^(?:W\/)?"(\d{1,10})-[\w-]{1,22}"$/
/** @returns the version that it must have still @throws HttpProblem 400 where it is no ETag of ours */
export const versionIn = (ifMatch: string | undefined): number | undefined => {
  if (ifMatch === undefined || ifMatch === '*') return undefined
  const [, version] = ETAG.exec(ifMatch.slice(0, ETAG_MAX)) ?? []
  if (version === undefined) throw refuse(400, V3_TEXTS.ifMatch, 'If-Match')
  return Number(version)
}

export const withEtag = <T extends Versioned>(reply: FastifyReply, row: T): T => {
  void reply.header('etag', etagOf(row))
  return row
}
/** Its reader may have it already. */
export const withEtagOrNotModified = <T extends Versioned>(request: FastifyRequest, reply: FastifyReply, row: T): T => {
  if (isNamed(request.headers['if-none-match'], etagOf(row))) void reply.code(304)
  return withEtag(reply, row)
}

/** A version that is another's by now is what If-Match is for; without it nothing of that can be refused. */
export const preconditionFailed = (error: unknown, text: string): unknown =>
  error instanceof HttpProblem && error.errors?.some(({ path }) => path === 'version')
    ? refuse(412, text, 'If-Match')
    : error
