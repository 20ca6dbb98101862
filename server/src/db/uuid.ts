// Ids of rows.
import { randomUUID } from 'node:crypto'

/** Ids that sort by time, so that rows of one time are stored together: a vehicle's runs. RFC 9562, version 7. */
export const uuidV7 = (now: Date): string => {
  const time = now.getTime().toString(16).padStart(12, '0')
  const random = randomUUID()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** Whether it is an id as the database writes it; a text that is none would be an error of the query. */
export const isUuid = (text: string): boolean => UUID.test(text)
