// Retries a read whose data is still being prepared, without holding a database connection meanwhile.
/**
 * Thrown if data that a reply needs is still being prepared. `readAsTenant` returns its connection, waits for `until`,
 * and runs the read again (`canRetry`).
 */
export class RetryWhenReady extends Error {
  /** Resolves when a retry is worthwhile; it never rejects. */
  readonly until: Promise<void>
  constructor(until: Promise<void>) {
    super('what is needed is not ready yet')
    this.until = until
  }
}

/** @returns whether `until` resolved within `ms` */
export const within = async (ms: number, until: Promise<void>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((end) => {
    timer = setTimeout(() => end(false), ms)
  })
  return Promise.race([until.then(() => true), late]).finally(() => clearTimeout(timer))
}
