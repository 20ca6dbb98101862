// The cells of a row as fields, and leaving the row out: in the grid, and below a row of the table. Of each cell,
// what is wrong with it and what was probably meant. Enter leads to the next wrong cell, or past the last to the
// button that checks all.
import { numberText } from '@padron/contract/count-of'
import { type KeyboardEvent, useId, useRef } from 'react'
import { Button } from '../Button.tsx'
import { wrongFields } from '../form/Form.tsx'
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
 * Not on touch, where that would raise the keyboard over what is to be read: then the rows themselves. Either way the
 * row comes under the top bar, and what is wrong with its cell above the bar of the grid (`scroll-margin`).
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
  /** 'las 4 filas': those with the same message about the same text, this one too; undefined where it is the only one. */
  alike: string | undefined
  onApplyToAll: (text: string) => void
}

const CellNote = ({ note: { level, message }, text, onUse, alike, onApplyToAll }: NoteProps) => (
  <small className="small">
    <NoteLine level={level} message={message}>
      {suggestionsOf(message, text).map(({ word, text: suggested }) => (
        <span key={word}>
          {' '}
          <Button label={`Usar «${word}»`} kind="link" onClick={() => onUse(suggested)} />
          {alike && (
            <>
              {' '}
              <Button
                label={`Aplicar a ${alike}`}
                about={`«${word}»`}
                kind="link"
                onClick={() => onApplyToAll(suggested)}
              />
            </>
          )}
        </span>
      ))}
    </NoteLine>
  </small>
)

/** @param isPart more rows stand on other pages */
const alikeText = (rows: number, isPart: boolean): string | undefined =>
  rows > 1 ? `las ${numberText(rows)} filas${isPart ? ' de esta página' : ''}` : undefined

type Props = {
  row: GridRow
  /** Those of the page. */
  rows: readonly GridRow[]
  isPart?: boolean
  corrections: CorrectionsState
}

const CellField = ({ row, rows, isPart = false, corrections, cell }: Props & { cell: GridCell }) => {
  const { now, change, sent } = corrections
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
    // The button goes with its note: from the field on.
    input.current?.focus()
    if (input.current) focusNextWrong(input.current)
  }
  /** Those of the page where the same was written and the same is said of it; not those corrected or left out. */
  const alikeOf = ({ message }: GridNote): readonly GridRow[] =>
    rows.filter(
      (one) =>
        cellOf(now, one, field) === text &&
        !isCorrected(now, one.row, field) &&
        !now.omit.includes(one.row) &&
        one.notes.some((note) => note.field === field && note.message === message),
    )
  const applyToAll = (note: GridNote, suggested: string): void => {
    const alike = alikeOf(note)
    change((latest) => alike.reduce((all, one) => withCell(all, one, field, suggested, sent), latest))
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
          notes.map((note) => (
            <CellNote
              key={note.message}
              note={note}
              text={text}
              onUse={use}
              alike={alikeText(alikeOf(note).length, isPart)}
              onApplyToAll={(suggested) => applyToAll(note, suggested)}
            />
          ))
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
