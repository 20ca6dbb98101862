// Deterministic pseudo-random values: a hash of a text.
import { createHash } from 'node:crypto'

/** A whole number derived from a text, from 0 to below the limit. */
export const drawn = (text: string, limit: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE() % limit

/** Whether a text is among the chosen ones, with a probability in thousandths. */
export const isDrawn = (text: string, inThousand: number): boolean => drawn(text, 1_000) < inThousand
