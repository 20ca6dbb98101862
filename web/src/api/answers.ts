// What the session does to the cache of answers, where there is one: the cache comes with the console, after the
// sign-in page.
type Cache = { clear: () => void; invalidateQueries: () => unknown }

let cache: Cache | undefined
export const keepAnswersIn = (newCache: Cache): void => {
  cache = newCache
}
/** None of them is anybody's any more. */
export const clearAnswers = (): void => cache?.clear()
/** None of them is certain to be valid: what is displayed is requested again. */
export const doubtAnswers = (): void => void cache?.invalidateQueries()
