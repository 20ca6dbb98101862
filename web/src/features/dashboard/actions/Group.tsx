// One thing to do: what it is and what is at stake on one line, its vehicles under it. Where there is nothing, a quiet line.
import type { FleetQuery } from '@padron/contract/catalogue'
import { numberText } from '@padron/contract/count-of'
import { type ReactNode, useId, useState } from 'react'
import type { Sign } from '../../../lib/status-words.ts'
import { useCan, useUser } from '../../../session/user-context.ts'
import { Icon } from '../../../ui/icons.tsx'
import { StatusSign } from '../../../ui/StatusSign.tsx'
import { SeeInCatalogue } from './SeeInCatalogue.tsx'

type NoneProps = { title: string; sign: Sign; words: string }

export const NoneOf = ({ title, sign, words }: NoneProps): ReactNode => (
  <li className="next-none stack">
    <StatusSign sign={sign} size={16} />
    <h3>{title}</h3>
    <p className="muted small">{words}</p>
  </li>
)

type Props = {
  title: string
  sign: Sign
  /** What is at stake; `least`: a part of it is not known. */
  stake: { amount: string; least: boolean }
  says: string
  vehicles: number
  /** Of its vehicles; null where no filter says which they are. */
  query: FleetQuery | null
  /** Of how many rows these are the first. */
  of: { shown: number; total: number }
  note?: ReactNode
  children: ReactNode
}

export const Group = ({ title, sign, stake, says, vehicles, query, of, note, children }: Props): ReactNode => {
  const [open, setOpen] = useState(false)
  const { country } = useUser()
  const reads = useCan('vehicles_read')
  const rows = useId()
  return (
    <li className="next-group">
      <div className="next-group__head row">
        <h3>
          <button type="button" aria-expanded={open} aria-controls={rows} onClick={() => setOpen(!open)}>
            <Icon name={open ? 'down' : 'right'} size={16} />
            <StatusSign sign={sign} size={18} />
            <span className="next-group__what fill">
              <span className="block">{title}</span>
              <span className="next-group__says small muted regular block">{says}</span>
            </span>
            <span className="next-group__stake text-end money">
              {stake.least && <small className="tiny muted regular">al menos </small>}
              <strong className="nowrap">{stake.amount}</strong>
            </span>
          </button>
        </h3>
        {reads && (
          <span className="next-group__way no-print rigid text-end">
            <SeeInCatalogue query={query} vehicles={vehicles} title={title} />
          </span>
        )}
      </div>
      <div id={rows} className="next-group__rows scroll-x" hidden={!open}>
        {open && (
          <>
            {note}
            {children}
            {of.shown < of.total && (
              <p className="muted next-group__first small measure">
                {of.shown === 1 ? 'El primero' : `Los primeros ${numberText(of.shown, country)}`} de{' '}
                {numberText(of.total, country)}.
              </p>
            )}
          </>
        )}
      </div>
    </li>
  )
}
