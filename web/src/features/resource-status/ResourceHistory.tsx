// The past according to open data, in a plain style: it decides no status, and does not say what is owed today.
import type { ScrapedResource } from '@padron/contract/resource-status'
import { dayInText } from '../../lib/dates.ts'
import { moneyText } from '../../lib/money-text.ts'
import { Icon } from '../../ui/icons.tsx'
import { useVehicle } from './vehicle-context.ts'

export const ResourceHistory = ({ rows }: { rows: ScrapedResource['scraped']['history'] }) => {
  const { clock, country } = useVehicle()
  return (
    <details className="past small muted">
      <summary className="row">
        Historial (datos abiertos): {rows.length === 1 ? '1 registro' : `${rows.length} registros`}
        <Icon name="down" size={14} />
      </summary>
      <p>Lo que una fuente publicó en su momento. No dice si hoy se debe algo.</p>
      <ul>
        {rows.map(({ description, dateTime: at, amount, paid }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of the past have no id and are not reordered
          <li className="flex gap-12" key={i}>
            <span className="past__date rigid figures-text">{at ? dayInText(at, clock.zone) : 'sin fecha'}</span>
            <span className="fill break">
              {description}
              {paid !== null && <small> ({paid ? 'con pago registrado' : 'sin pago registrado entonces'})</small>}
            </span>
            {amount !== null && <span className="money">{moneyText(amount, country)}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
