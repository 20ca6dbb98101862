// What was found besides the rows: what is said of the file, which messages there are most of, and what applying it would do.
import type { Import } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import { vehiclesText } from '../exports/vehicles-text.ts'
import { NoteLine } from './NoteLine.tsx'
import { number, rowsText } from './words.ts'

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
export const CommonNotes = ({ told: { commonNotes }, atMost }: { told: Import; atMost: number }): ReactNode => {
  if (commonNotes.length === 0) return null
  const rest = commonNotes.length - atMost
  return (
    <>
      <ul className="notes" aria-label="Mensajes más frecuentes">
        {commonNotes.slice(0, atMost).map(({ level, column, message, count }) => (
          <li key={`${column} ${message}`}>
            <NoteLine level={level} column={column} message={message}>
              {' '}
              <span className="muted notes__count">· {rowsText(count)}</span>
            </NoteLine>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="muted">y {rest === 1 ? 'otro mensaje' : `otros ${number(rest)} mensajes`}.</p>}
    </>
  )
}

const effectsOf = ({ effects: { deactivated, reactivated, replaced } }: Import): readonly string[] =>
  [
    deactivated > 0 && `${vehiclesText(deactivated)} ${deactivated === 1 ? 'se da' : 'se dan'} de baja`,
    reactivated > 0 && `${vehiclesText(reactivated)} ${reactivated === 1 ? 'se reactiva' : 'se reactivan'}`,
    replaced > 0 && `${vehiclesText(replaced)} ${replaced === 1 ? 'se reemplaza' : 'se reemplazan'}`,
  ].filter((text) => text !== false)

export const Effects = ({ told }: { told: Import }): ReactNode => {
  const { newTags } = told.effects
  const effects = effectsOf(told)
  if (effects.length + newTags.length === 0) return null
  return (
    <ul className="effects" aria-label="Además">
      {effects.map((text) => (
        <li key={text}>{text}</li>
      ))}
      {newTags.length > 0 && (
        <li>
          {newTags.length === 1 ? 'Se crea la etiqueta' : `Se crean ${number(newTags.length)} etiquetas`}:{' '}
          <strong>{newTags.join(', ')}</strong>
        </li>
      )}
    </ul>
  )
}
