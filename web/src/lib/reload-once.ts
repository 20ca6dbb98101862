// Reloads the page, but not again within ten seconds: a chunk that is missing permanently must not cause a loop.
const KEY = 'padron.reloaded'
const APART_MS = 10_000

/** @returns whether the page is being reloaded */
export const reloadOnce = (): boolean => {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - last < APART_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    return false
  }
  location.reload()
  return true
}
