// Why nothing is due in this period, and a link to a period with something due.
import type { Week } from '@padron/contract/obligations'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { countVerdict } from '@padron/contract/texts/count-verdict'
import { rangeText } from '../../lib/day-texts.ts'
import { numberText } from '../../lib/number-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { type Spans, spanPeriod } from './Periods.tsx'
import { monthTitle, type Period } from './period.ts'

type Props = {
  period: Period
  weeks: Spans | undefined
  today: string
  filtered: boolean
  onChoose: (period: Period) => void
  onClear: () => void
}

const titleOf = (period: Period, today: string, weeks: Spans | undefined): string => {
  // Without the weeks the basis is unknown.
  if (!weeks) return 'Ningún vencimiento registrado en este periodo'
  if (period.is === 'overdue') return 'Nada vencido'
  if (period.is === 'later') return `Nada vence después de ${weeks.is === 'week' ? 'estas semanas' : 'estos meses'}`
  if (period.is === 'month') return `Nada vence en ${monthTitle(period.month).toLowerCase()}`
  return period.from === today ? 'Nada vence esta semana' : `Nada vence ${rangeText(period.from, period.to, today)}`
}

/** The first week or month with obligations after the open one, otherwise the first of all. */
const nextOf = (period: Period, weeks: Spans | undefined): Week | undefined => {
  const full = weeks?.spans.filter(({ total }) => total > 0) ?? []
  return full.find(({ from }) => (period.is === 'week' || period.is === 'month') && from > period.from) ?? full[0]
}

const WHAT =
  'Aquí aparece lo que vence según los documentos de sus vehículos y lo que respondieron las fuentes: seguros, ' +
  'verificaciones, tarjetas, placas y pagos por hacer.'

const unknownText = (total: number): string =>
  'No se conoce ningún vencimiento ' +
  `${total === 1 ? 'del único vehículo' : `de ninguno de los ${numberText(total)} vehículos`}.`

const basisText = ({ known, total }: Spans['basis']): string =>
  `Entre los ${numberText(known)} de ${vehiclesText(total)} de los que se conoce algún vencimiento.`

export const EmptyObligations = ({ period, weeks, today, filtered, onChoose, onClear }: Props) => {
  const verdict = weeks && countVerdict(0, weeks.basis)
  const next = nextOf(period, weeks)
  const overdue = period.is === 'overdue' ? 0 : (weeks?.overdue.total ?? 0)
  const action = (
    <span className="nothing__ways flex-wrap gap-8">
      {overdue > 0 && (
        <Button
          label={overdue === 1 ? 'Ver el vencido' : `Ver los ${numberText(overdue)} vencidos`}
          onClick={() => onChoose({ is: 'overdue' })}
        />
      )}
      {filtered && <Button label="Limpiar filtros" onClick={onClear} />}
      {next && weeks && !filtered && (
        <Button
          label={
            weeks.is === 'week'
              ? `Ver la semana ${rangeText(next.from, next.to, today)} (${next.total})`
              : `Ver ${monthTitle(next.from.slice(0, 7)).toLowerCase()} (${next.total})`
          }
          onClick={() => onChoose(spanPeriod(weeks, next))}
        />
      )}
    </span>
  )
  if (weeks && verdict === 'empty') return <Message title="Sin datos" detail="No hay vehículos." action={action} />
  if (weeks && verdict === 'unknown')
    return <Message title="Sin datos" detail={`${unknownText(weeks.basis.total)} ${WHAT}`} action={action} />
  const none = weeks && !filtered && !weeks.overdue.total && !weeks.later && !next
  const detail = [
    verdict === 'partial' && weeks && basisText(weeks.basis),
    filtered ? 'Nada de lo que eligió mostrar vence en este periodo.' : none && WHAT,
  ]
  return (
    <Message
      title={titleOf(period, today, weeks)}
      detail={detail.filter(Boolean).join(' ') || undefined}
      action={action}
    />
  )
}
