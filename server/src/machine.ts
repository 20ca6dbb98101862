// The memory that this process may use (the machine's, or less in a container with a limit), and when its garbage
// collector runs.
import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'

const MB = 1024 * 1024

/** @param share of the memory @returns MB, within the bounds */
export const memoryShareMb = (share: number, least: number, most: number): number => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.round(Math.min(most, Math.max(least, (memory / MB) * share)))
}

/**
 * Collects garbage when the heap is 50 % larger than after the last collection. By default, on a machine with much
 * memory, V8 waits until it is three times as large: with two hundred users the process took 120 MB more, and its
 * memory grew for the first minutes (decisions/015). Call it at the start of the process.
 */
export const collectEarly = (): void => setFlagsFromString('--heap-growing-percent=50')
