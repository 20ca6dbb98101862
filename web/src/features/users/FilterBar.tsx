// The filters above the table: the common ones, the others behind "Más filtros", and a chip for each active one.
import { tags as tagCalls } from '@padron/contract/tags'
import { useCallback, useMemo, useReducer, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { type ChangeSearch, cleared, isFiltered } from '../../lib/list-search.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { type CheckOption, Checks } from '../../ui/fields/Checks.tsx'
import { DraftText } from '../../ui/filters/DraftText.tsx'
import { FilterChips } from '../../ui/filters/FilterChips.tsx'
import { FilterSelect } from '../../ui/filters/FilterSelect.tsx'
import { FiltersDialog } from '../../ui/filters/FiltersDialog.tsx'
import { FilterText } from '../../ui/filters/FilterText.tsx'
import { Combobox } from '../../ui/overlay/Combobox.tsx'
import { SortChoice } from '../../ui/table/SortChoice.tsx'
import { userColumns } from './columns.tsx'
import { chips, STATUSES, TEXT_FILTERS } from './filters.ts'
import type { UsersSearch } from './search.ts'

type MoreFiltersProps = {
  search: UsersSearch
  tags: readonly CheckOption[]
  onSave: (patch: Partial<UsersSearch>) => void
  onClose: () => void
}

const MoreFilters = ({ search, tags, onSave, onClose }: MoreFiltersProps) => {
  const phone = useMedia(PHONE) // where the bar hides the common filters
  const [draft, put] = useReducer(
    (before: Partial<UsersSearch>, patch: Partial<UsersSearch>) => ({ ...before, ...patch }),
    {},
  )
  const now = { ...search, ...draft }
  const onText = useCallback((name: string, text: string) => put({ [name]: text.trim() || undefined }), [])
  return (
    <FiltersDialog onSave={() => onSave(draft)} onClose={onClose}>
      <div className="more-filters__texts stack gap-12 align-start">
        {TEXT_FILTERS.filter((filter) => phone || !filter.inBar).map(({ key, label }) => (
          <DraftText key={key} name={key} label={label} first={search[key] ?? ''} onDraft={onText} />
        ))}
        {phone && <SortChoice columns={userColumns(false, false)} sorting={now} onSort={put} />}
      </div>
      {phone && (
        <div className="more-filters__checks">
          <fieldset className="checks scroll">
            <legend>Status</legend>
            {[{ value: undefined, label: 'Todos' }, ...STATUSES].map(({ value, label }) => (
              <label key={label} className="check">
                <input
                  type="radio"
                  name="status"
                  checked={now.status === value}
                  onChange={() => put({ status: value })}
                />
                {label}
              </label>
            ))}
          </fieldset>
          {tags.length > 0 && (
            <Checks
              legend="Etiquetas"
              options={tags}
              value={now.tags ?? []}
              onChange={(ids) => put({ tags: ids.length ? ids : undefined })}
            />
          )}
        </div>
      )}
    </FiltersDialog>
  )
}

export const FilterBar = ({ search, change }: { search: UsersSearch; change: ChangeSearch<UsersSearch> }) => {
  const withTags = useCan('tags_read')
  const { data } = useCall(tagCalls.list, {}, { off: !withTags })
  const phone = useMedia(PHONE)
  const [more, showMore] = useState(false)
  const tags = useMemo(
    () => data?.userTags.map(({ tagId, tagName }) => ({ value: tagId, label: tagName })) ?? [],
    [data],
  )
  const tagName = (id: number): string => tags.find(({ value }) => value === id)?.label ?? `${id}`
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
        <Button
          label="Más filtros"
          icon="filter"
          className="filters__more"
          aria-haspopup="dialog"
          sends={false}
          onClick={() => showMore(true)}
        />
      </div>
      <FilterChips
        chips={chips(search, withTags ? tagName : undefined)}
        onRemove={({ key }) => change({ [key]: undefined })}
        onClear={isFiltered(search) ? () => change(cleared(search)) : undefined}
      />
      {more && <MoreFilters search={search} tags={tags} onSave={change} onClose={() => showMore(false)} />}
    </section>
  )
}
