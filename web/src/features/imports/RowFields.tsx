// The cells of a row as fields, and leaving the row out: in the grid, and below a row of the table.
import type { ImportRow } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import { CellField } from './CellField.tsx'
import { withOmitted } from './corrections.ts'
import type { GridCell } from './grid-fields.ts'
import type { CorrectionsHold } from './use-corrections.ts'

type Props = { row: ImportRow; hold: CorrectionsHold }

export const Omit = ({ row: { row }, hold }: Props): ReactNode => (
  <label className="check">
    <input
      type="checkbox"
      checked={hold.now.omit.includes(row)}
      onChange={() => hold.change((now) => withOmitted(now, row))}
    />
    Omitir esta fila
  </label>
)

export const RowFields = ({ cells, row, hold }: Props & { cells: readonly GridCell[] }): ReactNode => (
  <div className="row-editor__cells stack align-start wide">
    {cells.map((cell) => (
      <CellField key={cell.field} row={row} cell={cell} hold={hold} disabled={hold.now.omit.includes(row.row)} />
    ))}
  </div>
)
