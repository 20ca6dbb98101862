// The rows of the work list: a table, and cards on a phone. The plate opens the reconciliation.
import type { Reply } from '@padron/contract/call'
import type { vehicles } from '@padron/contract/vehicles'
import type { ReactNode } from 'react'
import { dateTime } from '../../lib/dates.ts'
import { useUser } from '../../session/user-context.ts'
import { titleOf } from './vehicle-values.ts'

type Row = Reply<typeof vehicles.differing>['vehicles'][number]
type Props = { rows: readonly Row[]; zone: string; onOpen: (vehicleAssetId: number) => void }

const useFieldsText = () => {
  const { country } = useUser()
  return ({ differing }: Row): string => differing.map((field) => titleOf(field, country)).join(', ')
}

const Plate = ({ row: { plate, vehicleAssetId }, onOpen }: { row: Row; onOpen: Props['onOpen'] }): ReactNode => (
  <button
    type="button"
    className="link-button differences__plate"
    aria-haspopup="dialog"
    title={`Conciliar ${plate}`}
    onClick={() => onOpen(vehicleAssetId)}
  >
    {plate}
  </button>
)

export const DifferenceTable = ({ rows, zone, onOpen }: Props): ReactNode => {
  const fieldsText = useFieldsText()
  const { country } = useUser()
  return (
    <table className="differences">
      <caption className="visually-hidden">Vehículos con datos por conciliar</caption>
      <thead>
        <tr>
          <th scope="col">Placa</th>
          <th scope="col">VIN</th>
          <th scope="col">{titleOf('stateId', country)}</th>
          <th scope="col">Campos que difieren</th>
          <th scope="col">Fecha de la fuente</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.vehicleAssetId}>
            <th scope="row">
              <Plate row={row} onOpen={onOpen} />
            </th>
            <td className="code">{row.vin}</td>
            <td>{row.stateName}</td>
            <td className="differences__fields">{fieldsText(row)}</td>
            <td className="code">{dateTime(row.dateTime, zone)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const DifferenceCards = ({ rows, zone, onOpen }: Props): ReactNode => {
  const fieldsText = useFieldsText()
  return (
    <ul className="cards" aria-label="Vehículos con datos por conciliar">
      {rows.map((row) => (
        <li key={row.vehicleAssetId} className="card">
          <div className="card__head">
            <Plate row={row} onOpen={onOpen} />
            <span className="muted">{row.stateName}</span>
          </div>
          <p className="card__name">VIN {row.vin}</p>
          <p className="card__name">{fieldsText(row)}</p>
          <p className="card__name muted">{dateTime(row.dateTime, zone)}</p>
        </li>
      ))}
    </ul>
  )
}
