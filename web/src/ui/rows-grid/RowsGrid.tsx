// The grid of a workbook's rows with errors or warnings: corrected in place, and checked again without sending the
// file.
import { useEffect, useId, useRef, useState } from 'react'
import { changesText, rowsText } from '../../lib/number-text.ts'
import { Button } from '../Button.tsx'
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx'
import { type AlikeCells, type AlikeOf, alikeFinder } from './alike.ts'
import type { GridCell } from './grid-cells.ts'
import { NoteLine } from './NoteLine.tsx'
import { focusFirstWrong, Omit, RowFields } from './RowFields.tsx'
import { type CorrectionsState, countOfChanges, type GridRow } from './use-corrections.ts'

/** A row with its title: its place in the file, and its subject. */
export type EditedRow = GridRow & {
  place: string
  name: string
  /** @param all all cells; otherwise those with a note, and those that name the row */
  cellsOf: (all: boolean) => readonly GridCell[]
}

type RowProps = {
  row: EditedRow
  alikeOf: AlikeOf
  corrections: CorrectionsState
}

/** One row: its own notes, its cells, and a checkbox that omits it. */
const RowEditor = ({ row, alikeOf, corrections }: RowProps) => {
  const heading = useId()
  const [all, setAll] = useState(false)
  return (
    <li
      className="row-editor stack gap-8 justify-start bordered rounded-large"
      aria-labelledby={heading}
      data-omitted={corrections.now.omit.includes(row.row)}
    >
      <div className="row-editor__head row-wrap gap-4-16 between wide">
        <h3 id={heading}>
          {row.place}
          <span className="muted"> · {row.name}</span>
        </h3>
        <Omit row={row} corrections={corrections} />
      </div>
      {row.notes
        .filter(({ field }) => field === null)
        .map(({ level, column, message }) => (
          <p key={message} className="row-editor__note">
            <NoteLine level={level} message={message} {...(column && { column })} />
          </p>
        ))}
      <RowFields cells={row.cellsOf(all)} row={row} alikeOf={alikeOf} corrections={corrections} />
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
  rows: readonly EditedRow[]
  /** Whether other pages have more rows. */
  isPart: boolean
  /** The equal cells of all pages, if known, to which a suggestion can be applied. */
  alike?: readonly AlikeCells[]
  /** Number of rows with an error in the whole file, if they can be omitted all at once. */
  refused?: number
  corrections: CorrectionsState
  /** "Corregir" was pressed: the grid takes the focus. */
  wantsFocus?: boolean
  onFocused?: () => void
}

const NO_CELLS: readonly AlikeCells[] = []

export const RowsGrid = ({
  rows,
  isPart,
  alike = NO_CELLS,
  refused = 0,
  corrections,
  wantsFocus = false,
  onFocused,
}: Props) => {
  const { now, clear, recheck, busy, error } = corrections
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!wantsFocus || !list.current) return
    focusFirstWrong(list.current)
    onFocused?.()
  }, [wantsFocus, onFocused])
  const [omitting, setOmitting] = useState(false)
  const changes = countOfChanges(now)
  const alikeOf = alikeFinder(rows, alike, isPart, now)
  const isCorrected = Object.keys(now.cells).length > 0
  return (
    <div data-grid>
      <ul ref={list} tabIndex={-1} className="row-editors stack gap-12" aria-label="Filas por corregir">
        {rows.map((row) => (
          <RowEditor key={row.row} row={row} alikeOf={alikeOf} corrections={corrections} />
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
            Revisar de nuevo {changes > 0 && <span className="grid-bar__count">({changesText(changes)})</span>}
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
