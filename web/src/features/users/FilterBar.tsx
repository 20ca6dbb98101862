// The filters above the table: the common ones at hand, the rest behind "Más filtros", and a chip for each that is on.
import { tags as tagCalls } from '@padron/contract/tags'
import { type ReactNode, useMemo, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { type ChangeSearch, cleared, isFiltered } from '../../lib/list-search.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useCan } from '../../session/user-context.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { FilterText } from '../../ui/FilterText.tsx'
import { Icon } from '../../ui/icons.tsx'
import { chips, STATUSES, TEXT_FILTERS } from './filters.ts'
import { MoreFilters } from './MoreFilters.tsx'
import type { UsersSearch } from './search.ts'

type Props = { search: UsersSearch; change: ChangeSearch<UsersSearch> }

export const FilterBar = ({ search, change }: Props): ReactNode => {
  const withTags = useCan('tags_read')
  const { data } = useCall(tagCalls.list, {}, { off: !withTags })
  const phone = useMedia(PHONE)
  const [more, showMore] = useState(false)
  const tags = useMemo(
    () => data?.userTags.map(({ tagId, tagName }) => ({ value: tagId, label: tagName })) ?? [],
    [data],
  )
  const names = useMemo(() => new Map(tags.map(({ value, label }) => [value, label])), [tags])
  return (
    <section className="filters stack gap-8" aria-label="Filtros">
      <div className={`filters__row${withTags ? '' : ' filters__row--few'}`}>
        {TEXT_FILTERS.filter(({ key, inBar }) => inBar && (!phone || key === 'username')).map(({ key, label }) => (
          <FilterText
            key={key}
            label={label}
            value={search[key] ?? ''}
            onChange={(value) => change({ [key]: value })}
          />
        ))}
        {!phone && withTags && (
          <Combobox
            label="Etiquetas"
            placeholder="Todas"
            options={tags}
            value={search.tags ?? []}
            onChange={(ids) => change({ tags: ids.length ? ids : undefined })}
          />
        )}
        {!phone && (
          <FilterSelect
            label="Status"
            placeholder="Todos"
            options={STATUSES}
            value={search.status}
            onChange={(status) => change({ status })}
          />
        )}
        <button type="button" className="button filters__more" aria-haspopup="dialog" onClick={() => showMore(true)}>
          <Icon name="filter" size={16} />
          Más filtros
        </button>
      </div>
      <FilterChips
        chips={withTags ? chips(search, names) : chips({ ...search, tags: undefined }, names)}
        onRemove={({ key }) => change({ [key]: undefined })}
        onClear={isFiltered(search) ? () => change(cleared(search)) : undefined}
      />
      {more && (
        <MoreFilters search={search} tags={tags} inBar={!phone} onSave={change} onClose={() => showMore(false)} />
      )}
    </section>
  )
}
