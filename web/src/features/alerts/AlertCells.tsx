// The parts of an alert that its row and its card share.
import type { Alert } from '@padron/contract/alerts'
import { measureName } from '@padron/contract/reports/rules'
import { Link } from '@tanstack/react-router'
import { Fragment, lazy, type ReactNode, Suspense, useState } from 'react'
import { dateInText } from '../../lib/dates.ts'
import { emailCountsSign, emailCountsText } from '../../lib/email-counts.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { useClock } from '../../session/use-clock.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { seenText, stateOf, uncertainText, valueText } from './alert-texts.ts'

const DeliveriesDialog = lazy(() =>
  import('../queue/DeliveriesDialog.tsx').then((m) => ({ default: m.DeliveriesDialog })),
)

type Props = { alert: Alert }

/** A second line of a cell. */
const Under = ({ className = 'block muted', children }: { className?: string; children: ReactNode }) => (
  <small className={`tiny regular ${className}`}>{children}</small>
)

export const Name = ({ alert: { name, view } }: Props) => {
  const reads = useCan('vehicles_read')
  return (
    <>
      {name}
      <Under className="block">
        <span className="muted">De la vista </span>
        {reads ? (
          <Link to="/" search={{ vista: view.viewId } as never} title="Ver los vehículos de la vista">
            {view.name}
          </Link>
        ) : (
          view.name
        )}
      </Under>
    </>
  )
}

export const Rule = ({ alert: { measure, threshold } }: Props) => {
  const { country } = useUser()
  return (
    <>
      {measureName(measure)}
      <Under>Desde {valueText(measure, threshold, country)}</Under>
    </>
  )
}

export const Value = ({ alert: { measure, value, uncertain, lookedAt } }: Props) => {
  const { country } = useUser()
  const { now, zone } = useClock()
  if (value === null || lookedAt === null) return <span className="muted">Sin datos todavía</span>
  const unsure = uncertainText(measure, uncertain, country)
  return (
    <>
      <span className="money">{seenText(measure, value, uncertain, country)}</span>
      {unsure && (
        <Under className="flex gap-4">
          <StatusSign sign="unknown" size={14} /> {unsure}
        </Under>
      )}
      <Under>
        <time dateTime={lookedAt} title={dateInText(lookedAt, zone)}>
          {sinceText('Revisada', lookedAt, now, zone)}
        </time>
      </Under>
    </>
  )
}

export const State = ({ alert }: Props) => {
  const { zone } = useUser()
  const { sign, text } = stateOf(alert)
  const above = alert.active && alert.standing === 'above'
  return (
    <span className="alert__state flex gap-6">
      <StatusSign sign={sign} size={16} />
      <span>
        {text}
        {above && alert.crossedAt && (
          <>
            {' '}
            desde <time dateTime={alert.crossedAt}>{dateInText(alert.crossedAt, zone)}</time>
          </>
        )}
        {above && !alert.crossedAt && <Under>Ya estaba por encima cuando se creó: aún no se avisa</Under>}
      </span>
    </span>
  )
}

const FEW = 2
/** In a narrow column an address wraps after its @ and its dots, not within a word. */
const PIECES = /(?<=[@.])/

/** Shows two addresses, and the others on demand. */
const Addresses = ({ alert: { name, mails } }: Props) => {
  const list = (
    <ul className="alert__emails">
      {mails.map((mail) => (
        <li key={mail}>
          {mail.split(PIECES).map((piece, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text
            <Fragment key={at}>
              {piece}
              <wbr />
            </Fragment>
          ))}
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

/**
 * The emails of the last crossing: their counts, the recipients that they did not reach, and a dialog with each email.
 */
const LastEmails = ({ alert: { name, crossing, letters, troubled } }: Props) => {
  const mayOpen = useCan('queue_read')
  const [open, setOpen] = useState(false)
  if (!letters || crossing === null) return null
  return (
    <div className="alert__last alert__emails">
      <Under className="flex gap-4">
        <StatusSign sign={emailCountsSign(letters)} size={14} /> Último aviso: {emailCountsText(letters)}
      </Under>
      {troubled.length > 0 && (
        <Under className="block">
          No llegó a {troubled.join(', ')}: revise la dirección, o pregunte por qué se rechaza.
        </Under>
      )}
      {mayOpen && (
        <Button
          kind="link"
          label="Ver entregas"
          about={`de ${name}`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
      )}
      {open && (
        <Suspense>
          <DeliveriesDialog queueItemId={crossing} title={`Alerta: ${name}`} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

const Channels = ({ alert: { channels } }: Props) =>
  channels.length > 0 && (
    <Under>Canales: {channels.map(({ name, active }) => (active ? name : `${name} (en pausa)`)).join(', ')}</Under>
  )

export const Recipients = ({ alert }: Props) => (
  <>
    {alert.mails.length > 0 && <Addresses alert={alert} />}
    <Channels alert={alert} />
    <LastEmails alert={alert} />
  </>
)
