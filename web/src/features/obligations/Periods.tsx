// The weeks to come, between what is already overdue and what is due after them: one choice, arrows move in it. Each
// says how much falls in it and of what, in words.

import type { Reply } from '@padron/contract/call'
import { countVerdict } from '@padron/contract/count-verdict'
import { addDays } from '@padron/contract/days'
import { OBLIGATION_KINDS } from '@padron/contract/obligation-kinds'
import type { obligations, Week } from '@padron/contract/obligations'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { rangeText, shortRange } from '../../lib/day-words.ts'
import { moneyText, NOTHING } from '../../lib/money-text.ts'
import { numberText } from '../../lib/number-text.ts'
import { useUser } from '../../session/user-context.ts'
import { FailureLine } from '../../ui/LoadFailure.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { kindName, shortKind } from './kind-words.ts'
import { type Period, periodKey } from './period.ts'
import { vehiclesText } from './rule-words.ts'

type Weeks = Reply<typeof obligations.weeks>

const Breakdown = ({ counts }: { counts: Week['byKind'] }) => {
  const { country } = useUser()
  return (
    <span className="period__kinds stack">
      {OBLIGATION_KINDS.filter(({ kind }) => counts[kind] > 0).map(({ kind }) => (
        <span className="flex gap-6 between" key={kind} title={kindName(kind, country)}>
          {shortKind(kind, country)} <b className="strong figures-text">{numberText(counts[kind])}</b>
        </span>
      ))}
    </span>
  )
}

type ChoiceProps = Pick<Props, 'chosen' | 'onChoose'> & {
  name: string
  period: Period
  heading: ReactNode
  headingTitle?: string
  total: number
  /** Nothing is known: zero does not mean none. */
  isUnknown: boolean
  /** After the number. */
  note?: ReactNode
  children?: ReactNode
}

const Choice = (props: ChoiceProps) => {
  const { name, period, chosen, onChoose, heading, headingTitle, total, isUnknown, note, children } = props
  const value = periodKey(period)
  const isChosen = value === periodKey(chosen)
  const place = useRef<HTMLLabelElement>(null)
  // Where the strip scrolls, what is chosen is in sight.
  useEffect(() => {
    if (isChosen) place.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [isChosen])
  return (
    <label ref={place} className="period box stack tiny relative pressable" data-period={value}>
      <input
        type="radio"
        className="visually-hidden"
        name={name}
        value={value}
        checked={isChosen}
        onChange={() => onChoose(period)}
      />
      <span className="row gap-4 strong nowrap" title={headingTitle}>
        {heading}
      </span>
      <span className={`period__total nowrap figures-text${total ? '' : ' muted'}`}>
        {isUnknown ? (
          <>
            <span aria-hidden="true">{NOTHING}</span>
            <span className="visually-hidden">sin datos</span>
          </>
        ) : (
          numberText(total)
        )}
        {note}
      </span>
      {children}
    </label>
  )
}

type Props = { data: Weeks; chosen: Period; onChoose: (period: Period) => void }

const Periods = ({ data, chosen, onChoose }: Props) => {
  const { country } = useUser()
  const { today, overdue, weeks, later, basis } = data
  const choice = { name: useId(), chosen, onChoose }
  const last = weeks.at(-1)
  const isUnknown = (total: number): boolean => countVerdict(total, basis) === 'unknown'
  return (
    <fieldset className="periods stack gap-4 scroll-x relative">
      <legend className="visually-hidden">Periodo</legend>
      <Choice
        {...choice}
        period={{ is: 'overdue' }}
        heading={
          <>
            {overdue.total > 0 && <StatusSign sign="debt" size={16} />}
            Vencidos
          </>
        }
        total={overdue.total}
        isUnknown={isUnknown(overdue.total)}
      >
        {overdue.total > 0 && <span className="muted">{vehiclesText(overdue.vehicles)}</span>}
        <Breakdown counts={overdue.byKind} />
      </Choice>
      {weeks.map(({ from, to, total, vehicles, amount, byKind }) => (
        <Choice
          key={from}
          {...choice}
          period={{ is: 'week', from, to }}
          heading={from === today ? 'Esta semana' : shortRange(from, to)}
          headingTitle={`Semana ${rangeText(from, to, today)}`}
          total={total}
          isUnknown={isUnknown(total)}
          note={
            <>
              {!isUnknown(total) && (
                <span className="visually-hidden"> {total === 1 ? 'vencimiento' : 'vencimientos'}</span>
              )}
              {vehicles > 0 && (
                <small className="muted tiny regular" title={vehiclesText(vehicles)}>
                  {' '}
                  {numberText(vehicles)} veh.
                </small>
              )}
            </>
          }
        >
          {amount !== null && (
            <span className="truncate figures-text" title="Suma de las líneas de pago">
              {moneyText(amount, country)}
            </span>
          )}
          <Breakdown counts={byKind} />
          {from === today && <span className="muted">{shortRange(from, to)}</span>}
        </Choice>
      ))}
      {last && (
        <Choice
          {...choice}
          period={{ is: 'later', from: addDays(last.to, 1) }}
          heading="Después"
          total={later}
          isUnknown={isUnknown(later)}
        />
      )}
    </fieldset>
  )
}

type BarProps = Omit<Props, 'data'> & { weeks: UseQueryResult<Weeks> }

/** The strip, also while it loads and when it could not be had: the list under it works all the same. */
export const PeriodsBar = ({ weeks, chosen, onChoose }: BarProps) => {
  if (weeks.data)
    return (
      <div className="periods-bar rigid" data-waiting={weeks.isPlaceholderData}>
        <Periods data={weeks.data} chosen={chosen} onChoose={onChoose} />
      </div>
    )
  if (weeks.isError)
    return (
      <FailureLine
        className="periods-bar rigid periods-bar--failed"
        title="No se pudo obtener cuánto vence en cada semana."
        query={weeks}
      />
    )
  return (
    <div className="periods-bar rigid periods-bar--skeleton no-print" role="status" aria-label="Cargando las semanas" />
  )
}
