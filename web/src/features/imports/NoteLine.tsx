// What is said of a cell, a row or a file: its weight by shape and word, then where, then what.
import type { ImportNote } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import { StatusSign } from '../../ui/StatusSign.tsx'

const LEVELS = {
  error: { sign: 'debt', word: 'Error' },
  warning: { sign: 'warning', word: 'Aviso' },
} as const

type Props = Pick<ImportNote, 'level' | 'message'> & { column?: string; children?: ReactNode }

export const NoteLine = ({ level, column, message, children }: Props): ReactNode => (
  <span className={`note-line gap-6 align-top break note-line--${level}`}>
    <StatusSign sign={LEVELS[level].sign} size={15} />
    <span>
      <span className="note-line__word">{LEVELS[level].word}:</span> {column && <strong>{column}. </strong>}
      {message}
      {children}
    </span>
  </span>
)
