// Rows as they would be written: a table, and on a phone cards. Each opens to show all its cells.
import type { ImportRow } from '@padron/contract/imports'
import { lazy, type ReactNode, Suspense } from 'react'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import './imports-rows.css'
import { numberText } from '../../lib/number-text.ts'
import { Happens, Include, Notes, type RowContext, Vehicle } from './RowParts.tsx'
import { type Opened, RowToggles, useToggles } from './RowToggles.tsx'

const RowDetail = lazy(() => import('./RowDetail.tsx').then((m) => ({ default: m.RowDetail })))

const COLUMNS = 4
const SKELETON_ROWS = 3

type RowProps = { row: ImportRow; context: RowContext }
type Props = { rows: readonly ImportRow[]; context: RowContext }

const Detail = (props: RowProps & { opened: Opened }): ReactNode => (
  <Suspense fallback={<TableSkeleton label="Cargando celdas" rows={SKELETON_ROWS} columns={1} />}>
    <RowDetail {...props} />
  </Suspense>
)

const TableRow = ({ row, context }: RowProps): ReactNode => {
  const { opened, toggle } = useToggles({ row, context })
  return (
    <>
      <tr data-row={row.row}>
        <td className="import-rows__number">{numberText(row.row)}</td>
        <th scope="row">
          <Vehicle row={row} context={context} />
        </th>
        <td>
          <Happens row={row} context={context} />
          <Include row={row} context={context} />
          <RowToggles row={row} context={context} opened={opened} toggle={toggle} />
        </td>
        <td>
          <Notes row={row} />
        </td>
      </tr>
      {opened && (
        <tr className="import-rows__detail">
          <td colSpan={COLUMNS}>
            <Detail row={row} context={context} opened={opened} />
          </td>
        </tr>
      )}
    </>
  )
}

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
        <TableRow key={row.row} row={row} context={context} />
      ))}
    </tbody>
  </table>
)

const RowCard = ({ row, context }: RowProps): ReactNode => {
  const { opened, toggle } = useToggles({ row, context })
  return (
    <li className="card import-card">
      <div className="card__head">
        <span className="import-card__vehicle">
          <Vehicle row={row} context={context} />
        </span>
        <span className="muted">Fila {numberText(row.row)}</span>
      </div>
      <Happens row={row} context={context} />
      <Include row={row} context={context} />
      <Notes row={row} />
      <RowToggles row={row} context={context} opened={opened} toggle={toggle} />
      {opened && <Detail row={row} context={context} opened={opened} />}
    </li>
  )
}

export const RowCards = ({ rows, context }: Props): ReactNode => (
  <ul className="cards" aria-label="Filas del archivo">
    {rows.map((row) => (
      <RowCard key={row.row} row={row} context={context} />
    ))}
  </ul>
)
