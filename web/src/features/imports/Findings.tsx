// What was found besides the rows: what is said of the file, which messages there are most of, and what applying it would do.
import type { Import } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import { numberText } from '../../lib/number-text.ts'
import { effectsOf } from './effects-text.ts'
import { NoteLine } from './NoteLine.tsx'
import { rowsText } from './words.ts'

export const FileNotes = ({ told: { fileNotes } }: { told: Import }): ReactNode =>
  fileNotes.length > 0 && (
    <ul className="notes" aria-label="Sobre el archivo">
      {fileNotes.map(({ column, message, level }) => (
        <li key={`${column} ${message}`}>
          <NoteLine level={level} column={column} message={message} />
        </li>
      ))}
    </ul>
  )

/** @param atMost how many of them; the rest are counted */
export const CommonNotes = ({ told, atMost }: { told: Import; atMost: number }): ReactNode => {
  const { commonNotes, otherNotes } = told
  if (commonNotes.length === 0) return null
  const rest = Math.max(0, commonNotes.length - atMost) + otherNotes
  return (
    <>
      <ul className="notes" aria-label="Mensajes más frecuentes">
        {commonNotes.slice(0, atMost).map(({ level, column, message, count }) => (
          <li key={`${level} ${column} ${message}`}>
            <NoteLine level={level} column={column} message={message}>
              {' '}
              <span className="muted nowrap">· {rowsText(count)}</span>
            </NoteLine>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="muted">y {rest === 1 ? 'otro mensaje' : `otros ${numberText(rest)} mensajes`}.</p>}
    </>
  )
}

export const Effects = ({ told }: { told: Import }): ReactNode => {
  const effects = effectsOf(told)
  if (effects.length === 0) return null
  return (
    <ul className="effects" aria-label="Además">
      {effects.map(({ text, names }) => (
        <li key={text}>
          {text}
          {names && (
            <>
              : <strong>{names}</strong>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
