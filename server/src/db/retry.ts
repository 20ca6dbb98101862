/**
 * What a reply needs is being prepared, which takes long: `readAsTenant` gives its connection back, waits, and starts
 * again (`canRetry`).
 */
export class RetryWhenReady extends Error {
  /** Resolves when a retry is worthwhile; it never rejects. */
  readonly until: Promise<void>
  constructor(until: Promise<void>) {
    super('what is needed is not ready yet')
    this.until = until
  }
}

/** @returns whether it ended in time */
export const within = async (ms: number, until: Promise<void>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((end) => {
    timer = setTimeout(() => end(false), ms)
  })
  return Promise.race([until.then(() => true), late]).finally(() => clearTimeout(timer))
}
