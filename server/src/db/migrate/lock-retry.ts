// Retries statements that need a lock on a table. A waiting one blocks every later query of the table, so it gives up
// soon and tries again, with growing pauses.
import { isLockFailure } from '../lock-errors.ts'

export type ReportLine = (line: string) => void

const TRIES = 40 // some fifteen minutes
const LONGEST_MS = 30_000

/** @param onWait gets the number of each failed attempt, from one */
export const retryOnLock = async <T>(work: () => Promise<T>, onWait: (attempt: number) => void): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isLockFailure(error) || attempt === TRIES) throw error
      onWait(attempt)
      await new Promise((again) => setTimeout(again, Math.min(250 * 2 ** attempt, LONGEST_MS)))
    }
  }
}
