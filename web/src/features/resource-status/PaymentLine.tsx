// The line to pay with. A past due one is never offered: paying with it would be paying for nothing; nor is one with which
// somebody may have paid already.
import type { Country } from '@padron/contract/countries'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime, isPast } from '../../lib/dates.ts'
import { PAY_WORDS } from '../../lib/pay-words.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'

/** How another line is come by. */
export type Renewal = 'ask' | 'capture'
/** Debts that the line is for and somebody marked as paid: the newest mark, and how many of how many. */
export type Marked = { at: string; marked: number; of: number }

type Props = {
  line: string
  due: string | null
  covers: string | undefined
  renewal: Renewal
  marked: Marked | undefined
  clock: Clock
  country: Country
}

const RENEWALS: Readonly<Record<Renewal, string>> = {
  ask: 'Vuelva a consultar la fuente para obtener otra.',
  capture: 'Consulte la fuente y capture de nuevo su respuesta.',
}

const Paid = ({
  line,
  marked: { at, marked, of },
  clock: { zone },
}: {
  line: string
  marked: Marked
  clock: Clock
}) => (
  <p className="payment row-wrap small bordered rounded payment--paid">
    <strong>Marcado como pagado el {dateTime(at, zone).slice(0, 10)}</strong>
    {marked < of && ` (${marked} de ${of} adeudos)`}: <code className="small break muted">{line}</code>{' '}
    {marked < of
      ? 'cobra también lo ya pagado; pida otra antes de pagar el resto.'
      : 'No vuelva a pagar con ella mientras la fuente lo confirma.'}
  </p>
)

export const PaymentLine = ({ line, due, covers, renewal, marked, clock, country }: Props): ReactNode => {
  const { now, zone } = clock
  const words = PAY_WORDS[country].line
  const day = due && dateTime(due, zone).slice(0, 10)
  if (marked) return <Paid line={line} marked={marked} clock={clock} />
  if (due && isPast(due, now, zone))
    return (
      <p className="payment row-wrap small bordered rounded payment--past">
        <strong>{words} vencida</strong> el {day}. {RENEWALS[renewal]}
      </p>
    )
  return (
    <div className="payment row-wrap small bordered rounded">
      <span className="muted">{words}</span>
      <code className="small break">{line}</code>
      <CopyButton text={line} label={`Copiar ${words.toLowerCase()} ${line}`} />
      {covers && <strong>{covers}</strong>}
      <span className="muted">{day ? `Vigente hasta ${day}` : 'Vigencia: no se sabe'}</span>
    </div>
  )
}
