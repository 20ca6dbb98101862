// One row to be corrected: what is said of it as a whole, its cells, and leaving it out.
import type { ImportKind, ImportRow } from '@padron/contract/imports'
import { type ReactNode, useId, useState } from 'react'
import { numberText } from '../../lib/number-text.ts'
import { useUser } from '../../session/user-context.ts'
import { gridCells } from './grid-fields.ts'
import { NoteLine } from './NoteLine.tsx'
import { Omit, RowFields } from './RowFields.tsx'
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
    <li
      className="row-editor stack gap-8 justify-start bordered rounded-large"
      aria-labelledby={heading}
      data-omitted={omitted}
    >
      <div className="row-editor__head row-wrap gap-4-16 between wide">
        <h3 id={heading}>
          Fila {numberText(row.row)}
          <span className="muted"> · {rowName(row, kind)}</span>
        </h3>
        <Omit row={row} hold={hold} />
      </div>
      {ofRow.map(({ level, column, message }) => (
        <p key={message} className="row-editor__note">
          <NoteLine level={level} column={column} message={message} />
        </p>
      ))}
      <RowFields cells={gridCells(kind, country, row, all)} row={row} hold={hold} />
      <button type="button" className="link-button" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Ver menos celdas' : 'Ver todas las celdas'}
      </button>
    </li>
  )
}
