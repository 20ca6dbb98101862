// What this process may count on: the machine's memory, or what a container's limit leaves of it.
import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** @param share of the memory @returns MB, within the bounds */
export const memoryShareMb = (share: number, least: number, most: number): number => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.round(Math.min(most, Math.max(least, (memory / MB) * share)))
}
