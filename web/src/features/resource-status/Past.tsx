// What open data say of the past, quietly: it decides no status, and does not say what is owed today.
import type { Country } from '@padron/contract/countries'
import type { ReactNode } from 'react'
import { dateTime } from '../../lib/dates.ts'
import { moneyText } from '../../lib/money-text.ts'
import type { PastRows } from './past-of.ts'

const paidText = (paid: boolean | null): string => {
  if (paid === null) return ''
  return paid ? 'con pago registrado' : 'sin pago registrado entonces'
}

export const Past = ({ rows, country, zone }: { rows: PastRows; country: Country; zone: string }): ReactNode => (
  <details className="past small muted">
    <summary>Historial (datos abiertos): {rows.length === 1 ? '1 registro' : `${rows.length} registros`}</summary>
    <p>Lo que una fuente publicó en su momento. No dice si hoy se debe algo.</p>
    <ul>
      {rows.map(({ description, dateTime: at, amount, paid }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of the past have no identity and never move
        <li className="flex gap-12" key={i}>
          <span className="past__date rigid figures-text">{at ? dateTime(at, zone).slice(0, 10) : 'sin fecha'}</span>
          <span className="fill break">
            {description}
            {paid !== null && <small> ({paidText(paid)})</small>}
          </span>
          {amount !== null && <span className="money">{moneyText(amount, country)}</span>}
        </li>
      ))}
    </ul>
  </details>
)
