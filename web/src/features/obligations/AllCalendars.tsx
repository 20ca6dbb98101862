// Every official calendar that is known: what it says, to whom, who published it, and whether it is shown or why not.
import { type CalendarRule, obligations as calls } from '@padron/contract/obligations'
import type { ReactNode } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { INFORMATIVE, saysText, sourceText, validText } from './rule-words.ts'

const BONES = 5

const Standing = ({ rule }: { rule: CalendarRule }): ReactNode =>
  rule.shown ? (
    <p className="rule__standing flex gap-6 baseline">
      <StatusSign sign="clear" size={16} />
      Se muestra
    </p>
  ) : (
    <p className="rule__standing flex gap-6 baseline">
      <StatusSign sign="unknown" size={16} />
      <span>No se muestra. {rule.whyNot ?? 'No está vigente hoy.'}</span>
    </p>
  )

type OneProps = { rule: CalendarRule; onVehicles: (rule: CalendarRule) => void }

const One = ({ rule, onVehicles }: OneProps): ReactNode => (
  <li className="rule ruled-above">
    <h3>{rule.title}</h3>
    <p className="muted">{rule.where}</p>
    <p>{saysText(rule)}</p>
    {rule.note && <p className="muted">{rule.note}</p>}
    <Standing rule={rule} />
    <p className="muted rule__source small break">
      {[validText(rule), `Fuente: ${sourceText(rule)}`].filter(Boolean).join(' · ')}
    </p>
    {rule.shown && (
      <button
        type="button"
        className="link-button"
        aria-haspopup="dialog"
        aria-label={`Ver los vehículos a los que toca: ${rule.title}`}
        onClick={() => onVehicles(rule)}
      >
        Ver los vehículos
      </button>
    )}
  </li>
)

type Props = { from: string; to: string; onVehicles: (rule: CalendarRule) => void; onClose: () => void }

export const AllCalendars = ({ from, to, onVehicles, onClose }: Props): ReactNode => {
  const list = useQuietCall(calls.rules, { query: { from, to } })
  const content = () => {
    if (list.isError && !list.data)
      return <LoadFailure title={calls.rules.fails} error={list.error} onRetry={() => void list.refetch()} />
    if (!list.data) return <TableSkeleton label="Cargando los calendarios" rows={BONES} columns={1} />
    if (list.data.rules.length === 0)
      return (
        <Message title="Sin calendarios" detail="No se conoce ningún calendario oficial que toque a su flotilla." />
      )
    return (
      <>
        <p className="muted rules__about">{INFORMATIVE}</p>
        <ul
          className="rules"
          aria-label="Calendarios"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must do so by keyboard, with nothing to press in it too
          tabIndex={0}
        >
          {list.data.rules.map((rule) => (
            <One key={rule.ruleKey} rule={rule} onVehicles={onVehicles} />
          ))}
        </ul>
      </>
    )
  }
  return (
    <Dialog title="Calendarios oficiales" shape="wide" onClose={onClose}>
      {content()}
    </Dialog>
  )
}
