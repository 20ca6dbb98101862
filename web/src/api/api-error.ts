// The error of a failed call: the status (0 if nothing answered) and the server's explanation.
import type { Problem } from '@padron/contract/common'
import type { PasskeyRequest } from '@padron/contract/passkeys'

/** The challenge after a correct password: the kinds that answer it, besides recovery codes. */
export type Challenge = { token: string; application: boolean; passkey?: PasskeyRequest }

type ErrorDetails = {
  problem?: Problem | undefined
  description?: string | undefined
  retryAfter?: number | undefined
  challenge?: Challenge | undefined
}

export class ApiError extends Error {
  readonly status: number
  /** problem+json of the product API. */
  readonly problem: Problem | undefined
  /** RFC 6749 error_description of the identity service. */
  readonly description: string | undefined
  /** Seconds to wait, as the server requests. */
  readonly retryAfter: number | undefined
  /** The password was right, and the identity service waits for the second factor. */
  readonly challenge: Challenge | undefined

  constructor(status: number, details: ErrorDetails = {}) {
    super(details.problem?.title ?? details.description ?? `HTTP ${status}`)
    this.status = status
    this.problem = details.problem
    this.description = details.description
    this.retryAfter = details.retryAfter
    this.challenge = details.challenge
  }
}

export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0)
