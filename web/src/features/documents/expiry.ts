// How a paper stands with its date: in words, and the sign it is drawn with.
import type { Clock } from '../../lib/clock.ts'
import { dayOf } from '../../lib/dates.ts'
import type { Sign } from '../../lib/status-words.ts'

const DAY = 86_400_000
/** From how many days before it expires it is told. */
const SOON = 30

export type Expiry = { sign: Sign; text: string }

const inDays = (days: number): string => {
  if (days === 0) return 'Vence hoy'
  return days === 1 ? 'Vence mañana' : `Vence en ${days} días`
}

/** On its day a paper is still in force. @param expiresOn a calendar day */
export const expiryOf = (expiresOn: string, { now, zone }: Clock): Expiry => {
  const days = Math.round((Date.parse(expiresOn) - Date.parse(dayOf(now, zone))) / DAY)
  if (days < 0) return { sign: 'debt', text: `Vencido desde el ${expiresOn}` }
  if (days <= SOON) return { sign: 'warning', text: `${inDays(days)}, el ${expiresOn}` }
  return { sign: 'clear', text: `Vigente hasta el ${expiresOn}` }
}
