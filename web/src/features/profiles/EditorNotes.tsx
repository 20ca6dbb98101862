// What there is to know before changing a profile: why it cannot be changed, what was recovered, who else changed it.
import type { ReactNode } from 'react'
import type { Change } from './levels.ts'

const READ_ONLY = {
  role: 'Solo lectura: usted puede consultar los perfiles, no cambiarlos.',
  above: 'Solo lectura: este perfil tiene permisos que usted no tiene, y nadie da ni quita más de lo que tiene.',
} as const

type Props = {
  readOnly: keyof typeof READ_ONLY | false
  /** Somebody else changed it meanwhile. */
  outdated: boolean
  /** What they changed. */
  theirs: readonly Change[]
  recovered: boolean
  onReload: () => void
  onRebase: () => void
}

export const EditorNotes = ({ readOnly, outdated, theirs, recovered, onReload, onRebase }: Props): ReactNode => {
  if (readOnly) return <p className="note">{READ_ONLY[readOnly]}</p>
  if (outdated)
    return (
      <div className="note note--warning" role="alert">
        <p>
          {recovered
            ? 'Se recuperaron los cambios que no había guardado, pero otra persona cambió este perfil mientras tanto.'
            : 'Otra persona cambió este perfil mientras usted lo editaba.'}
        </p>
        {theirs.length > 0 && (
          <ul className="note__changes bullets">
            {theirs.map(({ label, before, after }) => (
              <li key={label}>
                {label}: <s>{before}</s> → <strong>{after}</strong>
              </li>
            ))}
          </ul>
        )}
        <div className="flex-wrap gap-8">
          <button type="button" className="button" onClick={onReload}>
            Cargar la versión más reciente
          </button>
          <button type="button" className="button" onClick={onRebase}>
            Conservar mis cambios
          </button>
        </div>
      </div>
    )
  if (!recovered) return null
  return (
    <p className="note" role="status">
      Se recuperaron los cambios que no había guardado.
    </p>
  )
}
