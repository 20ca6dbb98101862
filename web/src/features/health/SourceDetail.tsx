// One source in detail: its failure and since when, its figures, its last month, and the company's vehicles that it
// affects.
import { HEALTH_DAYS } from '@padron/contract/health'
import { PROVENANCES } from '@padron/contract/provenance'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { numberText } from '../../lib/number-text.ts'
import { SERVICE_HINTS } from '../../lib/service-hints.ts'
import { useCan } from '../../session/user-context.ts'
import { CaptureLink } from '../../ui/domain/CaptureLink.tsx'
import { PortalLink } from '../../ui/domain/PortalLink.tsx'
import { When } from '../../ui/When.tsx'
import { SourceOrder } from '../processing/SourceOrder.tsx'
import { durationText, type Source, untilText } from './cells.ts'
import { HealthSign } from './HealthSign.tsx'
import { SourceMonth } from './SourceMonth.tsx'
import { attemptText, TouchedVehicles } from './TouchedVehicles.tsx'

type Props = { source: Source; clock: Clock }

const Incident = ({ source, clock }: Props) => {
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

const Fact = ({ title, tip, children }: { title: string; tip?: string | undefined; children: ReactNode }) => (
  <div>
    <dt className="small muted">{title}</dt>
    <dd className="stack break" title={tip}>
      {children}
    </dd>
  </div>
)

const Small = ({ children }: { children: ReactNode }) => <small className="muted">{children}</small>

/** The source's owner, its last good answer and next query, its response time, and its number of vehicles. */
const Facts = ({ source, clock }: Props) => {
  const { dateTime: lastGood, nextTry, service, vehicles, medianMs, p95Ms, portal, account, provenance } = source
  const automatic = service === 'automatic'
  const trial = provenance?.trial
  return (
    <dl className="source-facts stack">
      <Fact title="Fuente">
        <PortalLink name={portal.name} url={portal.url} />
        {portal.owner !== portal.name && <Small>{portal.owner}</Small>}
        {account && <Small>Con la cuenta de {account}, que comparte con sus otras fuentes</Small>}
      </Fact>
      {provenance && (
        <Fact title="Sustento del conector">
          {PROVENANCES[provenance.kind]}
          <Small>
            {trial ? (
              <>
                Probado con cuenta <When at={trial.triedAt} clock={clock} /> por {trial.triedBy}
              </>
            ) : (
              'Sin probar con cuenta'
            )}
          </Small>
        </Fact>
      )}
      {automatic && (
        <>
          <Fact title="Última respuesta válida">
            {lastGood ? <When at={lastGood} clock={clock} /> : 'Ninguna todavía'}
          </Fact>
          <Fact title="Próximo intento" tip={nextTry ? dateInText(nextTry, clock.zone) : undefined}>
            {nextTry ? untilText(nextTry, clock) : 'Ninguno programado'}
          </Fact>
          <Fact title="Tiempo de respuesta">
            {medianMs === null ? 'Sin datos' : durationText(medianMs)}
            {p95Ms !== null && <Small>95 % en {durationText(p95Ms)} o menos</Small>}
          </Fact>
        </>
      )}
      <Fact title="Vehículos de su flota">
        {vehicles === 0 ? 'Ninguno se consulta aquí' : numberText(vehicles)}
        {vehicles > 0 && automatic && <Small>{attemptText(source)}</Small>}
      </Fact>
    </dl>
  )
}

export const SourceDetail = ({ source, clock }: Props) => {
  const { alarms, outages, touched, incident, vehicles } = source
  const at = (moment: string): string => dateInText(moment, clock.zone)
  return (
    <div className="source">
      <Incident source={source} clock={clock} />
      <SourceOrder resourceId={source.resource.resourceId} clock={clock} />
      <Facts source={source} clock={clock} />
      {alarms.length > 0 && (
        <section aria-labelledby="source-alarms">
          <h3 id="source-alarms">Avisos sobre sus respuestas</h3>
          <ul className="stack gap-8">
            {alarms.map(({ since, text, hard }) => (
              <li className="stack" key={`${since}${text}`}>
                <span className="small muted figures-text">Desde {at(since)}</span>
                <span>
                  {hard && <strong>Grave: </strong>}
                  {text}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {source.service === 'automatic' && (
        <>
          <SourceMonth days={source.days} />
          <section aria-labelledby="source-outages">
            <h3 id="source-outages">Caídas de los últimos 30 días</h3>
            {outages.length === 0 && <p className="muted">Ninguna registrada.</p>}
            {outages.length > 0 && (
              <ul className="stack gap-8">
                {outages.map(({ beganAt, endedAt, text }) => (
                  <li className="stack" key={beganAt}>
                    <span className="small muted figures-text">
                      {at(beganAt)} – {endedAt ? at(endedAt) : 'en curso'}
                    </span>
                    <span>{text}</span>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </>
      )}
      {(touched > 0 || (incident && vehicles > 0)) && <TouchedVehicles source={source} clock={clock} />}
    </div>
  )
}
