// One cell of the grid: what it says, what is wrong with it, and what was probably meant.
import type { ImportNote, ImportRow } from '@padron/contract/imports'
import { Fragment, type ReactNode, useId, useRef } from 'react'
import { cellOf, isCorrected, withCell } from './corrections.ts'
import type { GridCell } from './grid-fields.ts'
import { NoteLine } from './NoteLine.tsx'
import { goToNextWrong } from './next-wrong.ts'
import { suggestionsOf } from './suggestion.ts'
import type { CorrectionsHold } from './use-corrections.ts'

type Props = { row: ImportRow; cell: GridCell; hold: CorrectionsHold; disabled: boolean }

const Before = ({ text }: { text: string }): ReactNode => (
  <small className="muted">Corregida; decía {text ? `«${text}»` : '(vacío)'}.</small>
)

const Words = ({ id, words }: { id: string; words: readonly string[] }): ReactNode =>
  words.length > 0 && (
    <datalist id={id}>
      {words.map((word) => (
        <option key={word} value={word} />
      ))}
    </datalist>
  )

const Said = ({
  note,
  text,
  onTake,
}: {
  note: ImportNote
  text: string
  onTake: (text: string) => void
}): ReactNode => (
  <small className="cell__note">
    <NoteLine level={note.level} message={note.message}>
      {suggestionsOf(note.message, text).map((one) => (
        <Fragment key={one.word}>
          {' '}
          <button type="button" className="link-button" onClick={() => onTake(one.text)}>
            Usar «{one.word}»
          </button>
        </Fragment>
      ))}
    </NoteLine>
  </small>
)

export const CellField = ({ row, cell: { field, heading, hint, words }, hold, disabled }: Props): ReactNode => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const text = cellOf(hold.now, row, field)
  const corrected = isCorrected(hold.now, row.row, field)
  const notes = row.notes.filter((note) => note.field === field)
  const wrong = !corrected && !disabled && notes.some(({ level }) => level === 'error')
  const put = (value: string): void => hold.change((now) => withCell(now, row, field, value, hold.sent))
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
        {...(wrong && { 'aria-invalid': true })}
        {...((notes.length > 0 || corrected) && { 'aria-describedby': `${id}-said` })}
        value={text}
        onChange={({ target }) => put(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          goToNextWrong(event.currentTarget)
        }}
      />
      <Words id={`${id}-words`} words={words} />
      <div id={`${id}-said`} className="cell__said stack gap-2">
        {corrected ? (
          <Before text={row.texts[field] ?? ''} />
        ) : (
          notes.map((note) => (
            <Said
              key={note.message}
              note={note}
              text={text}
              onTake={(taken) => {
                put(taken)
                // The button is gone with what it was said of: from the field on.
                input.current?.focus()
                if (input.current) goToNextWrong(input.current)
              }}
            />
          ))
        )}
      </div>
    </div>
  )
}
