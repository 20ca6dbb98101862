// The catalogue: every vehicle with what it owes, a page of 25 at a time. Filters, sort, page and open view are in the
// address.
import { catalogue, PAGE_SIZE } from '@padron/contract/catalogue'
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { ignoreLoadFailure } from '../../api/new-release.ts'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { useListSearch } from '../../lib/list-search.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan, useSeesAll, useUser } from '../../session/user-context.ts'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { SeenLine } from '../../ui/list/SeenLine.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { CoverageLine } from './CoverageLine.tsx'
import './catalogue.css'
import { CatalogueTools, TableTools } from './CatalogueTools.tsx'
import type { CellContext } from './cells.tsx'
import { Filters } from './filters/Filters.tsx'
import { forReader } from './filters/owed-filters.ts'
import { fleetQuery, listBody, sortingOf } from './filters.ts'
import { useRowActions } from './RowActions.tsx'
import { CatalogueSearch } from './search.ts'
import { useBulk } from './use-bulk.tsx'
import { useCatalogueView } from './use-catalogue-view.ts'
import { useListOrder } from './use-list-order.ts'

const loadCards = () => import('./VehicleCards.tsx').then((m) => ({ default: m.VehicleCards }))
const VehicleCards = lazy(loadCards)
const Nothing = lazy(() => import('./EmptyCatalogue.tsx').then((m) => ({ default: m.EmptyCatalogue })))
// A phone loads the cards together with the list; other screens do not load them.
if (matchMedia(PHONE).matches) void loadCards().catch(ignoreLoadFailure)

const NOUN = { one: 'vehículo', many: 'vehículos' }
const NO_ROWS: readonly VehicleRow[] = []
const keyOf = ({ vehicleAsset }: VehicleRow): number => vehicleAsset.vehicleAssetId

/** The resource types that have an automatic source, per state; undefined until loaded. */
const useSources = (): CellContext['sources'] => {
  const { data } = useCall(catalogue.states, {})
  return useMemo(() => data && new Map(data.states.map((state) => [state.stateId, state.sources])), [data])
}

/** @param above displayed between the filters and the rows */
export const CatalogueScreen = ({ above }: { above?: ReactNode }) => {
  useTitle('Vehículos')
  const { country, zone, userId } = useUser()
  const phone = useMedia(PHONE)
  const edits = useCan('vehicles_edit')
  const seesAll = useSeesAll()
  const admin = useCan('vehicles_admin')
  const canReadDocuments = useCan('documents_read')
  const { search: address, change, ready } = useListSearch(CatalogueSearch, userId, 'catalogue-filters', true)
  const search = useMemo(() => forReader(address, canReadDocuments), [address, canReadDocuments])
  const { choice, menu, columnsKnown, ready: viewReady } = useCatalogueView(search, change)
  const { open, openInPlace, reconcile, add, act, dialogs } = useRowActions()
  const now = useNow()
  const sources = useSources()
  const context = useMemo<CellContext>(
    () => ({ country, zone, now, open, reconcile, act, edits, sources }),
    [country, zone, now, open, reconcile, act, edits, sources],
  )
  const body = listBody(search, country)
  const list = useCall(catalogue.list, { body }, { keep: true, off: !(ready && viewReady) })
  const rows = list.data?.vehicles ?? NO_ROWS
  const total = columnsKnown ? list.data?.totalCount : undefined
  // Keeps the same object while the query is the same.
  const queryText = JSON.stringify(fleetQuery(search, country))
  const query = useMemo(() => JSON.parse(queryText) as FleetQuery, [queryText])
  const exported = { query, sorting: sortingOf(search), columns: choice.stored, total }
  const bulk = useBulk(rows, exported, queryText)
  const onPage = useCallback((page?: number, how?: { replace?: boolean }) => change({ page }, how), [change])
  const { isPlaceholderData: isWaiting } = list
  useListOrder({ rows, total, page: search.page ?? 1, isWaiting, onPage, open: openInPlace })
  const openRow = useCallback((row: VehicleRow) => open(keyOf(row)), [open])
  const onAdd = admin ? add : undefined
  return (
    <>
      <ListScreen
        title="Vehículos"
        noun={NOUN}
        tools={<CatalogueTools views={menu} exported={{ ...exported, total: list.data?.totalCount }} onAdd={onAdd} />}
        filters={
          <>
            <Filters search={search} change={change}>
              <TableTools
                columns={phone ? undefined : choice}
                clock={context}
                undo={edits && seesAll ? bulk.undo : undefined}
              />
            </Filters>
            <CoverageLine query={query} after={list.isSuccess && !list.isPlaceholderData} clock={context} />
          </>
        }
        above={
          <>
            <SeenLine row={catalogue.list} args={{ body }} />
            {above}
            {bulk.bar}
          </>
        }
        list={list}
        total={total}
        page={search.page ?? 1}
        pageSize={PAGE_SIZE}
        onPage={onPage}
        fails={catalogue.list.fails}
        columns={choice.visible.length}
        nothing={
          <Suspense>
            <Nothing search={search} change={change} onAdd={onAdd} open={open} />
          </Suspense>
        }
        now={now}
      >
        {phone ? (
          <Suspense fallback={<TableSkeleton label="Cargando vehículos" rows={PAGE_SIZE} columns={1} />}>
            <VehicleCards rows={rows} context={context} picks={bulk.picks} />
          </Suspense>
        ) : (
          <DataTable
            className="grid vehicles"
            caption="Catálogo de vehículos"
            rows={rows}
            keyOf={keyOf}
            columns={choice.visible}
            context={context}
            sorting={search}
            onSort={change}
            onWidths={choice.resize}
            picks={bulk.picks}
            onOpen={openRow}
          />
        )}
      </ListScreen>
      {dialogs}
      {bulk.dialog}
    </>
  )
}
