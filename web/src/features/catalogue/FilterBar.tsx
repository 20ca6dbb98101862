// The filters above the table: the common ones at hand, all of them behind "Más filtros".
import { COUNTRIES } from '@padron/contract/countries'
import { fieldTitle } from '@padron/contract/vehicle-fields'
import { lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { nobodyAsked } from '../../api/new-release.ts'
import type { ChangeSearch } from '../../lib/list-search.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useUser } from '../../session/user-context.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { FilterText } from '../../ui/FilterText.tsx'
import { Icon } from '../../ui/icons.tsx'
import { assetStatusesOf } from './filters.ts'
import { STATUS_OPTIONS } from './options.ts'
import type { CatalogueSearch } from './search.ts'
import { useFilterNames } from './use-filter-names.ts'

const loadMore = () => import('./MoreFilters.tsx')
const MoreFilters = lazy(() => loadMore().then((module) => ({ default: module.MoreFilters })))
/** Before the button is pressed. */
const fetchAhead = (): void => void loadMore().catch(nobodyAsked)

const IN_BAR = ['plate', 'vin', 'customId'] as const
const some = (ids: number[]): number[] | undefined => (ids.length ? ids : undefined)

type Props = { search: CatalogueSearch; change: ChangeSearch<CatalogueSearch> }

/** Memoised: rows that come in draw no filter again. */
export const FilterBar = memo(({ search, change }: Props): ReactNode => {
  const { country } = useUser()
  const { tags, states } = useFilterNames()
  const phone = useMedia(PHONE)
  const [more, showMore] = useState(false)
  return (
    <>
      <div className="filters__row">
        {IN_BAR.filter((key) => !phone || key === 'plate').map((key) => (
          <FilterText
            key={key}
            label={fieldTitle(key, country)}
            value={search[key] ?? ''}
            onChange={(value) => change({ [key]: value })}
          />
        ))}
        {!phone && (
          <>
            <Combobox
              label={COUNTRIES[country].state}
              placeholder="Todos"
              options={states}
              value={search.states ?? []}
              onChange={(ids) => change({ states: some(ids) })}
            />
            <Combobox
              label="Estatus"
              placeholder="Todos"
              options={STATUS_OPTIONS}
              value={assetStatusesOf(search)}
              onChange={(ids) => change({ status: some(ids) ?? 'todos' })}
            />
          </>
        )}
        <button
          type="button"
          className="button filters__more"
          aria-haspopup="dialog"
          onPointerEnter={fetchAhead}
          onFocus={fetchAhead}
          onClick={() => showMore(true)}
        >
          <Icon name="filter" size={16} />
          Más filtros
        </button>
      </div>
      {more && (
        <Suspense>
          <MoreFilters
            search={search}
            tags={tags}
            states={states}
            withSort={phone}
            onSave={change}
            onClose={() => showMore(false)}
          />
        </Suspense>
      )}
    </>
  )
})
