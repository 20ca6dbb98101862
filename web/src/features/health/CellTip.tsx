// What a cell's tooltip tells of each of its sources.
import type { ResourceHealth, TypeHealth } from '@padron/contract/health'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { SERVICE_HINTS } from '../../lib/service-hints.ts'
import { UnbrokenDates } from '../../ui/UnbrokenDates.tsx'
import { PAST, signText } from './cells.ts'
import { durationText } from './time-words.ts'

export const lastGoodText = (at: string | null, { now, zone }: Clock): string => {
  if (at === null) return 'Sin respuesta válida todavía'
  const since = sinceText('Última respuesta válida', at, now, zone)
  const exact = dateTime(at, zone)
  return since.includes(exact) ? since : `${since} (${exact})`
}

const Source = ({ source, clock }: { source: ResourceHealth; clock: Clock }): ReactNode => {
  const { resource, portal, service, incident, past } = source
  return (
    <li>
      <strong>{resource.descriptionSpanish}</strong>
      <span className="muted">{past ? `${portal.name} · ${PAST}` : portal.name}</span>
      <span>{signText(source)}</span>
      {service !== 'automatic' && <span className="muted">{SERVICE_HINTS[service]}</span>}
      {service === 'automatic' && (
        <span>
          <UnbrokenDates text={lastGoodText(source.dateTime, clock)} />
        </span>
      )}
      {incident && <span className="warning-text">{incident.text}</span>}
    </li>
  )
}

export const CellTip = ({ cell, clock }: { cell: TypeHealth; clock: Clock }): ReactNode => (
  <div className="health-tip no-print text-start">
    <ul>
      {cell.resourceInfo.map((source) => (
        <Source key={source.resource.resourceId} source={source} clock={clock} />
      ))}
    </ul>
    {cell.avrgTimeSpan !== null && <p>Tiempo medio: {durationText(cell.avrgTimeSpan)}</p>}
  </div>
)
