// The session's access to the cache of answers, which exists only after the sign-in page, with the console.
type Cache = { clear: () => void; invalidateQueries: () => unknown }

let cache: Cache | undefined
export const keepAnswersIn = (newCache: Cache): void => {
  cache = newCache
}
/** Deletes all answers when the session ends. */
export const clearAnswers = (): void => cache?.clear()
/** Marks all answers as stale: the displayed ones are requested again. */
export const doubtAnswers = (): void => void cache?.invalidateQueries()
