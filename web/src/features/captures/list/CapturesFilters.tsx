// The filters of the work list, and a chip for each active one.
import { captures } from '@padron/contract/captures'
import { catalogue } from '@padron/contract/catalogue'
import { COUNTRIES } from '@padron/contract/places/countries'
import { resourceTypesOf, typeName } from '@padron/contract/resources'
import { useQuietCall } from '../../../api/use-call.ts'
import { useCan, useUser } from '../../../session/user-context.ts'
import { LabelledSelect } from '../../../ui/fields/Select.tsx'
import { FilterChips } from '../../../ui/filters/FilterChips.tsx'
import { FilterText } from '../../../ui/filters/FilterText.tsx'
import type { CapturesSearch, ChangeCaptures } from '../search.ts'

/** The contract's maximum length. */
const LIKE_AT_MOST = 30

type Props = { search: CapturesSearch; change: ChangeCaptures; onClear: (() => void) | undefined }

export const CapturesFilters = ({ search, change, onClear }: Props) => {
  const { country } = useUser()
  const { states } = useQuietCall(catalogue.states, {}, { off: !useCan('vehicles_read') }).data ?? {}
  const { people = [] } = useQuietCall(captures.progress, {}).data ?? {}
  const { stateId, resourceTypeId, like, assignedTo } = search
  const selects = [
    {
      key: 'stateId',
      label: COUNTRIES[country].state,
      options: (states ?? []).map((state) => ({ value: state.stateId, label: state.stateName })),
      value: stateId,
    },
    {
      key: 'resourceTypeId',
      label: 'Tipo de recurso',
      options: resourceTypesOf(country).map(({ id }) => ({ value: id as number, label: typeName(id, country) })),
      value: resourceTypeId,
    },
  ]
  const persons = [
    { value: 'mine', label: 'Mis capturas' },
    { value: 'none', label: 'Sin asignar' },
    ...people.map(({ userId, username }) => ({ value: `${userId}`, label: username })),
  ]
  const stateName = states?.find((state) => state.stateId === stateId)?.stateName ?? stateId
  const chips = [
    { key: 'like', label: 'Placa o VIN', value: like },
    { key: 'stateId', label: COUNTRIES[country].state, value: stateId && `${stateName}` },
    { key: 'resourceTypeId', label: 'Tipo', value: resourceTypeId !== undefined && typeName(resourceTypeId, country) },
    {
      key: 'assignedTo',
      label: 'Asignado a',
      value: assignedTo && (persons.find(({ value }) => value === assignedTo)?.label ?? assignedTo),
    },
  ].flatMap(({ value, ...chip }) => (value ? [{ ...chip, value }] : []))
  return (
    <section className="filters stack gap-8" aria-label="Filtros">
      <div className="filters__row captures__fields">
        <FilterText
          label="Placa o VIN contiene"
          value={like ?? ''}
          onChange={(typed) => change({ like: typed?.slice(0, LIKE_AT_MOST) })}
        />
        {selects
          .filter(({ options }) => options.length > 0)
          .map(({ key, ...select }) => (
            <LabelledSelect key={key} {...select} empty="Todos" onChange={(value) => change({ [key]: value })} />
          ))}
        <LabelledSelect
          label="Asignado a"
          options={persons}
          value={assignedTo}
          empty="Todos"
          onChange={(value) => change({ assignedTo: value })}
        />
      </div>
      <FilterChips chips={chips} onRemove={({ key }) => change({ [key]: undefined })} onClear={onClear} />
    </section>
  )
}
