// What this process may count on, the machine's memory or what a container's limit leaves of it, and how much of that
// it lets lie.
import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'

const MB = 1024 * 1024

/** @param share of the memory @returns MB, within the bounds */
export const memoryShareMb = (share: number, least: number, most: number): number => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.round(Math.min(most, Math.max(least, (memory / MB) * share)))
}

/**
 * The engine collects when half as much again lies in its heap as was alive at the last time. Where there is much
 * memory it lets three times as much lie: with two hundred people at work the process took 120 MB more, and ever more
 * for the first minutes (decisions/015). At its start.
 */
export const collectEarly = (): void => setFlagsFromString('--heap-growing-percent=50')
