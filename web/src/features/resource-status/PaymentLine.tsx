// The line to pay with. A past due one is never offered: paying with it would be paying for nothing.
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime, isPast } from '../../lib/dates.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'

type Props = { line: string; due: string | null; covers: string | undefined; clock: Clock }

export const PaymentLine = ({ line, due, covers, clock: { now, zone } }: Props): ReactNode => {
  const day = due && dateTime(due, zone).slice(0, 10)
  if (due && isPast(due, now, zone))
    return (
      <p className="payment payment--past">
        <strong>Línea vencida</strong> el {day}. Vuelva a consultar la fuente para obtener otra.
      </p>
    )
  return (
    <div className="payment">
      <span className="muted">Línea de captura</span>
      <code>{line}</code>
      <CopyButton text={line} label={`Copiar línea de captura ${line}`} />
      {covers && <strong>{covers}</strong>}
      <span className="muted">{day ? `Vigente hasta ${day}` : 'Vigencia: no se sabe'}</span>
    </div>
  )
}
