// A note about a cell, a row or a file: its severity by shape and word, then the place, then the text.
import type { ImportNote } from '@padron/contract/import-rows'
import type { ReactNode } from 'react'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { rowsText } from './words.ts'

const LEVELS = {
  error: { sign: 'debt', word: 'Error', className: 'debt-text' },
  warning: { sign: 'warning', word: 'Aviso', className: 'warning-text' },
} as const

type Note = Pick<ImportNote, 'level' | 'message'> & { column?: string }

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
