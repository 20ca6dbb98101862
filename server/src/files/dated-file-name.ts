// The names of files that users download or receive.
import { dayIn } from './wall-clock.ts'

/** Removes characters that are not allowed in file names on some system. */
export const datedFileName = (
  companyName: string,
  at: Date,
  timeZone: string,
  what = 'Reporte de vehículos',
  type = 'xlsx',
): string => {
  const company = companyName
    .replace(/[\\/:*?"<>|\s]|\p{Cc}/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
  return `${what} ${company.slice(0, 100)} ${dayIn(at.toISOString(), timeZone)}.${type}`
}
