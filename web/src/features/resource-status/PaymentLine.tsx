// The payment line. An expired one is not offered, because a payment with it has no effect; nor is one that may have
// been paid already.
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import { localText } from '@padron/contract/texts/local-text'
import { PAY_WORDS } from '@padron/contract/texts/payment-labels'
import { dayInText, isPast } from '../../lib/dates.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { useVehicle } from './vehicle-context.ts'

/** Debts of the line that a user marked as paid: the last mark, and the number of marked debts. */
type Marked = { at: string; marked: number; of: number }

export const listDebtRows = ({
  scrapedTickets,
  scrapedTenencias,
  scrapedRefrendo,
}: ResourceResult): readonly DebtRow[] => [...scrapedTickets, ...scrapedTenencias, ...scrapedRefrendo]

/** @param results the source's: one line may pay several of them */
export const markedOf = (results: readonly ResourceResult[], line: string | null): Marked | undefined => {
  const rows = results.filter(({ paymentLine }) => paymentLine === line).flatMap(listDebtRows)
  const marks = rows.flatMap(({ markedPaid }) => (markedPaid ? [markedPaid.dateTime] : []))
  const at = marks.toSorted().at(-1)
  return at && line ? { at, marked: marks.length, of: rows.length } : undefined
}

type Props = {
  line: string
  due: string | null
  covers: string | undefined
  /** How to get another line. */
  renewal: 'ask' | 'capture'
  marked: Marked | undefined
}

const RENEWALS: Readonly<Record<Props['renewal'], string>> = {
  ask: 'Vuelva a consultar la fuente para obtener otra.',
  capture: 'Consulte la fuente y capture de nuevo su respuesta.',
}

export const PaymentLine = ({ line, due, covers, renewal, marked }: Props) => {
  const { clock, country } = useVehicle()
  const { now, zone } = clock
  const words = PAY_WORDS[country].line
  const dayOf = (at: string): string => dayInText(at, zone)
  if (marked)
    return (
      <p className="payment small bordered rounded warning-text">
        <strong>Marcado como pagado el {dayOf(marked.at)}</strong>
        {marked.marked < marked.of && ` (${marked.marked} de ${marked.of} ${localText('adeudos')})`}:{' '}
        <code className="small break muted">{line}</code>{' '}
        {marked.marked < marked.of
          ? 'cobra también lo ya pagado; pida otra antes de pagar el resto.'
          : 'No vuelva a pagar con ella mientras la fuente lo confirma.'}
      </p>
    )
  if (due && isPast(due, now, zone))
    return (
      <p className="payment small bordered rounded warning-text">
        <strong>{words} vencida</strong> el {dayOf(due)}. {RENEWALS[renewal]}
      </p>
    )
  return (
    <div className="payment row-wrap small bordered rounded">
      <span className="muted">{words}</span>
      <code className="small break">{line}</code>
      <CopyButton text={line} label={`Copiar ${words.toLowerCase()} ${line}`} />
      {covers && <strong>{covers}</strong>}
      <span className="muted">{due ? `Vigente hasta ${dayOf(due)}` : 'Vigencia desconocida'}</span>
    </div>
  )
}
