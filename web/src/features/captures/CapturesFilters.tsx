// The filters of the work list, and a chip for each that is on.
import { catalogue } from '@padron/contract/catalogue'
import { COUNTRIES } from '@padron/contract/countries'
import { resourceTypesOf, typeName } from '@padron/contract/resources'
import type { ReactNode } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { FilterText } from '../../ui/FilterText.tsx'
import type { CapturesSearch, ChangeCaptures } from './search.ts'

/** What the wire takes. */
const LIKE_AT_MOST = 30

type Props = { search: CapturesSearch; change: ChangeCaptures; onClear: (() => void) | undefined }

export const CapturesFilters = ({ search, change, onClear }: Props): ReactNode => {
  const { country } = useUser()
  const { states } = useQuietCall(catalogue.states, {}, { off: !useCan('vehicles_read') }).data ?? {}
  const { stateId, resourceTypeId, like } = search
  const stateWord = COUNTRIES[country].state
  const stateOptions = (states ?? []).map((state) => ({ value: `${state.stateId}`, label: state.stateName }))
  const types = resourceTypesOf(country).map(({ id }) => ({ value: `${id}`, label: typeName(id, country) }))
  const idOf = (value: string | undefined): number | undefined => (value === undefined ? undefined : Number(value))
  const chips = [
    { key: 'like', label: 'Placa o VIN', value: like },
    {
      key: 'stateId',
      label: stateWord,
      value: stateId && (stateOptions.find(({ value }) => value === `${stateId}`)?.label ?? `${stateId}`),
    },
    { key: 'resourceTypeId', label: 'Tipo', value: resourceTypeId !== undefined && typeName(resourceTypeId, country) },
  ].flatMap(({ value, ...chip }) => (value ? [{ ...chip, value }] : []))
  return (
    <section className="filters stack gap-8" aria-label="Filtros">
      <div className="filters__row captures__fields">
        <FilterText
          label="Placa o VIN, una parte"
          value={like ?? ''}
          onChange={(typed) => change({ like: typed?.slice(0, LIKE_AT_MOST) })}
        />
        {stateOptions.length > 0 && (
          <FilterSelect
            label={stateWord}
            placeholder="Todos"
            options={stateOptions}
            value={stateId === undefined ? undefined : `${stateId}`}
            onChange={(value) => change({ stateId: idOf(value) })}
          />
        )}
        <FilterSelect
          label="Tipo de recurso"
          placeholder="Todos"
          options={types}
          value={resourceTypeId === undefined ? undefined : `${resourceTypeId}`}
          onChange={(value) => change({ resourceTypeId: idOf(value) })}
        />
      </div>
      <FilterChips chips={chips} onRemove={({ key }) => change({ [key]: undefined })} onClear={onClear} />
    </section>
  )
}
