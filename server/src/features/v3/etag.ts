// ETags of what programs change: each different answer has its own.
import { createHash } from 'node:crypto'
import { ETAG_MAX, V3_TEXTS } from '@padron/contract/v3/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpProblem, refuse } from '../../errors/http-problem.ts'

type Versioned = { version?: number | undefined }

/** Begins with the version that edits raise. @param row with all of its fields */
const etagOf = (row: Versioned): string =>
  `"${row.version}-${createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22)}"`

const ETAGS_AT_MOST = 20
/** Whether `If-None-Match` contains it. A compressing proxy turns it into a weak one (RFC 9110 §13.1.2). */
const isNamed = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch === '*' ||
  (ifNoneMatch ?? '')
    .slice(0, ETAGS_AT_MOST * ETAG_MAX)
    .split(',')
    .some((each) => each.trim().replace(/^W\//, '') === etag)

/** Also accepts a weak one: what a proxy compressed has the same version. */
const ETAG = /^(?:W\/)?"(\d{1,10})-[\w-]{1,22}"$/
/**
 * @returns the version that the row must still have; undefined: any
 * @throws HttpProblem 400 if it is not an ETag of ours
 */
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
/** Answers 304 if the client already has it. */
export const withEtagOrNotModified = <T extends Versioned>(request: FastifyRequest, reply: FastifyReply, row: T): T => {
  if (isNamed(request.headers['if-none-match'], etagOf(row))) void reply.code(304)
  return withEtag(reply, row)
}

/** Answers a version conflict with 412, as `If-Match` requires. Without `If-Match` there is no version to refuse. */
export const preconditionFailed = (error: unknown, text: string): unknown =>
  error instanceof HttpProblem && error.errors?.some(({ path }) => path === 'version')
    ? refuse(412, text, 'If-Match')
    : error
