// A note about a cell, a row or a file: its severity by shape and word, then the place, then the text.
import type { ReactNode } from 'react'
import { rowsText } from '../../lib/number-text.ts'
import { StatusSign } from '../domain/StatusSign.tsx'
import type { GridNote } from './use-corrections.ts'
import './rows-grid.css'

const LEVELS = {
  error: { sign: 'debt', word: 'Error', className: 'debt-text' },
  warning: { sign: 'warning', word: 'Aviso', className: 'warning-text' },
} as const

type Note = Omit<GridNote, 'field'>

export const NoteLine = ({ level, column, message, children }: Note & { children?: ReactNode }) => (
  <span className="note-line row-inline gap-6 align-top break">
    <StatusSign sign={LEVELS[level].sign} size={15} />
    <span>
      <span className={LEVELS[level].className}>{LEVELS[level].word}:</span> {column && <strong>{column}. </strong>}
      {message}
      {children}
    </span>
  </span>
)

/** @param notes `count`: the number of rows that it concerns */
export const NoteList = ({ label, notes }: { label?: string; notes: readonly (Note & { count?: number })[] }) =>
  notes.length > 0 && (
    <ul className="notes stack gap-4" aria-label={label}>
      {notes.map(({ count, ...note }) => (
        <li key={`${note.level} ${note.column} ${note.message}`}>
          <NoteLine {...note}>
            {count !== undefined && (
              <>
                {' '}
                <span className="muted nowrap">· {rowsText(count)}</span>
              </>
            )}
          </NoteLine>
        </li>
      ))}
    </ul>
  )
