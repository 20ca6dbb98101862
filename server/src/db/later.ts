/** What an answer needs is being got ready, which takes long: `readAsTenant` gives its connection back, waits, and begins anew (`mayWait`). */
export class Later extends Error {
  /** Ends when it is worth trying again; it never fails. */
  readonly until: Promise<void>
  constructor(until: Promise<void>) {
    super('what is needed is not ready yet')
    this.until = until
  }
}
