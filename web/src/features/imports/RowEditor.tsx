// One row to be corrected: what is said of it as a whole, its cells, and leaving it out.
import type { ImportKind, ImportRow } from '@padron/contract/imports'
import { type ReactNode, useId, useState } from 'react'
import { useUser } from '../../session/user-context.ts'
import { CellField } from './CellField.tsx'
import { withOmitted } from './corrections.ts'
import { gridCells } from './grid-fields.ts'
import { NoteLine } from './NoteLine.tsx'
import { rowName } from './RowParts.tsx'
import type { CorrectionsHold } from './use-corrections.ts'

type Props = { kind: ImportKind; row: ImportRow; hold: CorrectionsHold }

export const RowEditor = ({ kind, row, hold }: Props): ReactNode => {
  const heading = useId()
  const { country } = useUser()
  const [all, setAll] = useState(false)
  const omitted = hold.now.omit.includes(row.row)
  const ofRow = row.notes.filter(({ field }) => field === null)
  return (
    <li className="row-editor" aria-labelledby={heading} data-omitted={omitted}>
      <div className="row-editor__head">
        <h3 id={heading}>
          Fila {row.row.toLocaleString('es-MX')}
          <span className="muted"> · {rowName(row, kind)}</span>
        </h3>
        <label className="check">
          <input type="checkbox" checked={omitted} onChange={() => hold.change((now) => withOmitted(now, row.row))} />
          Omitir esta fila
        </label>
      </div>
      {ofRow.map(({ level, column, message }) => (
        <p key={message} className="row-editor__note">
          <NoteLine level={level} column={column} message={message} />
        </p>
      ))}
      <div className="row-editor__cells">
        {gridCells(kind, country, row, all).map((cell) => (
          <CellField key={cell.field} row={row} cell={cell} hold={hold} disabled={omitted} />
        ))}
      </div>
      <button type="button" className="link-button" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Ver menos celdas' : 'Ver todas las celdas'}
      </button>
    </li>
  )
}
