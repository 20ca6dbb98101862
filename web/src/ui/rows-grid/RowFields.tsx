// The cells of a row as fields, and a checkbox that omits the row; used in the grid, and below a row of the table. Each
// cell shows its error and a suggestion. Enter moves to the next wrong cell, from the last one to the button that
// checks all.
import { type KeyboardEvent, useId, useRef } from 'react'
import { rowsText } from '../../lib/number-text.ts'
import { Button } from '../Button.tsx'
import { wrongFields } from '../form/Form.tsx'
import type { Alike, AlikeOf } from './alike.ts'
import type { GridCell } from './grid-cells.ts'
import { NoteLine } from './NoteLine.tsx'
import { suggestionsOf } from './suggestion.ts'
import {
  type CorrectionsState,
  cellOf,
  type GridNote,
  type GridRow,
  isCorrected,
  withCell,
  withCells,
  withOmitted,
} from './use-corrections.ts'

const focusNextWrong = (from: HTMLElement): void => {
  const grid = from.closest<HTMLElement>('[data-grid]')
  const next = (grid ? wrongFields(grid) : []).find(
    (cell) => cell !== from && from.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  ;(next ?? grid?.querySelector<HTMLElement>('[data-recheck]'))?.focus()
}

/**
 * Focuses the first wrong cell; on touch screens the rows instead, because the keyboard would cover them. The row
 * scrolls below the top bar, and the cell's message above the bar of the grid (`scroll-margin`).
 */
export const focusFirstWrong = (rows: HTMLElement): void => {
  const first = wrongFields(rows)[0]
  const target = matchMedia('(pointer: coarse)').matches ? rows : (first ?? rows)
  target.focus({ preventScroll: true })
  const row = first?.closest('li') ?? rows.querySelector('li')
  row?.scrollIntoView?.({ block: 'start' })
  first?.closest('.cell')?.scrollIntoView?.({ block: 'nearest' })
}

type NoteProps = {
  note: GridNote
  text: string
  onUse: (text: string) => void
  /** The rows with the same message about the same text, including this one. */
  alike: Alike | undefined
  onApplyToAll: (text: string) => void
}

/** 'las 4 filas'; undefined if it is the only one, or if there are too many. */
const rowsOfAlike = ({ rows, isPage, excess }: Alike): string | undefined =>
  rows.length > 1 && !excess ? `las ${rowsText(rows.length)}${isPage ? ' de esta página' : ''}` : undefined

const CellNote = ({ note: { level, message }, text, onUse, alike, onApplyToAll }: NoteProps) => (
  <small className="small">
    <NoteLine level={level} message={message}>
      {suggestionsOf(message, text).map(({ word, text: suggested }) => (
        <span key={word}>
          {' '}
          <Button label={`Usar «${word}»`} kind="link" onClick={() => onUse(suggested)} />
          {alike && rowsOfAlike(alike) && (
            <>
              {' '}
              <Button
                label={`Aplicar a ${rowsOfAlike(alike)}`}
                about={`«${word}»`}
                kind="link"
                onClick={() => onApplyToAll(suggested)}
              />
            </>
          )}
        </span>
      ))}
      {alike?.excess && (
        <span className="muted"> {rowsText(alike.excess)} dicen lo mismo: corrija el archivo y envíelo de nuevo.</span>
      )}
    </NoteLine>
  </small>
)

type Props = {
  row: GridRow
  /** Undefined: a suggestion applies to this row only. */
  alikeOf?: AlikeOf
  corrections: CorrectionsState
}

const CellField = ({ row, alikeOf, corrections, cell }: Props & { cell: GridCell }) => {
  const { now, change, sent, fits } = corrections
  const { field, heading, hint, words } = cell
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const text = cellOf(now, row, field)
  const before = row.texts[field]
  const disabled = now.omit.includes(row.row)
  const corrected = isCorrected(now, row.row, field)
  const notes = row.notes.filter((note) => note.field === field)
  const isWrong = !corrected && !disabled && notes.some(({ level }) => level === 'error')
  const put = (value: string): void => change((latest) => withCell(latest, row, field, value, sent))
  const use = (suggested: string): void => {
    put(suggested)
    // The button disappears with its note: continues from the field.
    input.current?.focus()
    if (input.current) focusNextWrong(input.current)
  }
  const applyToAll = (rows: readonly number[], suggested: string): void => {
    if (!fits(rows.length)) return
    change((latest) => withCells(latest, rows, field, suggested))
    input.current?.focus()
    if (input.current) focusNextWrong(input.current)
  }
  const leave = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    focusNextWrong(event.currentTarget)
  }
  return (
    <div className="field cell">
      <label htmlFor={id} title={hint || undefined}>
        {heading}
      </label>
      <input
        ref={input}
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={2_000}
        disabled={disabled}
        {...(words.length > 0 && { list: `${id}-words` })}
        data-corrected={corrected}
        {...(isWrong && { 'aria-invalid': true })}
        {...((notes.length > 0 || corrected) && { 'aria-describedby': `${id}-message` })}
        value={text}
        onChange={({ target }) => put(target.value)}
        onKeyDown={leave}
      />
      {words.length > 0 && (
        <datalist id={`${id}-words`}>
          {words.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
      <div id={`${id}-message`} className="cell__message stack gap-2">
        {corrected ? (
          <small className="small muted">Corregida; decía {before ? `«${before}»` : '(vacío)'}.</small>
        ) : (
          notes.map((note) => {
            const alike = alikeOf?.(row, field, note.message)
            return (
              <CellNote
                key={note.message}
                note={note}
                text={text}
                onUse={use}
                alike={alike}
                onApplyToAll={(suggested) => applyToAll(alike?.rows ?? [], suggested)}
              />
            )
          })
        )}
      </div>
    </div>
  )
}

export const Omit = ({ row: { row }, corrections: { now, change } }: Pick<Props, 'row' | 'corrections'>) => (
  <label className="check">
    <input
      type="checkbox"
      checked={now.omit.includes(row)}
      onChange={() => change((latest) => withOmitted(latest, row))}
    />
    Omitir esta fila
  </label>
)

export const RowFields = ({ cells, ...props }: Props & { cells: readonly GridCell[] }) => (
  <div className="row-editor__cells stack align-start wide">
    {cells.map((cell) => (
      <CellField key={cell.field} {...props} cell={cell} />
    ))}
  </div>
)
