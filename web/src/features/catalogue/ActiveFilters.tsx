// A chip for each filter that is on.
import { memo, type ReactNode } from 'react'
import { type ChangeSearch, cleared, isFiltered } from '../../lib/list-search.ts'
import { useUser } from '../../session/user-context.ts'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { chips } from './chips.ts'
import type { CatalogueSearch } from './search.ts'
import { useFilterNames } from './use-filter-names.ts'

type Props = { search: CatalogueSearch; change: ChangeSearch<CatalogueSearch> }

export const ActiveFilters = memo(({ search, change }: Props): ReactNode => {
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
