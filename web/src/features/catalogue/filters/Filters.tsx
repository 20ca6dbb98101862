// The filters above the table: the common ones, a button for all of them ("Más filtros"), a chip for each active one,
// and beside the chips the table's tools.
import { COUNTRIES } from '@padron/contract/places/countries'
import { fieldTitle } from '@padron/contract/vehicles/fields'
import { lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { ignoreLoadFailure } from '../../../api/new-release.ts'
import { type ChangeSearch, cleared, isFiltered } from '../../../lib/list-search.ts'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { useUser } from '../../../session/user-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { FilterChips } from '../../../ui/filters/FilterChips.tsx'
import { FilterText } from '../../../ui/filters/FilterText.tsx'
import { Combobox } from '../../../ui/overlay/Combobox.tsx'
import { assetStatusesOf, statusChoices, unlessEmpty } from '../filters.ts'
import type { CatalogueSearch } from '../search.ts'
import { chips } from './chips.ts'
import { useFilterNames } from './use-filter-names.ts'

const loadMore = () => import('./MoreFilters.tsx')
const MoreFilters = lazy(() => loadMore().then((module) => ({ default: module.MoreFilters })))
/** Loads the dialog before its button is pressed. */
const fetchAhead = (): void => void loadMore().catch(ignoreLoadFailure)

const IN_BAR = ['plate', 'vin', 'customId'] as const

type Props = { search: CatalogueSearch; change: ChangeSearch<CatalogueSearch> }

/** Memoised: rows that arrive do not render the filters again. */
const FilterBar = memo(({ search, change }: Props) => {
  const { country } = useUser()
  const { states } = useFilterNames()
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
              onChange={(ids) => change({ states: unlessEmpty(ids) })}
            />
            <Combobox
              label="Estatus"
              placeholder="Todos"
              options={statusChoices()}
              value={assetStatusesOf(search)}
              onChange={(ids) => change({ status: unlessEmpty(ids) ?? 'todos' })}
            />
          </>
        )}
        <Button
          label="Más filtros"
          className="filters__more"
          icon="filter"
          aria-haspopup="dialog"
          sends={false}
          onPointerEnter={fetchAhead}
          onFocus={fetchAhead}
          onClick={() => showMore(true)}
        />
      </div>
      {more && (
        <Suspense>
          <MoreFilters search={search} withSort={phone} onSave={change} onClose={() => showMore(false)} />
        </Suspense>
      )}
    </>
  )
})

const ActiveFilters = memo(({ search, change }: Props) => {
  const { country } = useUser()
  const { names } = useFilterNames()
  return (
    <FilterChips
      chips={chips(search, country, names)}
      onRemove={({ off }) => change(off)}
      onClear={isFiltered(search) ? () => change(cleared(search)) : undefined}
    />
  )
})

export const Filters = ({ children, ...filters }: Props & { children: ReactNode }) => (
  <section className="filters stack gap-8" aria-label="Filtros">
    <FilterBar {...filters} />
    <div className="filters__under row-wrap">
      <ActiveFilters {...filters} />
      <div className="filters__tools no-print flex gap-8">{children}</div>
    </div>
  </section>
)
