// One source: its answer, when it was queried, whether the last attempt failed, and the evidence.
import type { Service } from '@padron/contract/processing'
import type { ScrapedResource } from '@padron/contract/resource-status'
import type { ReactNode } from 'react'
import { dateInText } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { statusWords } from '../../lib/status-texts.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { Icon } from '../../ui/icons.tsx'
import { markedOf } from './PaymentLine.tsx'
import { NEEDS_A_PERSON, ResourceActions } from './ResourceActions.tsx'
import { ResultBlock } from './ResultBlock.tsx'
import { useVehicle } from './vehicle-context.ts'

const GOOD: readonly string[] = ['ok', 'partial']

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className="outside row-inline">
    {children}
    <Icon name="link" size={14} />
    <span className="visually-hidden">(se abre en otra pestaña)</span>
  </a>
)

const SourceLink = ({ portal, portalUrl }: { portal: string; portalUrl: string | null }) =>
  portalUrl && isWebAddress(portalUrl) ? <Outside href={portalUrl}>{portal}</Outside> : portal

const NEVER: Readonly<Record<Service, string>> = {
  automatic: 'Aún no se ha consultado',
  manual: 'Se responde por captura manual: nadie la ha capturado todavía.',
  none: 'Esta fuente no se consulta de forma automática: revísela en su portal.',
}

type Props = { one: ScrapedResource }

/**
 * When it was queried and by whom; or why there is no answer: no machine may query it, nobody has yet, or the source
 * gave none.
 */
const LastQuery = ({ one: { resource, scraped } }: Props) => {
  const { now, zone } = useVehicle().clock
  const { freshness, lastAttempt, capture, status } = scraped
  const at = freshness?.at
  if (!at && status.statusId === NEEDS_A_PERSON) return 'Espera a que una persona la capture.'
  if (!at) return lastAttempt ? 'Sin una respuesta válida hasta ahora' : NEVER[resource.service]
  if (capture)
    return (
      <>
        Captura manual de {capture.who} el <time dateTime={capture.dateTime}>{dateInText(capture.dateTime, zone)}</time>
      </>
    )
  return (
    <time dateTime={at} title={dateInText(at, zone)}>
      {sinceText('Consultado', at, now, zone)}
    </time>
  )
}

const PAUSES: Readonly<Record<NonNullable<ScrapedResource['scraped']['pause']>['reason'], string>> = {
  'no-credit': 'la fuente no tiene saldo',
  'shape-drift': 'la fuente cambió su respuesta y se consulta poco hasta que se revise',
}

/** Why the answer is not renewed: the source is queried only once an hour, or fails for all vehicles. */
const outageOf = ({ resource, scraped }: ScrapedResource, zone: string): string | undefined => {
  const { freshness, outageSince, pause } = scraped
  const at = freshness?.at && dateInText(freshness.at, zone)
  if (pause) {
    const answer = at ? `Última respuesta del ${at}` : 'Todavía no hay una respuesta válida'
    return `${answer}; ${PAUSES[pause.reason]} desde ${dateInText(pause.since, zone)}.`
  }
  if (!outageSince || resource.service !== 'automatic') return undefined
  const answer = at ? `se muestra la respuesta del ${at}.` : 'todavía no hay una respuesta válida.'
  return `La fuente falla desde ${dateInText(outageSince, zone)}; ${answer}`
}

export const ResourceBlock = ({ one }: Props) => {
  const { clock } = useVehicle()
  const { resource, scraped } = one
  const { status, freshness, answer, lastAttempt, result, evidenceURL } = scraped
  const { sign, old, words } = statusWords(status.statusId, freshness, clock)
  const failed = lastAttempt && !GOOD.includes(lastAttempt.outcome)
  const why = lastAttempt?.remark ? `. ${lastAttempt.remark}` : ''
  const outage = outageOf(one, clock.zone)
  return (
    <article className="resource">
      <header className="resource__head flex gap-10">
        <StatusSign sign={sign} old={old} size={18} />
        <div>
          <h5>{resource.descriptionSpanish}</h5>
          <p>
            {words} · Fuente: <SourceLink {...(answer ?? resource)} />
          </p>
          <p className="muted">
            <LastQuery one={one} />
          </p>
          {answer && answer.portal !== resource.portal && (
            <p className="muted">
              Ahora la fuente es <SourceLink {...resource} />; todavía no hay una respuesta válida de ella.
            </p>
          )}
          {failed && (
            <p className="warning-text" title={dateInText(lastAttempt.dateTime, clock.zone)}>
              {sinceText('Último intento', lastAttempt.dateTime, clock.now, clock.zone)}: {lastAttempt.text}
              {why}
            </p>
          )}
          {lastAttempt?.outcome === 'partial' && (
            <p className="warning-text">
              {lastAttempt.text}
              {why || '. La fuente no dio todo lo que se le pidió.'}
            </p>
          )}
          {scraped.hint && <p className="warning-text">{scraped.hint}</p>}
          {outage && <p className="resource__outage">{outage}</p>}
        </div>
      </header>
      {result.map((found, i) => (
        <ResultBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: results have no id and are not reordered
          key={i}
          result={found}
          resourceId={resource.resourceId}
          renewal={resource.service === 'automatic' && !scraped.capture ? 'ask' : 'capture'}
          marked={markedOf(result, found.paymentLine)}
        />
      ))}
      {evidenceURL.length > 0 && (
        <ul className="resource__evidence flex-wrap gap-4-16 small" aria-label="Evidencia">
          {evidenceURL
            .filter(({ url }) => isWebAddress(url))
            .map(({ name, url }) => (
              <li key={url}>
                <Outside href={url}>{name}</Outside>
              </li>
            ))}
        </ul>
      )}
      <ResourceActions one={one} />
    </article>
  )
}
