// The filters above the table: the common ones at hand, the rest behind "Más filtros", and a chip for each that is on.
import { ASSET_STATUSES } from '@padron/contract/assets'
import { catalogue } from '@padron/contract/catalogue'
import { COUNTRIES } from '@padron/contract/countries'
import { tags as tagCalls } from '@padron/contract/tags'
import { type ReactNode, useMemo, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { type ChangeSearch, cleared, isFiltered } from '../../lib/list-search.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { FilterText } from '../../ui/FilterText.tsx'
import { Icon } from '../../ui/icons.tsx'
import { assetStatusesOf, chips, TEXT_FILTERS } from './filters.ts'
import { MoreFilters } from './MoreFilters.tsx'
import type { CatalogueSearch } from './search.ts'

const ASSET_OPTIONS = ASSET_STATUSES.filter(({ choosable }) => choosable).map(({ id, text }) => ({
  value: id,
  label: text,
}))

const useNames = () => {
  const states = useCall(catalogue.states, {})
  const tags = useCall(tagCalls.list, {}, { off: !useCan('tags_read') })
  return useMemo(
    () => ({
      states: new Map(states.data?.states.map(({ stateId, stateName }) => [stateId, stateName])),
      tags: new Map(tags.data?.userTags.map(({ tagId, tagName }) => [tagId, tagName])),
    }),
    [states.data, tags.data],
  )
}
const options = (names: ReadonlyMap<number, string>) => [...names].map(([value, label]) => ({ value, label }))
const some = (ids: number[]): number[] | undefined => (ids.length ? ids : undefined)

type Props = { search: CatalogueSearch; change: ChangeSearch<CatalogueSearch> }

export const FilterBar = ({ search, change }: Props): ReactNode => {
  const { country } = useUser()
  const names = useNames()
  const phone = useMedia(PHONE)
  const [more, showMore] = useState(false)
  const on = chips(search, country, names)
  const choices = (
    <>
      <FilterSelect
        label={COUNTRIES[country].state}
        placeholder="Todos"
        options={options(names.states)}
        value={search.states ?? []}
        onChange={(ids) => change({ states: some(ids) })}
      />
      <FilterSelect
        label="Estatus"
        placeholder="Todos"
        options={ASSET_OPTIONS}
        value={assetStatusesOf(search)}
        onChange={(ids) => change({ status: some(ids) ?? 'todos' })}
      />
    </>
  )
  return (
    <section className="filters" aria-label="Filtros">
      <div className="filters__row">
        {TEXT_FILTERS.filter(({ key, inBar }) => inBar && (!phone || key === 'plate')).map(({ key, label }) => (
          <FilterText
            key={key}
            label={label(country)}
            value={search[key] ?? ''}
            onChange={(value) => change({ [key]: value })}
          />
        ))}
        {!phone && choices}
        <button type="button" className="button filters__more" aria-haspopup="dialog" onClick={() => showMore(true)}>
          <Icon name="filter" size={16} />
          Más filtros
        </button>
      </div>
      <FilterChips
        chips={on}
        onRemove={({ key, off }) => change({ [key]: off })}
        onClear={isFiltered(search) ? () => change(cleared(search)) : undefined}
      />
      {more && (
        <MoreFilters
          search={search}
          tags={options(names.tags)}
          states={options(names.states)}
          inBar={!phone}
          assetStatuses={ASSET_OPTIONS}
          onSave={change}
          onClose={() => showMore(false)}
        />
      )}
    </section>
  )
}
