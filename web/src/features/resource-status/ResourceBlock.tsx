// One source: what it said, when it was asked, whether the newest attempt failed, and the evidence.
import type { Country } from '@padron/contract/countries'
import type { Service } from '@padron/contract/processing'
import type { ScrapedResource } from '@padron/contract/resource-status'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { statusWords } from '../../lib/status-words.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { Icon } from '../../ui/icons.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { NEEDS_A_PERSON } from './ask-again.ts'
import { markedOf } from './marked.ts'
import { ResourceActions } from './ResourceActions.tsx'
import { ResultBlock } from './ResultBlock.tsx'

const GOOD: readonly string[] = ['ok', 'partial']

const Outside = ({ href, children }: { href: string; children: ReactNode }): ReactNode => (
  <a href={href} target="_blank" rel="noopener noreferrer" className="outside row-inline">
    {children}
    <Icon name="link" size={14} />
    <span className="visually-hidden">(se abre en otra pestaña)</span>
  </a>
)

const NEVER: Readonly<Record<Service, string>> = {
  automatic: 'Aún no se ha consultado',
  manual: 'Se responde por captura manual: nadie la ha capturado todavía.',
  none: 'Esta fuente no se consulta de forma automática: revísela en su portal.',
}

/** When it was asked and by whom; or why there is no answer: nobody may ask by machine, nobody has yet, or the source gave none. */
const Asked = ({ one: { resource, scraped }, clock }: { one: ScrapedResource; clock: Clock }): ReactNode => {
  const { freshness, lastAttempt, capture, status } = scraped
  const { now, zone } = clock
  const at = freshness?.at
  if (!at && status.statusId === NEEDS_A_PERSON) return 'Espera a que una persona la capture.'
  if (!at) return lastAttempt ? 'Sin una respuesta válida hasta ahora' : NEVER[resource.service]
  if (capture)
    return (
      <>
        Captura manual de {capture.who} el <time dateTime={capture.dateTime}>{dateTime(capture.dateTime, zone)}</time>
      </>
    )
  return (
    <time dateTime={at} title={dateTime(at, zone)}>
      {sinceText('Consultado', at, now, zone)}
    </time>
  )
}

/** The source fails for everybody: not this vehicle's doing, and what is shown is from before. */
const Outage = ({ since, at, zone }: { since: string; at: string | null; zone: string }): ReactNode => (
  <p className="resource__outage">
    La fuente falla desde {dateTime(since, zone)};{' '}
    {at ? `se muestra la respuesta del ${dateTime(at, zone)}.` : 'todavía no hay una respuesta válida.'}
  </p>
)

type Pause = NonNullable<ScrapedResource['scraped']['pause']>

const PAUSES: Readonly<Record<Pause['reason'], string>> = {
  'no-credit': 'la fuente no tiene saldo',
  'shape-drift': 'la fuente cambió su respuesta y se consulta poco hasta que se revise',
}

/** The source is asked once an hour only: nobody renews this answer meanwhile. */
const Paused = ({
  pause: { reason, since },
  at,
  zone,
}: {
  pause: Pause
  at: string | null
  zone: string
}): ReactNode => (
  <p className="resource__outage">
    {at ? `Última respuesta del ${dateTime(at, zone)}` : 'Todavía no hay una respuesta válida'}; {PAUSES[reason]} desde{' '}
    {dateTime(since, zone)}.
  </p>
)

type Source = { portal: string; portalUrl: string | null }

const SourceLink = ({ portal, portalUrl }: Source): ReactNode =>
  portalUrl && isWebAddress(portalUrl) ? <Outside href={portalUrl}>{portal}</Outside> : portal

/** Another source serves it now, and has not given a valid answer yet. */
const NewSource = ({ resource, answer }: { resource: Source; answer: Source | null }): ReactNode =>
  answer &&
  answer.portal !== resource.portal && (
    <p className="muted">
      Ahora la fuente es <SourceLink {...resource} />; todavía no hay una respuesta válida de ella.
    </p>
  )

type Props = { one: ScrapedResource; clock: Clock; country: Country }

export const ResourceBlock = ({ one, clock, country }: Props): ReactNode => {
  const { resource, scraped } = one
  const { status, freshness, answer, lastAttempt, result, evidenceURL, outageSince, pause } = scraped
  const { sign, old, words } = statusWords(status.statusId, freshness, clock)
  const failed = lastAttempt && !GOOD.includes(lastAttempt.outcome)
  const why = lastAttempt?.remark ? `. ${lastAttempt.remark}` : ''
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
            <Asked one={one} clock={clock} />
          </p>
          <NewSource resource={resource} answer={answer} />
          {failed && (
            <p className="warning-text" title={dateTime(lastAttempt.dateTime, clock.zone)}>
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
          {pause && <Paused pause={pause} at={freshness?.at ?? null} zone={clock.zone} />}
          {outageSince && !pause && resource.service === 'automatic' && (
            <Outage since={outageSince} at={freshness?.at ?? null} zone={clock.zone} />
          )}
        </div>
      </header>
      {result.map((found, i) => (
        <ResultBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: results have no identity and never move
          key={i}
          result={found}
          resourceId={resource.resourceId}
          renewal={resource.service === 'automatic' && !scraped.capture ? 'ask' : 'capture'}
          marked={markedOf(result, found.paymentLine)}
          clock={clock}
          country={country}
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
      <ResourceActions one={one} clock={clock} />
    </article>
  )
}
