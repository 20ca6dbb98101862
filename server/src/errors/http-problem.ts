// Errors with an HTTP status; http/problem.ts writes the response.
import { MOVE_TEXTS, NOTICES } from '@padron/contract/common'

type FieldError = { path: string; message: string }

/** A refusal or failure as an HTTP response. The user reads `title`. */
export class HttpProblem extends Error {
  readonly status: number
  readonly title: string
  readonly errors: FieldError[] | undefined
  readonly headers: Record<string, string>
  constructor(status: number, title: string, errors?: FieldError[], headers: Record<string, string> = {}) {
    super(title)
    this.status = status
    this.title = title
    this.errors = errors
    this.headers = headers
  }
}

/** A refusal in one sentence. @param path the field at fault, if there is one */
export const refuse = (status: number, title: string, path?: string): HttpProblem =>
  new HttpProblem(status, title, path ? [{ path, message: title }] : undefined)

export const unauthorized = () =>
  new HttpProblem(401, NOTICES[401], undefined, { 'www-authenticate': 'Bearer error="invalid_token"' })
export const forbidden = () => new HttpProblem(403, NOTICES[403])
export const companyMoved = (to: string | null) => new HttpProblem(410, to ? MOVE_TEXTS.movedTo(to) : MOVE_TEXTS.moved)
export const notFound = () => new HttpProblem(404, NOTICES[404])
