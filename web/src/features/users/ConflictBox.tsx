// Somebody else changed the user meanwhile: which fields, from what to what, and the way on.
import type { UserRow } from '@padron/contract/users'
import { type ReactNode, useEffect, useRef } from 'react'
import { NOTHING } from '../../lib/money-text.ts'
import { differingFields } from '../../ui/form/use-form.ts'
import { LABELS, type UserField, valuesOf } from './user-values.ts'
import { statusText } from './user-words.ts'

const shown = (row: UserRow, field: UserField): string => {
  if (field === 'preset') return row.preset.rolePresetName
  if (field === 'tags') return row.tags.map(({ tagName }) => tagName).join(', ') || NOTHING
  return String(valuesOf(row)[field]) || NOTHING
}

type Change = { label: string; before: string; after: string }

const changesBetween = (read: UserRow, now: UserRow): readonly Change[] => [
  ...differingFields(valuesOf(read), valuesOf(now)).map((field) => ({
    label: LABELS[field],
    before: shown(read, field),
    after: shown(now, field),
  })),
  ...(read.user.userStatus === now.user.userStatus
    ? []
    : [{ label: 'Status', before: statusText(read.user.userStatus), after: statusText(now.user.userStatus) }]),
]

type Props = { read: UserRow; now: UserRow; onTake: () => void }

export const ConflictBox = ({ read, now, onTake }: Props): ReactNode => {
  const changes = changesBetween(read, now)
  const way = useRef<HTMLButtonElement>(null)
  // It may be out of sight: the form scrolls.
  useEffect(() => way.current?.focus(), [])
  return (
    <div className="conflict stack gap-8 justify-start soft bordered rounded pad-12" role="alert">
      <p>
        <strong>Otra persona cambió a este usuario mientras usted lo editaba.</strong> Nada se ha guardado; lo que usted
        escribió sigue aquí.
      </p>
      {changes.length > 0 ? (
        <ul className="bullets break">
          {changes.map(({ label, before, after }) => (
            <li key={label}>
              {label}: <s>{before}</s> → <strong>{after}</strong>
            </li>
          ))}
        </ul>
      ) : (
        <p>No cambió ninguno de estos campos: pudo ser su contraseña.</p>
      )}
      <button ref={way} type="button" className="button" onClick={onTake}>
        Cargar los valores más recientes
      </button>
    </div>
  )
}
