// The public resources that the PDFs include, by state: a search by name, a checkbox for each group, and one for all.
import type { Reply } from '@padron/contract/call'
import type { processing } from '@padron/contract/processing'
import { countOf } from '@padron/contract/texts/count-of'
import { useState } from 'react'
import { numberText } from '../../lib/number-text.ts'
import { plainText } from '../../lib/plain-text.ts'

type Groups = Reply<typeof processing.resources>['data']
type Group = Groups[number]
type Props = { groups: Groups; value: readonly number[]; onChange: (value: number[]) => void }

const filterGroups = (groups: Groups, text: string): Groups => {
  const wanted = plainText(text.trim())
  return groups.flatMap((group) => {
    if (wanted === '' || plainText(group.state.stateName).includes(wanted)) return [group]
    const resources = group.resources.filter(({ resourceName }) => plainText(resourceName).includes(wanted))
    return resources.length > 0 ? [{ ...group, resources }] : []
  })
}

const withIds = (value: readonly number[], ids: readonly number[], on: boolean): number[] =>
  on ? [...new Set([...value, ...ids])] : value.filter((id) => !ids.includes(id))

type BoxProps = { label: string; ids: readonly number[] } & Pick<Props, 'value' | 'onChange'>

/** Selects all of them; indeterminate if only some are selected. */
const AllBox = ({ label, ids, value, onChange }: BoxProps) => {
  const chosen = ids.filter((id) => value.includes(id)).length
  return (
    <label className="check strong">
      <input
        type="checkbox"
        checked={chosen === ids.length}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < ids.length
        }}
        onChange={({ target }) => onChange(withIds(value, ids, target.checked))}
      />
      {label}
    </label>
  )
}

type GroupProps = { group: Group; open: boolean } & Omit<Props, 'groups'>

const GroupBox = ({ group: { state, resources }, value, onChange, open }: GroupProps) => {
  const ids = resources.map(({ resourceId }) => resourceId)
  const chosen = ids.filter((id) => value.includes(id)).length
  return (
    <details className="resources__group" open={open || chosen > 0}>
      <summary className="row gap-6">
        {state.stateName}
        {chosen > 0 && <span className="muted">{` · ${chosen} de ${ids.length}`}</span>}
      </summary>
      <AllBox
        label={state.stateId === 0 ? 'Todos los nacionales' : `Todos los de ${state.stateName}`}
        ids={ids}
        value={value}
        onChange={onChange}
      />
      {resources.map(({ resourceId, resourceName }) => (
        <label key={resourceId} className="check">
          <input
            type="checkbox"
            checked={value.includes(resourceId)}
            onChange={({ target }) => onChange(withIds(value, [resourceId], target.checked))}
          />
          {resourceName}
        </label>
      ))}
    </details>
  )
}

export const ResourceChooser = ({ groups, value, onChange }: Props) => {
  const [text, setText] = useState('')
  const found = filterGroups(groups, text)
  const ids = found.flatMap(({ resources }) => resources.map(({ resourceId }) => resourceId))
  return (
    <fieldset className="resources stack gap-8">
      <legend>Recursos</legend>
      <input
        type="search"
        aria-label="Buscar recurso o estado"
        placeholder="Buscar recurso o estado"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {ids.length > 0 && (
        <AllBox
          label={text.trim() === '' ? 'Todos' : `Los ${numberText(ids.length)} que coinciden`}
          ids={ids}
          value={value}
          onChange={onChange}
        />
      )}
      <div className="resources__list bordered rounded scroll">
        {found.map((group) => (
          <GroupBox
            key={group.state.stateId}
            group={group}
            value={value}
            onChange={onChange}
            open={text.trim() !== '' || group.state.stateId === 0}
          />
        ))}
        {found.length === 0 && <p className="muted">Sin coincidencias</p>}
      </div>
      <p className="field__hint muted" role="status">
        {value.length === 0
          ? 'Seleccione al menos un recurso'
          : countOf(value.length, 'recurso seleccionado', 'recursos seleccionados')}
      </p>
    </fieldset>
  )
}
