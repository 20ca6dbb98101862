// One source in detail: what is wrong with it and since when, when it is asked next, how its month was, and which of the
// company's vehicles it touches.
import { HEALTH_DAYS } from '@padron/contract/health'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { SERVICE_HINTS } from '../../lib/service-hints.ts'
import { useCan } from '../../session/user-context.ts'
import { CaptureLink } from '../../ui/CaptureLink.tsx'
import { When } from '../../ui/When.tsx'
import { SourceOrder } from '../processing/SourceOrder.tsx'
import { HealthSign } from './HealthSign.tsx'
import { SourceFacts } from './SourceFacts.tsx'
import { SourceMonth } from './SourceMonth.tsx'
import type { Source } from './source.ts'
import { TouchedVehicles } from './TouchedVehicles.tsx'
import { untilText } from './time-words.ts'

type Props = { source: Source; clock: Clock }

const Incident = ({ source, clock }: Props): ReactNode => {
  const { incident, service, successPercentage, state, resourceType } = source
  const may = useCan('processing_read')
  if (service !== 'automatic')
    return (
      <p className="source-now tinted flex-wrap">
        {service === 'manual'
          ? `${SERVICE_HINTS.manual}: no se consulta de forma automática y no tiene porcentaje de respuestas. `
          : `${SERVICE_HINTS.none}. `}
        {may && (
          <CaptureLink stateId={state.stateId} resourceTypeId={resourceType.resourceTypeId}>
            Ir a la lista de captura manual
          </CaptureLink>
        )}
      </p>
    )
  if (incident)
    return (
      <div className="source-now tinted flex-wrap source-now--incident align-top">
        <HealthSign sign="failing" />
        <div>
          <p>
            <strong>Falla desde</strong> <When at={incident.since} clock={clock} />
          </p>
          <p>{incident.text}.</p>
          {source.nextTry && <p className="muted">Próximo intento: {untilText(source.nextTry, clock)}.</p>}
        </div>
      </div>
    )
  return (
    <p className="source-now tinted flex-wrap">
      {successPercentage === null
        ? `Sin datos: aún no hay consultas contadas en los últimos ${HEALTH_DAYS} días.`
        : 'Sin incidente ahora.'}
    </p>
  )
}

const Outages = ({ source: { outages }, clock }: Props): ReactNode => (
  <ul className="source-list stack gap-8">
    {outages.map(({ beganAt, endedAt, text }) => (
      <li key={beganAt}>
        <span className="small muted figures-text">
          {dateTime(beganAt, clock.zone)} – {endedAt ? dateTime(endedAt, clock.zone) : 'en curso'}
        </span>
        <span>{text}</span>
      </li>
    ))}
  </ul>
)

const Alarms = ({ source: { alarms }, clock }: Props): ReactNode => (
  <ul className="source-list stack gap-8">
    {alarms.map(({ since, text, hard }) => (
      <li key={`${since}${text}`}>
        <span className="small muted figures-text">Desde {dateTime(since, clock.zone)}</span>
        <span>
          {hard && <strong>Grave: </strong>}
          {text}
        </span>
      </li>
    ))}
  </ul>
)

export const SourceDetail = (props: Props): ReactNode => {
  const { source } = props
  const automatic = source.service === 'automatic'
  return (
    <div className="source">
      <Incident {...props} />
      <SourceOrder resourceId={source.resource.resourceId} clock={props.clock} />
      <SourceFacts {...props} />
      {source.alarms.length > 0 && (
        <section aria-labelledby="source-alarms">
          <h3 id="source-alarms">Avisos sobre sus respuestas</h3>
          <Alarms {...props} />
        </section>
      )}
      {automatic && <SourceMonth days={source.days} />}
      {automatic && (
        <section aria-labelledby="source-outages">
          <h3 id="source-outages">Caídas de los últimos 30 días</h3>
          {source.outages.length > 0 ? <Outages {...props} /> : <p className="muted">Ninguna registrada.</p>}
        </section>
      )}
      {(source.touched > 0 || (source.incident && source.vehicles > 0)) && (
        <TouchedVehicles source={source} clock={props.clock} />
      )}
    </div>
  )
}
