// One source: what it said, when it was asked, whether the newest attempt failed, and the evidence.
import type { Country } from '@padron/contract/countries'
import type { ScrapedResource } from '@padron/contract/resource-status'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { statusWords } from '../../lib/status-words.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { Icon } from '../../ui/icons.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { ResultBlock } from './ResultBlock.tsx'

const GOOD: readonly string[] = ['ok', 'partial']

const Outside = ({ href, children }: { href: string; children: ReactNode }): ReactNode => (
  <a href={href} target="_blank" rel="noopener noreferrer" className="outside">
    {children}
    <Icon name="link" size={14} />
    <span className="visually-hidden">(se abre en otra pestaña)</span>
  </a>
)

/** Why there is no answer: nobody may ask by machine, nobody has yet, or the source gave none. */
const neverText = (automatic: boolean, tried: boolean): string => {
  if (tried) return 'Sin una respuesta válida hasta ahora'
  return automatic
    ? 'Aún no se ha consultado'
    : 'Esta fuente no se consulta de forma automática: revísela en su portal.'
}

type Props = { resource: ScrapedResource; clock: Clock; country: Country }

export const ResourceBlock = ({ resource: { resource, scraped }, clock, country }: Props): ReactNode => {
  const { status, freshness, lastAttempt, result, evidenceURL } = scraped
  const { sign, old, words } = statusWords(status.statusId, freshness, clock)
  const asked = freshness?.at
  const failed = lastAttempt && !GOOD.includes(lastAttempt.outcome)
  return (
    <article className="resource">
      <header className="resource__head">
        <StatusSign sign={sign} old={old} size={18} />
        <div>
          <h5>{resource.descriptionSpanish}</h5>
          <p>
            {words} · Fuente:{' '}
            {resource.portalUrl && isWebAddress(resource.portalUrl) ? (
              <Outside href={resource.portalUrl}>{resource.portal}</Outside>
            ) : (
              resource.portal
            )}
          </p>
          <p className="muted">
            {asked ? (
              <time dateTime={asked} title={dateTime(asked, clock.zone)}>
                {sinceText('Consultado', asked, clock.now, clock.zone)}
              </time>
            ) : (
              neverText(resource.automatic, lastAttempt !== null)
            )}
          </p>
          {failed && (
            <p className="resource__failed" title={dateTime(lastAttempt.dateTime, clock.zone)}>
              {sinceText('Último intento', lastAttempt.dateTime, clock.now, clock.zone)}: {lastAttempt.text}
            </p>
          )}
        </div>
      </header>
      {result.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results have no identity and never move
        <ResultBlock key={i} result={one} clock={clock} country={country} />
      ))}
      {evidenceURL.length > 0 && (
        <ul className="resource__evidence" aria-label="Evidencia">
          {evidenceURL
            .filter(({ url }) => isWebAddress(url))
            .map(({ name, url }) => (
              <li key={url}>
                <Outside href={url}>{name}</Outside>
              </li>
            ))}
        </ul>
      )}
    </article>
  )
}
