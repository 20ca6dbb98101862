// The filters of the catalogue: the bar, what is on, and the tools of the table beside it.
import type { ReactNode } from 'react'
import type { ChangeSearch } from '../../lib/list-search.ts'
import { ActiveFilters } from './ActiveFilters.tsx'
import { FilterBar } from './FilterBar.tsx'
import type { CatalogueSearch } from './search.ts'

type Props = {
  search: CatalogueSearch
  change: ChangeSearch<CatalogueSearch>
  /** The tools. */
  children: ReactNode
}

export const Filters = ({ search, change, children }: Props): ReactNode => (
  <section className="filters stack gap-8" aria-label="Filtros">
    <FilterBar search={search} change={change} />
    <div className="filters__under row-wrap">
      <ActiveFilters search={search} change={change} />
      <div className="filters__tools no-print flex gap-8">{children}</div>
    </div>
  </section>
)
