// Ids of rows that sort by time.
import { randomUUID } from 'node:crypto'

/** Ids that sort by time, so that rows of one time are stored together: a vehicle's runs. RFC 9562, version 7. */
export const uuidV7 = (now: Date): string => {
  const time = now.getTime().toString(16).padStart(12, '0')
  const random = randomUUID()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}
