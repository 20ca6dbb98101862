// A call that answered 401 or 403: the session asks the identity service at once who the user is now. Apart from the
// cache of answers: the sign-in page carries this, and not that.
import { statusOf } from './api-error.ts'

let onUnauthorised = (): void => {}
/** What to do then. */
export const whenUnauthorised = (then: () => void): void => {
  onUnauthorised = then
}
export const unauthorised = (error: unknown): void => {
  if ([401, 403].includes(statusOf(error))) onUnauthorised()
}
