// How a vehicle stands with a type of paper, in words, and the sign it is drawn with.
import { PAPER_STANDINGS, type Paper } from '@padron/contract/documents'
import type { Clock } from '../../lib/clock.ts'
import type { Sign } from '../../lib/status-words.ts'
import { type Expiry, expiryOf } from './expiry.ts'

const SIGNS: Readonly<Record<Paper['standing'], Sign>> = {
  missing: 'debt',
  expired: 'debt',
  present: 'clear',
  exempt: 'unprocessed',
  optional: 'unprocessed',
}

export const paperWords = ({ standing, expiresOn }: Paper, clock: Clock): Expiry => {
  const has = standing === 'present' || standing === 'expired'
  if (has && expiresOn !== null) return expiryOf(expiresOn, clock)
  if (standing === 'present') return { sign: 'clear', text: 'Lo tiene, sin vencimiento' }
  return { sign: SIGNS[standing], text: PAPER_STANDINGS[standing] }
}

/** One of the documents of a type: that another lasts longer takes its urgency away. @param paper the type's */
export const documentWords = (expiresOn: string, paper: Paper | undefined, clock: Clock): Expiry => {
  const own = expiryOf(expiresOn, clock)
  const covered = paper?.standing === 'present' && (paper.expiresOn === null || paper.expiresOn > expiresOn)
  return covered ? { sign: 'unprocessed', text: `${own.text}; lo cubre otro documento` } : own
}
