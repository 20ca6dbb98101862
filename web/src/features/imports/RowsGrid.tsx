// The grid: the rows with something wrong, corrected in place, and sent to be checked again without the file.
import type { ImportKind, ImportRow } from '@padron/contract/imports'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { countOfChanges } from './corrections.ts'
import { goToFirstWrong } from './next-wrong.ts'
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
  /** Somebody has just asked to correct, and these are the rows: the focus comes here. */
  called: boolean
  onArrived: () => void
}

export const RowsGrid = (props: Props): ReactNode => {
  const { kind, rows, refused, hold, busy, error, onRecheck, called, onArrived } = props
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!called || !list.current) return
    goToFirstWrong(list.current)
    onArrived()
  }, [called, onArrived])
  const [omitting, setOmitting] = useState(false)
  const changes = countOfChanges(hold.now)
  const mended = Object.keys(hold.now.cells).length > 0
  return (
    <div data-grid>
      <ul ref={list} tabIndex={-1} className="row-editors stack gap-12" aria-label="Filas por corregir">
        {rows.map((row) => (
          <RowEditor key={row.row} kind={kind} row={row} hold={hold} />
        ))}
      </ul>
      <div className="grid-bar no-print row-wrap gap-8 justify-end surface ruled-above">
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
          <span>
            Revisar de nuevo{changes > 0 && <span className="grid-bar__count"> ({changesText(changes)})</span>}
          </span>
        </button>
      </div>
      {omitting && (
        <ConfirmDialog
          title="Omitir las filas con error"
          yes={mended ? 'Omitir las que no corregí' : `Omitir ${rowsText(refused)}`}
          no="Seguir corrigiendo"
          onYes={() => {
            setOmitting(false)
            onRecheck(true)
          }}
          onNo={() => setOmitting(false)}
        >
          Las filas con error que no corrigió se dejan fuera{mended && ', las que corrigió se revisan de nuevo'} y el
          resto se puede aplicar. Después puede incluirlas de nuevo.
        </ConfirmDialog>
      )}
    </div>
  )
}
