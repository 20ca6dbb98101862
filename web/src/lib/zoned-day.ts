// Calendar days of a time zone as instants, for filters by day.
import { dateTime } from './dates.ts'

const MINUTE = 60_000

/** The zone's offset from UTC at an instant, in milliseconds. */
const ahead = (at: number, zone: string): number => {
  const wall = Date.parse(`${dateTime(new Date(at).toISOString(), zone).replace(' ', 'T')}Z`)
  return wall - Math.floor(at / MINUTE) * MINUTE
}

/** The instant at which the zone's clocks show `yyyy-MM-ddTHH:mm`; ISO 8601 in UTC. */
export const instantOf = (clocks: string, zone: string): string => {
  const wall = Date.parse(`${clocks}:00Z`)
  const guess = wall - ahead(wall, zone)
  // If the clocks change in between, the first guess used the wrong offset.
  return new Date(wall - ahead(guess, zone)).toISOString()
}

/** The instant at which a day, `yyyy-MM-dd`, starts there; ISO 8601 in UTC. */
export const startOfDay = (day: string, zone: string): string => instantOf(`${day}T00:00`, zone)
