// What a failed call throws: the status (0 where nothing answered) and the server's explanation.
import type { Problem } from '@padron/contract/common'
import type { PasskeyRequest } from '@padron/contract/passkeys'

/** Of a sign-in whose password was right: what answers it beside recovery codes. */
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
  /** Seconds the server asks to wait. */
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
