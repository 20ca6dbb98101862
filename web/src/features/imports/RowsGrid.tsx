// The grid: the rows with something wrong, corrected in place, and sent to be checked again without the file.
import type { ImportKind, ImportRow } from '@padron/contract/imports'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { countOfChanges } from './corrections.ts'
import { RowEditor } from './RowEditor.tsx'
import type { CorrectionsHold } from './use-corrections.ts'
import { changesText, rowsText } from './words.ts'

type Props = {
  kind: ImportKind
  rows: readonly ImportRow[]
  /** Rows of the whole file with an error. */
  refused: number
  hold: CorrectionsHold
  busy: boolean
  error: string | undefined
  onRecheck: (omitRefused: boolean) => void
}

export const RowsGrid = ({ kind, rows, refused, hold, busy, error, onRecheck }: Props): ReactNode => {
  const [omitting, setOmitting] = useState(false)
  const changes = countOfChanges(hold.now)
  return (
    <div data-grid>
      <ul className="row-editors" aria-label="Filas por corregir">
        {rows.map((row) => (
          <RowEditor key={row.row} kind={kind} row={row} hold={hold} />
        ))}
      </ul>
      <div className="grid-bar">
        <p role="alert" className="field__fault">
          {error}
        </p>
        {changes > 0 && (
          <button type="button" className="link-button" onClick={hold.clear}>
            Quitar los cambios
          </button>
        )}
        {refused > 0 && (
          <button type="button" className="button" aria-disabled={busy} onClick={() => busy || setOmitting(true)}>
            Omitir todas las filas con error
          </button>
        )}
        <button
          type="button"
          data-recheck
          className={`button ${changes > 0 ? 'button--primary' : ''}`}
          aria-disabled={busy}
          onClick={() => busy || onRecheck(false)}
        >
          {busy && <span className="spinner" aria-hidden="true" />}
          Revisar de nuevo{changes > 0 && ` (${changesText(changes)})`}
        </button>
      </div>
      {omitting && (
        <ConfirmDialog
          title="Omitir las filas con error"
          yes={`Omitir ${rowsText(refused)}`}
          no="Seguir corrigiendo"
          onYes={() => {
            setOmitting(false)
            onRecheck(true)
          }}
          onNo={() => setOmitting(false)}
        >
          Las filas que sigan con error se dejan fuera y el resto se puede aplicar. Después puede incluirlas de nuevo.
        </ConfirmDialog>
      )}
    </div>
  )
}
