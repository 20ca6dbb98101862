// What one alert shows, whether in a row or on a card.
import type { Alert } from '@padron/contract/alerts'
import { MEASURES } from '@padron/contract/report-rules'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { seenText, standingOf, uncertainText, valueText } from './alert-words.ts'

type Props = { alert: Alert; clock: Clock }

export const ViewLink = ({ view: { viewId, name } }: Pick<Alert, 'view'>): ReactNode =>
  useCan('vehicles_read') ? (
    <Link to="/" search={{ vista: viewId } as never} title="Ver los vehículos de la vista">
      {name}
    </Link>
  ) : (
    name
  )

export const Rule = ({ alert: { measure, threshold } }: Pick<Props, 'alert'>): ReactNode => {
  const { country } = useUser()
  return (
    <span className="alert__rule">
      {MEASURES.find((one) => one.measure === measure)?.name}
      <small className="alert__under tiny regular block muted">Desde {valueText(measure, threshold, country)}</small>
    </span>
  )
}

export const Value = ({ alert: { measure, value, uncertain, lookedAt }, clock }: Props): ReactNode => {
  const { country } = useUser()
  if (value === null || lookedAt === null) return <span className="muted">No se sabe todavía</span>
  const unsure = uncertainText(measure, uncertain, country)
  return (
    <span className="alert__value">
      <span className="money">{seenText(measure, value, uncertain, country)}</span>
      {unsure && (
        <small className="alert__under tiny regular block alert__unsure">
          <StatusSign sign="unknown" size={14} /> {unsure}
        </small>
      )}
      <small className="alert__under tiny regular block muted">
        <time dateTime={lookedAt} title={dateTime(lookedAt, clock.zone)}>
          {sinceText('Mirado', lookedAt, clock.now, clock.zone)}
        </time>
      </small>
    </span>
  )
}

export const StandingCell = ({ alert, clock: { zone } }: Props): ReactNode => {
  const { sign, text } = standingOf(alert)
  const above = alert.active && alert.standing === 'above'
  const since = above ? alert.crossedAt : null
  return (
    <span className="alert__standing flex gap-6">
      <StatusSign sign={sign} size={16} />
      <span>
        {text}
        {since && (
          <>
            {' '}
            desde <time dateTime={since}>{dateTime(since, zone)}</time>
          </>
        )}
        {above && !since && (
          <small className="alert__under tiny regular block muted">
            Ya lo estaba al empezar a mirarla: aún no se avisa
          </small>
        )}
      </span>
    </span>
  )
}

const FEW = 2
/** A narrow column breaks an address after its @ and its dots, not within a word. */
const PIECES = /(?<=[@.])/

const Address = ({ mail }: { mail: string }): ReactNode =>
  mail.split(PIECES).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text
    <Fragment key={at}>
      {piece}
      <wbr />
    </Fragment>
  ))

/** Two of them at once, more when asked. */
export const Mails = ({ alert: { name, mails } }: Pick<Props, 'alert'>): ReactNode => {
  const list = (
    <ul className="alert__mails">
      {mails.map((mail) => (
        <li key={mail}>
          <Address mail={mail} />
        </li>
      ))}
    </ul>
  )
  if (mails.length <= FEW) return list
  return (
    <details>
      <summary>
        {mails.length} destinatarios<span className="visually-hidden"> de {name}</span>
      </summary>
      {list}
    </details>
  )
}
