// Errors of sign-in in the shape that OAuth clients read (RFC 6749 §5.2).
import { TOKEN_ERRORS } from '@padron/contract/session'
import type { FastifyReply } from 'fastify'
import { asProblem, sendProblem } from '../http/problem.ts'
import { CompanySignInError } from './company-sign-in/identity-provider.ts'

/** An error of RFC 6749 §5.2. */
export class OAuthError extends Error {
  readonly status: number
  readonly error: string
  readonly description: string
  readonly retryAfter: number | undefined
  readonly more: Readonly<Record<string, unknown>>
  constructor(
    status: number,
    error: string,
    description: string,
    { retryAfter, ...more }: { retryAfter?: number } & Record<string, unknown> = {},
  ) {
    super(description)
    this.status = status
    this.error = error
    this.description = description
    this.retryAfter = retryAfter
    this.more = more
  }
}

export const tooMany = (seconds: number) =>
  new OAuthError(429, 'invalid_grant', TOKEN_ERRORS.locked, { retryAfter: seconds })

/** Sends errors in the shape that OAuth clients read; other errors have the usual shape. */
export const answerOAuth = (error: Error, reply: FastifyReply) => {
  if (error instanceof OAuthError) {
    if (error.retryAfter) reply.header('retry-after', String(error.retryAfter))
    const { error: name, description, more } = error
    return reply.status(error.status).send(JSON.stringify({ error: name, error_description: description, ...more }))
  }
  if (error instanceof CompanySignInError)
    return reply.status(400).send(JSON.stringify({ error: 'access_denied', error_description: error.fault }))
  const problem = asProblem(error)
  if (problem?.status === 400) {
    const description = problem.errors?.map(({ path, message }) => `${path}: ${message}`).join('; ') ?? problem.title
    return reply.status(400).send(JSON.stringify({ error: 'invalid_request', error_description: description }))
  }
  if (problem) return sendProblem(reply, problem)
  throw error
}
