// When something happened: how long ago, and the exact time below it.
import type { Clock } from '../lib/clock.ts'
import { dateInText } from '../lib/dates.ts'
import { sinceText } from '../lib/relative-time.ts'
import './when.css'

export const When = ({ at, clock: { now, zone } }: { at: string; clock: Clock }) => {
  const exact = dateInText(at, zone)
  const relative = sinceText('', at, now, zone).trim()
  // After thirty days it is the date itself, as in tables.
  const since = relative.startsWith('el ') ? exact : relative
  return (
    <span className="when nowrap">
      <time dateTime={at} title={exact}>
        {since}
      </time>
      {since !== exact && <small className="when__exact muted">{exact}</small>}
    </span>
  )
}
