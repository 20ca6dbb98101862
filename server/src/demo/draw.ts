// Chance that falls the same way every time: a hash of a text.
import { createHash } from 'node:crypto'

/** A whole number of a text, at least 0 and below the limit. */
export const drawn = (text: string, limit: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE() % limit

/** Whether a text is among so many of a thousand. */
export const isDrawn = (text: string, inThousand: number): boolean => drawn(text, 1_000) < inThousand
