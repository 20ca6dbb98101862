// When something happened: how long ago, and the exact time under it.
import type { Clock } from '../lib/clock.ts'
import { dateTime } from '../lib/dates.ts'
import { sinceText } from '../lib/relative-time.ts'
import './when.css'

export const When = ({ at, clock: { now, zone } }: { at: string; clock: Clock }) => {
  const exact = dateTime(at, zone)
  const since = sinceText('', at, now, zone).trim().replace(/^el /, '')
  return (
    <span className="when nowrap">
      <time dateTime={at} title={exact}>
        {since}
      </time>
      {since !== exact && <small className="when__exact muted">{exact}</small>}
    </span>
  )
}
