// The figures of one source: whose it is, when it answered last and is asked next, how long it takes, and for how many vehicles.

import { countVerdict } from '@padron/contract/count-verdict'
import { PROVENANCES } from '@padron/contract/provenance'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { numberText } from '../../lib/number-text.ts'
import { PortalLink } from '../../ui/PortalLink.tsx'
import { When } from '../../ui/When.tsx'
import type { Source } from './source.ts'
import { durationText, untilText } from './time-words.ts'

const time = (ms: number | null): string => (ms === null ? 'Sin datos' : durationText(ms))

/** Of their last attempts: nobody is said to have been answered who was never asked about. */
export const attemptText = ({
  vehicles,
  touched,
  untried,
}: Pick<Source, 'vehicles' | 'touched' | 'untried'>): string => {
  const tried = vehicles - (untried ?? 0)
  const verdict = countVerdict(touched, { known: tried, total: vehicles })
  if (verdict === 'found') return `${numberText(touched)} sin respuesta en su último intento`
  if (verdict === 'unknown') return 'ninguno se ha consultado todavía'
  if (verdict === 'partial')
    return `${numberText(tried)} con respuesta en su último intento; ${numberText(vehicles - tried)} sin consultar todavía`
  return 'todos con respuesta en su último intento'
}

export const SourceFacts = ({ source, clock }: { source: Source; clock: Clock }): ReactNode => {
  const { dateTime: lastGood, nextTry, service, vehicles, medianMs, p95Ms, portal, account, provenance } = source
  const automatic = service === 'automatic'
  return (
    <dl className="source-facts stack">
      <div>
        <dt className="small muted">Fuente</dt>
        <dd className="stack break">
          <PortalLink name={portal.name} url={portal.url} />
          {portal.owner !== portal.name && <small className="muted">{portal.owner}</small>}
          {account && <small className="muted">Con la cuenta de {account}, que comparte con sus otras fuentes</small>}
        </dd>
      </div>
      {provenance && (
        <div>
          <dt className="small muted">Sustento del conector</dt>
          <dd className="stack break">
            {PROVENANCES[provenance.kind]}
            <small className="muted">
              {provenance.trial ? (
                <>
                  Probado con cuenta <When at={provenance.trial.triedAt} clock={clock} /> por {provenance.trial.triedBy}
                </>
              ) : (
                'Sin probar con cuenta'
              )}
            </small>
          </dd>
        </div>
      )}
      {automatic && (
        <>
          <div>
            <dt className="small muted">Última respuesta válida</dt>
            <dd className="stack break">{lastGood ? <When at={lastGood} clock={clock} /> : 'Ninguna todavía'}</dd>
          </div>
          <div>
            <dt className="small muted">Próximo intento</dt>
            <dd className="stack break" title={nextTry ? dateTime(nextTry, clock.zone) : undefined}>
              {nextTry ? untilText(nextTry, clock) : 'Ninguno programado'}
            </dd>
          </div>
          <div>
            <dt className="small muted">Tiempo de respuesta</dt>
            <dd className="stack break">
              {time(medianMs)}
              {p95Ms !== null && <small className="muted">95 % en {durationText(p95Ms)} o menos</small>}
            </dd>
          </div>
        </>
      )}
      <div>
        <dt className="small muted">Vehículos de su flotilla</dt>
        <dd className="stack break">
          {vehicles === 0 ? 'Ninguno se consulta aquí' : numberText(vehicles)}
          {vehicles > 0 && automatic && <small className="muted">{attemptText(source)}</small>}
        </dd>
      </div>
    </dl>
  )
}
