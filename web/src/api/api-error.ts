// What a failed call throws: the status (0 where nothing answered) and what the server said about it.
import type { Problem } from '@padron/contract/common'

type Said = { problem?: Problem | undefined; description?: string | undefined; retryAfter?: number | undefined }

export class ApiError extends Error {
  readonly status: number
  /** problem+json of the product API. */
  readonly problem: Problem | undefined
  /** RFC 6749 error_description of the identity service. */
  readonly description: string | undefined
  /** Seconds the server asks to wait. */
  readonly retryAfter: number | undefined

  constructor(status: number, said: Said = {}) {
    super(said.problem?.title ?? said.description ?? `HTTP ${status}`)
    this.status = status
    this.problem = said.problem
    this.description = said.description
    this.retryAfter = said.retryAfter
  }
}

export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0)
