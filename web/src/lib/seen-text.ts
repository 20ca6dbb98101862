// When something was seen, in words: "hoy a las 14:05", "ayer a las 18:20".
import { dateInText, localDay } from './dates.ts'

/** @param at milliseconds since 1970 @param now the device's clock, which `at` is of too */
export const seenText = (at: number, now: number, zone: string): string => {
  const time = dateInText(new Date(at).toISOString(), zone).slice(-5)
  return `lo que vio ${localDay(at, zone) === localDay(now, zone) ? 'hoy' : 'ayer'} a las ${time}`
}
