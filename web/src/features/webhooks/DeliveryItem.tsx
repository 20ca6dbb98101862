// One delivery: what happened with it at a glance, and opened the whole of what was sent.
import type { Delivery } from '@padron/contract/webhooks'
import { type ReactNode, useState } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Icon } from '../../ui/icons.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { answerText, attemptsText, eventName, nextText, outcomeOf, readable } from './webhook-words.ts'

type Props = { delivery: Delivery; clock: Clock; sending: boolean; onAgain: () => void }

const Facts = ({ delivery, clock }: Pick<Props, 'delivery' | 'clock'>): ReactNode => {
  const { attempts, lastAt } = delivery
  const last = lastAt && `el último el ${dateTime(lastAt, clock.zone)}`
  const facts = [
    answerText(delivery),
    attempts > 0 && [attemptsText(attempts), attempts > 1 && last].filter(Boolean).join(', '),
    nextText(delivery, clock),
  ]
  return <small className="muted">{facts.filter(Boolean).join(' · ')}</small>
}

export const DeliveryItem = ({ delivery, clock, sending, onAgain }: Props): ReactNode => {
  const { deliveryId, attempts, event, createdAt, status, body } = delivery
  const [open, setOpen] = useState(false)
  const { sign, text } = outcomeOf(delivery)
  const at = dateTime(createdAt, clock.zone)
  return (
    <li className="delivered ruled" data-row={deliveryId}>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="stack">
          <StatusSign sign={sign} size={16} />
          <span className="delivered__what break">
            <strong>{eventName(event)}</strong> <code className="muted">{event}</code>
          </span>
          <span className="delivered__state">{text}</span>
          <time className="delivered__at muted nowrap figures-text" dateTime={createdAt}>
            {at}
          </time>
          <Icon name="down" size={14} />
        </summary>
        {open && (
          <div className="page__stack stack gap-12 narrow delivered__body">
            <CodeBlock label="Contenido" text={readable(body)} copy="Copiar el contenido" />
          </div>
        )}
      </details>
      <div className="delivered__foot row-wrap gap-4-12 between">
        <Facts delivery={delivery} clock={clock} />
        {(status !== 'waiting' || attempts > 0) && (
          <button
            type="button"
            className="button button--small"
            aria-disabled={sending}
            onClick={() => sending || onAgain()}
          >
            {sending && <span className="spinner" aria-hidden="true" />}
            {status === 'waiting' ? 'Mandar ahora' : 'Mandar otra vez'}
            <span className="visually-hidden">
              : {eventName(event)}, {at}
            </span>
          </button>
        )}
      </div>
    </li>
  )
}
