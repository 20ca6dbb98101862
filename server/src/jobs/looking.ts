// What a process looks at again and again. A look that takes longer than the pause between two leaves the next ones
// out: none wait in line.
/**
 * @param failed told of a look that failed; the next one comes all the same
 * @returns how to stop: the look under way is waited for
 */
export const keepLooking = (
  everyMs: number,
  look: (signal: AbortSignal) => Promise<unknown>,
  failed: (error: unknown) => void,
): (() => Promise<void>) => {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const once = () => {
    running ??= look(stopping.signal)
      .then(() => undefined, failed)
      .finally(() => {
        running = undefined
      })
  }
  once()
  const timer = setInterval(once, everyMs)
  return async () => {
    stopping.abort()
    clearInterval(timer)
    await running
  }
}
