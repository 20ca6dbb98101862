// The weeks to come, between what is already overdue and what is due after them: one choice, arrows move in it. Each says how much
// falls in it and of what, in words.

import type { Reply } from '@padron/contract/call'
import { countVerdict } from '@padron/contract/count-verdict'
import { addDays } from '@padron/contract/days'
import { OBLIGATION_KINDS } from '@padron/contract/obligation-kinds'
import type { obligations, Week } from '@padron/contract/obligations'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { rangeText, shortRange } from '../../lib/day-words.ts'
import { moneyText, NOTHING } from '../../lib/money-text.ts'
import { countedText, numberText } from '../../lib/number-text.ts'
import { useUser } from '../../session/user-context.ts'
import { FailureLine } from '../../ui/LoadFailure.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { kindName, shortKind } from './kind-words.ts'
import { type Period, periodKey } from './period.ts'

type Weeks = Reply<typeof obligations.weeks>

const vehiclesText = (count: number): string => countedText(count, 'vehículo', 'vehículos')

const Breakdown = ({ counts }: { counts: Week['byKind'] }): ReactNode => {
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

type ChoiceProps = {
  name: string
  value: string
  chosen: boolean
  onChoose: () => void
  kind?: string
  children: ReactNode
}

const Choice = ({ name, value, chosen, onChoose, kind, children }: ChoiceProps): ReactNode => {
  const place = useRef<HTMLLabelElement>(null)
  // Where the strip scrolls, what is chosen is in sight.
  useEffect(() => {
    if (chosen) place.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  return (
    <label
      ref={place}
      className={`period box stack tiny relative pressable${kind ? ` period--${kind}` : ''}`}
      data-period={value}
    >
      <input type="radio" className="visually-hidden" name={name} value={value} checked={chosen} onChange={onChoose} />
      {children}
    </label>
  )
}

type Props = { data: Weeks; chosen: Period; onChoose: (period: Period) => void }

/** A number, or that nothing is known. */
const Total = ({ total, basis, noun }: { total: number; basis: Weeks['basis']; noun?: string }): ReactNode =>
  countVerdict(total, basis) === 'unknown' ? (
    <>
      <span aria-hidden="true">{NOTHING}</span>
      <span className="visually-hidden">sin datos</span>
    </>
  ) : (
    <>
      {numberText(total)}
      {noun && <span className="visually-hidden"> {noun}</span>}
    </>
  )

type WeekProps = { week: Week; today: string; basis: Weeks['basis'] }

const WeekChoice = ({ week, today, basis }: WeekProps): ReactNode => {
  const { country } = useUser()
  const now = week.from === today
  return (
    <>
      <span className="row gap-4 strong nowrap" title={`Semana ${rangeText(week.from, week.to, today)}`}>
        {now ? 'Esta semana' : shortRange(week.from, week.to)}
      </span>
      <span className={`period__total nowrap figures-text${week.total ? '' : ' muted'}`}>
        <Total total={week.total} basis={basis} noun={week.total === 1 ? 'vencimiento' : 'vencimientos'} />
        {week.vehicles > 0 && (
          <small className="muted tiny regular" title={vehiclesText(week.vehicles)}>
            {' '}
            {numberText(week.vehicles)} veh.
          </small>
        )}
      </span>
      {week.amount !== null && (
        <span className="truncate figures-text" title="Suma de las líneas de pago">
          {moneyText(week.amount, country)}
        </span>
      )}
      <Breakdown counts={week.byKind} />
      {now && <span className="muted">{shortRange(week.from, week.to)}</span>}
    </>
  )
}

const Periods = ({ data, chosen, onChoose }: Props): ReactNode => {
  const { today, overdue, weeks, later, basis } = data
  const name = useId()
  const key = periodKey(chosen)
  const last = weeks.at(-1)
  const after: Period | undefined = last && { is: 'later', from: addDays(last.to, 1) }
  return (
    <fieldset className="periods stack gap-4 scroll-x relative">
      <legend className="visually-hidden">Periodo</legend>
      <Choice
        name={name}
        value="overdue"
        kind="overdue"
        chosen={key === 'overdue'}
        onChoose={() => onChoose({ is: 'overdue' })}
      >
        <span className="row gap-4 strong nowrap">
          {overdue.total > 0 && <StatusSign sign="debt" size={16} />}
          Vencidos
        </span>
        <span className={`period__total nowrap figures-text${overdue.total ? '' : ' muted'}`}>
          <Total total={overdue.total} basis={basis} />
        </span>
        {overdue.total > 0 && <span className="muted">{vehiclesText(overdue.vehicles)}</span>}
        <Breakdown counts={overdue.byKind} />
      </Choice>
      {weeks.map((week) => (
        <Choice
          key={week.from}
          name={name}
          value={week.from}
          chosen={key === week.from}
          onChoose={() => onChoose({ is: 'week', from: week.from, to: week.to })}
        >
          <WeekChoice week={week} today={today} basis={basis} />
        </Choice>
      ))}
      {after && (
        <Choice name={name} value="later" kind="later" chosen={key === 'later'} onChoose={() => onChoose(after)}>
          <span className="row gap-4 strong nowrap">Después</span>
          <span className={`period__total nowrap figures-text${later ? '' : ' muted'}`}>
            <Total total={later} basis={basis} />
          </span>
        </Choice>
      )}
    </fieldset>
  )
}

type BarProps = {
  weeks: UseQueryResult<Weeks>
  chosen: Period
  onChoose: (period: Period) => void
}

/** The strip, also while it loads and when it could not be had: the list under it works all the same. */
export const PeriodsBar = ({ weeks, chosen, onChoose }: BarProps): ReactNode => {
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
        error={weeks.error}
        onRetry={() => void weeks.refetch()}
      />
    )
  return (
    <div className="periods-bar rigid periods-bar--bones no-print" role="status" aria-label="Cargando las semanas" />
  )
}
