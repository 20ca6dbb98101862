// The rows as they would be written: a table, or cards on a phone. Each row can display all its cells.
import type { ImportRow } from '@padron/contract/imports/rows'
import { lazy, Suspense, useState } from 'react'
import { numberText } from '../../lib/number-text.ts'
import { NoteList } from '../../ui/rows-grid/NoteLine.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { rowPlace } from './import-texts.ts'
import { type Detail, Happens, Include, isRowCorrectable, type RowContext, RowToggles, Vehicle } from './RowParts.tsx'

const RowDetail = lazy(() => import('./RowDetail.tsx').then((m) => ({ default: m.RowDetail })))

const SKELETON_ROWS = 3

type Props = { rows: readonly ImportRow[]; context: RowContext }

/** Which rows have their cells open, and whether as text or as fields. */
const useDetails = (context: RowContext) => {
  const [details, setDetails] = useState<Readonly<Record<number, Detail | undefined>>>({})
  const detailOf = (row: ImportRow): Detail | undefined =>
    details[row.row] === 'correct' && !isRowCorrectable(row, context) ? undefined : details[row.row]
  return {
    openDetail: (row: ImportRow) => {
      const detail = detailOf(row)
      if (!detail) return null
      return (
        <Suspense fallback={<TableSkeleton label="Cargando celdas" rows={SKELETON_ROWS} columns={1} />}>
          <RowDetail row={row} context={context} detail={detail} />
        </Suspense>
      )
    },
    toggles: (row: ImportRow) => (
      <RowToggles
        row={row}
        context={context}
        detail={detailOf(row)}
        onToggle={(detail) =>
          setDetails((before) => ({ ...before, [row.row]: before[row.row] === detail ? undefined : detail }))
        }
      />
    ),
  }
}

type Context = RowContext & Pick<ReturnType<typeof useDetails>, 'toggles'>

const COLUMNS: readonly Column<ImportRow, Context>[] = [
  {
    key: 'row',
    title: 'Fila',
    kind: 'number',
    className: 'import-rows__number',
    cell: ({ sheet, sheetRow }) => (
      <>
        {sheet !== null && <small className="muted break">{sheet} </small>}
        {numberText(sheetRow)}
      </>
    ),
  },
  {
    key: 'vehicle',
    title: 'Vehículo',
    head: true,
    className: 'import-rows__vehicle',
    cell: (row, context) => <Vehicle row={row} context={context} />,
  },
  {
    key: 'happens',
    title: 'Cambios',
    cell: (row, context) => (
      <>
        <Happens row={row} context={context} />
        <Include row={row} context={context} />
        {context.toggles(row)}
      </>
    ),
  },
  { key: 'notes', title: 'Observaciones', cell: ({ notes }) => <NoteList notes={notes} /> },
]

export const RowsTable = ({ rows, context }: Props) => {
  const { toggles, openDetail } = useDetails(context)
  return (
    <DataTable
      className="grid import-rows"
      caption="Filas del archivo"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ row }) => row}
      context={{ ...context, toggles }}
      detailOf={openDetail}
    />
  )
}

export const RowCards = ({ rows, context }: Props) => {
  const { toggles, openDetail } = useDetails(context)
  return (
    <ul className="cards" aria-label="Filas del archivo">
      {rows.map((row) => (
        <li key={row.row} className="card import-card stack gap-6">
          <div className="card__head row-wrap between">
            <span className="import-card__vehicle">
              <Vehicle row={row} context={context} />
            </span>
            <span className="muted">{rowPlace(row)}</span>
          </div>
          <Happens row={row} context={context} />
          <Include row={row} context={context} />
          <NoteList notes={row.notes} />
          {toggles(row)}
          {openDetail(row)}
        </li>
      ))}
    </ul>
  )
}
