// What a failed call throws: the status (0 where nothing answered) and the server's explanation.
import type { Problem } from '@padron/contract/common'

type ErrorDetails = {
  problem?: Problem | undefined
  description?: string | undefined
  retryAfter?: number | undefined
  mfaToken?: string | undefined
}

export class ApiError extends Error {
  readonly status: number
  /** problem+json of the product API. */
  readonly problem: Problem | undefined
  /** RFC 6749 error_description of the identity service. */
  readonly description: string | undefined
  /** Seconds the server asks to wait. */
  readonly retryAfter: number | undefined
  /** The password was right, and the identity service waits for a code with this token. */
  readonly mfaToken: string | undefined

  constructor(status: number, details: ErrorDetails = {}) {
    super(details.problem?.title ?? details.description ?? `HTTP ${status}`)
    this.status = status
    this.problem = details.problem
    this.description = details.description
    this.retryAfter = details.retryAfter
    this.mfaToken = details.mfaToken
  }
}

export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0)
