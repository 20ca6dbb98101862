// The catalogue's columns, and the saved view that they may come from: the user's own layout, or the columns of the
// open view, which replace the layout only if the user saves them.
import type { SavedView, ViewDefinition } from '@padron/contract/views'
import { useCallback, useMemo } from 'react'
import type { ChangeSearch } from '../../lib/list-search.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { arrange, storedColumns } from '../../ui/table/column-layout.ts'
import { useColumnChoice } from '../../ui/table/use-column-choice.ts'
import { useLayout } from '../../ui/table/use-layout.ts'
import { useOpenView } from '../views/use-open-view.ts'
import { catalogueColumns } from './columns.tsx'
import { forReader } from './filters/owed-filters.ts'
import { fleetQuery, searchOf, sortingOf } from './filters.ts'
import type { CatalogueSearch } from './search.ts'

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const present = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(
    present.map(([key, one]) => [key, inOrder(one)]).sort(([a], [b]) => (`${a}` < `${b}` ? -1 : 1)),
  )
}

/** Whether both views have the same query and columns, in any order of keys. */
export const sameView = (one: ViewDefinition, other: ViewDefinition): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

const isBare = (search: CatalogueSearch): boolean =>
  Object.entries(search).every(([key, value]) => value === undefined || key === 'vista' || key === 'page')

const addressOf = ({ definition, viewId }: SavedView): Partial<CatalogueSearch> => ({
  ...searchOf(definition),
  vista: viewId,
})

export const useCatalogueView = (search: CatalogueSearch, change: ChangeSearch<CatalogueSearch>) => {
  const { country } = useUser()
  const withTags = useCan('tags_read')
  const edits = useCan('vehicles_edit')
  const canReadDocuments = useCan('documents_read')
  const all = useMemo(() => catalogueColumns(country, withTags, edits), [country, withTags, edits])
  const layout = useLayout('catalogue')
  const apply = useCallback((view: SavedView): void => change(addressOf(view), { replace: true }), [change])
  const leave = useCallback(
    (): void => change({ vista: undefined, page: search.page }, { replace: true }),
    [change, search.page],
  )
  const open = useOpenView({ viewId: search.vista, bare: isBare(search), apply, leave })
  const own = open.view === undefined
  const columns = own ? layout.columns : (open.columns ?? null)
  const save = own ? layout.save : open.setColumns
  const choice = useColumnChoice(
    all,
    useMemo(() => ({ columns, save }), [columns, save]),
  )

  const current = useMemo<ViewDefinition>(
    () => ({ ...fleetQuery(search, country), ...sortingOf(search), columns: choice.stored }),
    [search, country, choice.stored],
  )
  const saved = useMemo<ViewDefinition | undefined>(() => {
    if (!open.view) return undefined
    const { definition } = open.view
    const filters = forReader(searchOf(definition) as CatalogueSearch, canReadDocuments)
    return {
      ...fleetQuery(filters, country),
      ...sortingOf(filters),
      columns: storedColumns(arrange(all, definition.columns)),
    }
  }, [open.view, country, all, canReadDocuments])
  const { setColumns } = open
  return {
    choice,
    ready: open.ready,
    /** Rows are rendered only once the columns are known. */
    columnsKnown: layout.ready,
    menu: {
      view: open.view,
      modified: saved !== undefined && !sameView(saved, current),
      current,
      onOpen: (view: SavedView): void => {
        setColumns(view.definition.columns)
        change(addressOf(view))
      },
      onLeave: leave,
      onKeepColumns: (): void => layout.save(choice.stored),
    },
  }
}
