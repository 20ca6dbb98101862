// The tags of a user: boxes, with a search where they are many.
import { tags as calls } from '@padron/contract/tags'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { plainText } from '../../lib/plain-text.ts'
import { TagLabel } from '../../ui/TagLabel.tsx'

const MANY = 12

type Props = { value: readonly number[]; fault: string | undefined; onChange: (value: readonly number[]) => void }

export const TagsField = ({ value, fault, onChange }: Props): ReactNode => {
  const { data } = useCall(calls.list, {})
  const [typed, setTyped] = useState('')
  const all = data?.userTags ?? []
  const shown = all.filter(({ tagName }) => plainText(tagName).includes(plainText(typed.trim())))
  return (
    <fieldset className="user-tags">
      <legend>Etiquetas {value.length > 0 && <span className="muted">({value.length})</span>}</legend>
      {all.length > MANY && (
        <input
          type="search"
          className="user-tags__search"
          aria-label="Buscar etiqueta"
          placeholder="Buscar etiqueta"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          // Not the form's.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className="user-tags__all">
        {shown.map(({ tagId, tagName, tagColor }) => (
          <label key={tagId} className="check">
            <input
              type="checkbox"
              checked={value.includes(tagId)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, tagId] : value.filter((id) => id !== tagId))
              }
            />
            <TagLabel name={tagName} color={tagColor} />
          </label>
        ))}
        {data && !shown.length && (
          <span className="muted">
            {all.length ? 'Ninguna etiqueta con ese nombre' : 'La empresa no tiene etiquetas'}
          </span>
        )}
      </div>
      {fault && <small className="field__fault">{fault}</small>}
    </fieldset>
  )
}
