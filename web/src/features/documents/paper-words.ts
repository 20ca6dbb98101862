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

/** What nobody asks of the vehicle is told quietly, also where it expired. */
export const paperWords = ({ standing, asked, expiresOn }: Paper, clock: Clock): Expiry => {
  const quiet = (words: Expiry): Expiry => (asked ? words : { ...words, sign: 'unprocessed' })
  if (standing === 'present' && expiresOn === null) return quiet({ sign: 'clear', text: 'Lo tiene, sin vencimiento' })
  if (expiresOn !== null && standing === 'expired') return quiet(expiryOf(expiresOn, clock))
  if (expiresOn !== null && standing === 'present') return expiryOf(expiresOn, clock)
  return { sign: SIGNS[standing], text: PAPER_STANDINGS[standing] }
}
