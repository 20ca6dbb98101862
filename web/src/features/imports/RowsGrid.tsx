// The grid: the rows with something wrong, corrected in place, and sent to be checked again without the file.
import type { ImportRow } from '@padron/contract/import-rows'
import type { ImportKind } from '@padron/contract/imports'
import { useEffect, useId, useRef, useState } from 'react'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { gridCells } from './grid-fields.ts'
import { NoteLine } from './NoteLine.tsx'
import { focusFirstWrong, Omit, RowFields } from './RowFields.tsx'
import { rowName } from './RowParts.tsx'
import { type CorrectionsState, countOfChanges } from './use-corrections.ts'
import { changesText, rowPlace, rowsText } from './words.ts'

/** One row: the notes about it as a whole, its cells, and leaving it out. */
const RowEditor = ({ kind, row, corrections }: { kind: ImportKind; row: ImportRow; corrections: CorrectionsState }) => {
  const heading = useId()
  const { country } = useUser()
  const [all, setAll] = useState(false)
  return (
    <li
      className="row-editor stack gap-8 justify-start bordered rounded-large"
      aria-labelledby={heading}
      data-omitted={corrections.now.omit.includes(row.row)}
    >
      <div className="row-editor__head row-wrap gap-4-16 between wide">
        <h3 id={heading}>
          {rowPlace(row)}
          <span className="muted"> · {rowName(row, kind)}</span>
        </h3>
        <Omit row={row} corrections={corrections} />
      </div>
      {row.notes
        .filter(({ field }) => field === null)
        .map(({ level, column, message }) => (
          <p key={message} className="row-editor__note">
            <NoteLine level={level} column={column} message={message} />
          </p>
        ))}
      <RowFields cells={gridCells(kind, country, row, all)} row={row} corrections={corrections} />
      <Button
        label={all ? 'Ver menos celdas' : 'Ver todas las celdas'}
        kind="link"
        aria-expanded={all}
        onClick={() => setAll(!all)}
      />
    </li>
  )
}

type Props = {
  kind: ImportKind
  rows: readonly ImportRow[]
  /** Rows of the whole file with an error. */
  refused: number
  corrections: CorrectionsState
  /** "Corregir" was pressed, and these are the rows: the focus comes here. */
  wantsFocus: boolean
  onFocused: () => void
}

export const RowsGrid = ({ kind, rows, refused, corrections, wantsFocus, onFocused }: Props) => {
  const { now, clear, recheck, busy, error } = corrections
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!wantsFocus || !list.current) return
    focusFirstWrong(list.current)
    onFocused()
  }, [wantsFocus, onFocused])
  const [omitting, setOmitting] = useState(false)
  const changes = countOfChanges(now)
  const isCorrected = Object.keys(now.cells).length > 0
  return (
    <div data-grid>
      <ul ref={list} tabIndex={-1} className="row-editors stack gap-12" aria-label="Filas por corregir">
        {rows.map((row) => (
          <RowEditor key={row.row} kind={kind} row={row} corrections={corrections} />
        ))}
      </ul>
      <div className="grid-bar no-print row-wrap gap-8 justify-end surface ruled-above">
        <p role="alert" className="field__fault grow hide-empty">
          {error}
        </p>
        {changes > 0 && <Button label="Quitar los cambios" kind="link" onClick={clear} />}
        {refused > 0 && (
          <Button label="Omitir todas las filas con error" off={busy} onClick={() => setOmitting(true)} />
        )}
        <Button data-recheck kind={changes > 0 ? 'primary' : undefined} busy={busy} onClick={() => recheck()}>
          <span>
            Revisar de nuevo{changes > 0 && <span className="grid-bar__count"> ({changesText(changes)})</span>}
          </span>
        </Button>
      </div>
      {omitting && (
        <ConfirmDialog
          title="Omitir las filas con error"
          yes={isCorrected ? 'Omitir las que no corregí' : `Omitir ${rowsText(refused)}`}
          no="Seguir corrigiendo"
          onYes={() => {
            setOmitting(false)
            recheck(true)
          }}
          onNo={() => setOmitting(false)}
        >
          Las filas con error que no corrigió se dejan fuera{isCorrected && ', las que corrigió se revisan de nuevo'} y
          el resto se puede aplicar. Después puede incluirlas de nuevo.
        </ConfirmDialog>
      )}
    </div>
  )
}
