// Rows as they would be written: a table, and on a phone cards. Each opens to show all its cells.
import type { ImportRow } from '@padron/contract/imports'
import { lazy, type ReactNode, Suspense } from 'react'
import { DataTable } from '../../ui/DataTable.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import type { Column } from '../../ui/table-column.ts'
import './imports-rows.css'
import { numberText } from '../../lib/number-text.ts'
import { Happens, Include, Notes, type RowContext, Vehicle } from './RowParts.tsx'
import { type Opened, RowToggles, useOpenedRows } from './RowToggles.tsx'

const RowDetail = lazy(() => import('./RowDetail.tsx').then((m) => ({ default: m.RowDetail })))

const SKELETON_ROWS = 3

type RowProps = { row: ImportRow; context: RowContext }
type Props = { rows: readonly ImportRow[]; context: RowContext }

const Detail = (props: RowProps & { opened: Opened }): ReactNode => (
  <Suspense fallback={<TableSkeleton label="Cargando celdas" rows={SKELETON_ROWS} columns={1} />}>
    <RowDetail {...props} />
  </Suspense>
)

type Context = RowContext & ReturnType<typeof useOpenedRows>

const COLUMNS: readonly Column<ImportRow, Context>[] = [
  { key: 'row', title: 'Fila', className: 'import-rows__number', cell: ({ row }) => numberText(row) },
  {
    key: 'vehicle',
    title: 'Vehículo',
    head: true,
    className: 'import-rows__vehicle',
    cell: (row, context) => <Vehicle row={row} context={context} />,
  },
  {
    key: 'happens',
    title: 'Qué pasa',
    cell: (row, context) => (
      <>
        <Happens row={row} context={context} />
        <Include row={row} context={context} />
        <RowToggles
          row={row}
          context={context}
          opened={context.openedOf(row)}
          toggle={(what) => context.toggle(row, what)}
        />
      </>
    ),
  },
  { key: 'notes', title: 'Observaciones', cell: (row) => <Notes row={row} /> },
]

export const RowsTable = ({ rows, context }: Props): ReactNode => {
  const toggles = useOpenedRows(context)
  return (
    <DataTable
      className="grid import-rows"
      caption="Filas del archivo"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ row }) => row}
      context={{ ...context, ...toggles }}
      detailOf={(row) => {
        const opened = toggles.openedOf(row)
        return opened && <Detail row={row} context={context} opened={opened} />
      }}
    />
  )
}

const RowCard = ({ row, context }: RowProps): ReactNode => {
  const { openedOf, toggle } = useOpenedRows(context)
  const opened = openedOf(row)
  return (
    <li className="card import-card">
      <div className="card__head row-wrap between">
        <span className="import-card__vehicle">
          <Vehicle row={row} context={context} />
        </span>
        <span className="muted">Fila {numberText(row.row)}</span>
      </div>
      <Happens row={row} context={context} />
      <Include row={row} context={context} />
      <Notes row={row} />
      <RowToggles row={row} context={context} opened={opened} toggle={(what) => toggle(row, what)} />
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
