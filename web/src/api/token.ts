// The access token lives in a cookie, as the specification says. The server never reads the cookie: each call carries
// the token as Bearer, so a forged cross-site request carries nothing.
import { TOKEN_COOKIE } from '@padron/contract/session'

const write = (value: string, maxAge: number): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain-http hosts
  document.cookie = `${TOKEN_COOKIE}=${value}; Path=/; SameSite=Strict; Max-Age=${maxAge}${secure}`
}

export const readToken = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${TOKEN_COOKIE}=`))
    ?.slice(TOKEN_COOKIE.length + 1) || undefined

/** The token of this page; another tab may have signed out, or in as another user, since. */
let own = readToken()

/** Whether the cookie is no longer this page's: calls would be made by another session. */
export const isForeign = (): boolean => readToken() !== own

const CHANGED = 'padron-session-changed'
/** Informs other tabs at once: the browser sends them an event for a change of the storage. */
const announce = (): void => {
  try {
    localStorage.setItem(CHANGED, `${Date.now()}`)
  } catch {
    // If storage is forbidden, other tabs notice when they become visible.
  }
}
/** Calls the listener when another tab signs in or out. */
export const whenOtherTabChanged = (listener: () => void): void =>
  addEventListener('storage', ({ key }) => key === CHANGED && listener())

/** @param seconds how long the token is good for */
export const writeToken = (token: string, seconds: number): void => {
  own = token
  write(token, seconds)
  announce()
}
export const clearToken = (): void => {
  own = undefined
  write('', 0)
  announce()
}
