// The table. A plain one: its heading and naming column stick, its widths never jump, its headings sort by keyboard too.
// Where its rows can be opened the arrows walk through them, Enter opens, the space bar chooses.
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { TableHeading } from './TableHeading.tsx'
import { type RowPicks, TableRows } from './TableRows.tsx'
import type { Column, Sorting } from './table-column.ts'
import { useColumnWidths } from './use-column-widths.ts'

const PICK_WIDTH = 36

type Props<Row, Context, S extends string> = {
  caption: string
  rows: readonly Row[]
  keyOf: (row: Row) => number
  columns: readonly Column<Row, Context, S>[]
  context: Context
  sorting: Sorting<S>
  onSort: (next: Sorting<S>) => void
  /** Where the user may give columns their width: all of them at once, by key, in pixels. */
  onWidths?: (widths: Record<string, number>) => void
  /** Where rows can be chosen. */
  picks?: RowPicks<Row> | undefined
  /** Where rows can be opened. */
  onOpen?: (row: Row) => void
}

export const DataTable = <Row, Context, S extends string>(props: Props<Row, Context, S>): ReactNode => {
  const { caption, rows, keyOf, columns, context, sorting, onSort, onWidths, picks, onOpen } = props
  const table = useRef<HTMLTableElement>(null)
  const widths = useColumnWidths(table, columns, onWidths)
  const width = columns.reduce((sum, column) => sum + column.width, picks ? PICK_WIDTH : 0)
  // With widths of the user's own, or with boxes to choose by, the rest of the room goes to the last column: the others
  // stay as they are. Else all share it.
  const isElastic = picks !== undefined || columns.some(({ resized }) => resized)
  const elastic = isElastic ? columns.findLast(({ fixed }) => !fixed)?.key : undefined
  const style = { '--width': `${width}px`, '--pick': picks ? `${PICK_WIDTH}px` : '0px' } as CSSProperties
  return (
    <table ref={table} className="grid" style={style}>
      <caption className="visually-hidden">{caption}</caption>
      <colgroup>
        {picks && <col style={{ width: PICK_WIDTH }} />}
        {columns.map(({ key, width }) => (
          <col key={key} data-key={key} style={key === elastic ? {} : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {picks && (
            <th scope="col" className="pick">
              <input
                type="checkbox"
                aria-label="Seleccionar los de la página"
                checked={picks.page === 'all'}
                ref={(box) => {
                  if (box) box.indeterminate = picks.page === 'some'
                }}
                onChange={({ target }) => picks.onPage(target.checked)}
              />
            </th>
          )}
          {columns.map((column) => (
            <TableHeading
              key={column.key}
              column={column}
              sorting={sorting}
              onSort={onSort}
              edge={onWidths && !column.fixed ? widths : undefined}
            />
          ))}
        </tr>
      </thead>
      <TableRows rows={rows} keyOf={keyOf} columns={columns} context={context} picks={picks} onOpen={onOpen} />
    </table>
  )
}
