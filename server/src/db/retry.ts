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
