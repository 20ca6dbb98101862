// Rows as they would be written: a table, and on a phone cards.
import type { ImportRow } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import { Happens, Include, Notes, type RowContext, Vehicle } from './RowParts.tsx'

type Props = { rows: readonly ImportRow[]; context: RowContext }

export const RowsTable = ({ rows, context }: Props): ReactNode => (
  <table className="grid import-rows">
    <caption className="visually-hidden">Filas del archivo</caption>
    <thead>
      <tr>
        <th scope="col" className="import-rows__number">
          Fila
        </th>
        <th scope="col" className="import-rows__vehicle">
          Vehículo
        </th>
        <th scope="col">Qué pasa</th>
        <th scope="col">Observaciones</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.row} data-row={row.row}>
          <td className="import-rows__number">{row.row.toLocaleString('es-MX')}</td>
          <th scope="row">
            <Vehicle row={row} context={context} />
          </th>
          <td>
            <Happens row={row} context={context} />
            <Include row={row} context={context} />
          </td>
          <td>
            <Notes row={row} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const RowCards = ({ rows, context }: Props): ReactNode => (
  <ul className="cards" aria-label="Filas del archivo">
    {rows.map((row) => (
      <li key={row.row} className="card import-card">
        <div className="card__head">
          <span className="import-card__vehicle">
            <Vehicle row={row} context={context} />
          </span>
          <span className="muted">Fila {row.row.toLocaleString('es-MX')}</span>
        </div>
        <Happens row={row} context={context} />
        <Include row={row} context={context} />
        <Notes row={row} />
      </li>
    ))}
  </ul>
)
