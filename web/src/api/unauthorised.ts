// After a call that answered 401 or 403 the session asks the identity service at once who the user is. It is separate
// from the cache of answers, because the sign-in page contains only this.
import { statusOf } from './api-error.ts'

let onUnauthorised = (): void => {}
/** Sets the reaction. */
export const whenUnauthorised = (then: () => void): void => {
  onUnauthorised = then
}
export const unauthorised = (error: unknown): void => {
  if ([401, 403].includes(statusOf(error))) onUnauthorised()
}
