// The name of a file that a person downloads or receives.
import { dayIn } from './wall-clock.ts'

/** Without what a file's name may not hold anywhere. */
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
