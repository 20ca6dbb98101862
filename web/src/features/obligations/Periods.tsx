// The coming weeks or months, between what is overdue and what is due after them: a radio group with arrow keys. Each
// states the number of items and their kinds.
import type { Reply } from '@padron/contract/call'
import { addDays } from '@padron/contract/days'
import type { obligations, Week } from '@padron/contract/obligations'
import { OBLIGATION_KINDS } from '@padron/contract/rules/obligation-kinds'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { countVerdict } from '@padron/contract/texts/count-verdict'
import { payLines } from '@padron/contract/texts/payment-labels'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { rangeText, shortRange } from '../../lib/day-texts.ts'
import { moneyText, NOTHING } from '../../lib/money-text.ts'
import { numberText } from '../../lib/number-text.ts'
import { useUser } from '../../session/user-context.ts'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { kindName, shortKind } from './kind-labels.ts'
import { monthTitle, type Period, periodKey } from './period.ts'

/** The server's counts of the weeks, or of the months. */
export type Spans = Omit<Reply<typeof obligations.weeks>, 'weeks'> & { is: 'week' | 'month'; spans: readonly Week[] }

/** The period of a week or month in the strip. */
export const spanPeriod = ({ is }: Pick<Spans, 'is'>, { from, to }: Pick<Week, 'from' | 'to'>): Period =>
  is === 'week' ? { is, from, to } : { is, month: from.slice(0, 7), from, to }

const headingOf = ({ is, today }: Spans, { from, to }: Week): { heading: string; title: string; under?: string } => {
  if (is === 'week') {
    const range = shortRange(from, to)
    const title = `Semana ${rangeText(from, to, today)}`
    return from === today ? { heading: 'Esta semana', title, under: range } : { heading: range, title }
  }
  const title = monthTitle(from.slice(0, 7))
  const [name = ''] = title.split(' ')
  if (from.slice(0, 7) === today.slice(0, 7)) return { heading: 'Este mes', title, under: name }
  return { heading: from.slice(0, 4) === today.slice(0, 4) ? name : `${name.slice(0, 3)} ${from.slice(0, 4)}`, title }
}

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
  /** Whether nothing is known: zero does not mean none. */
  isUnknown: boolean
  /** Content after the number. */
  note?: ReactNode
  children?: ReactNode
}

const Choice = (props: ChoiceProps) => {
  const { name, period, chosen, onChoose, heading, headingTitle, total, isUnknown, note, children } = props
  const value = periodKey(period)
  const isChosen = value === periodKey(chosen)
  const place = useRef<HTMLLabelElement>(null)
  // If the strip scrolls, the selected period stays visible.
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

type Props = { data: Spans; chosen: Period; onChoose: (period: Period) => void }

const Periods = ({ data, chosen, onChoose }: Props) => {
  const { country } = useUser()
  const { overdue, spans, later, basis } = data
  const choice = { name: useId(), chosen, onChoose }
  const last = spans.at(-1)
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
      {spans.map((span) => {
        const { from, total, vehicles, amount, byKind } = span
        const { heading, title, under } = headingOf(data, span)
        return (
          <Choice
            key={from}
            {...choice}
            period={spanPeriod(data, span)}
            heading={heading}
            headingTitle={title}
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
              <span className="figures-text" title={`Suma de las ${payLines(country)}`}>
                {moneyText(amount, country)}
              </span>
            )}
            <Breakdown counts={byKind} />
            {under && <span className="muted">{under}</span>}
          </Choice>
        )
      })}
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

type BarProps = Omit<Props, 'data'> & {
  data: Spans | undefined
  query: Pick<UseQueryResult, 'isPlaceholderData' | 'isError' | 'error' | 'refetch'>
  is: Spans['is']
}

/** The strip, also while it loads or after a failure; the list below it does not depend on it. */
export const PeriodsBar = ({ data, query, is, chosen, onChoose }: BarProps) => {
  if (data)
    return (
      <div className="periods-bar rigid" data-waiting={query.isPlaceholderData}>
        <Periods data={data} chosen={chosen} onChoose={onChoose} />
      </div>
    )
  if (query.isError)
    return (
      <FailureLine
        className="periods-bar rigid periods-bar--failed"
        title={`No se pudo obtener cuánto vence en cada ${is === 'week' ? 'semana' : 'mes'}.`}
        query={query}
      />
    )
  const label = `Cargando ${is === 'week' ? 'las semanas' : 'los meses'}`
  return <div className="periods-bar rigid periods-bar--skeleton no-print" role="status" aria-label={label} />
}
