// The catalogue: every vehicle with what it owes, a page of 25 at a time. Filters, sort and page are in the address.
import { catalogue, PAGE_SIZE } from '@padron/contract/catalogue'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { type ChangeSearch, cleared, isFiltered, useListSearch } from '../../lib/list-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { ColumnPicker, useColumnChoice } from '../../ui/ColumnPicker.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Listing } from '../../ui/Listing.tsx'
import { Message } from '../../ui/Message.tsx'
import './catalogue.css'
import type { CellContext } from './cell-context.ts'
import { columnsOf } from './columns.tsx'
import { FilterBar } from './FilterBar.tsx'
import { listBody } from './filters.ts'
import { Legend } from './Legend.tsx'
import { CatalogueSearch } from './search.ts'
import { VehicleCards } from './VehicleCards.tsx'

const NOUN = { one: 'vehículo', many: 'vehículos' }
const CAPTION = 'Catálogo de vehículos'

const useCellContext = (): CellContext => {
  const { country, zone } = useUser()
  const [, setSearch] = useSearchState(DrawerSearch)
  const open = useCallback((asset: number) => setSearch({ asset, vehicle: undefined }), [setSearch])
  const { data } = useCall(catalogue.states, {})
  const sources = useMemo(() => data && new Map(data.states.map((state) => [state.stateId, state.sources])), [data])
  const now = useNow()
  return useMemo(() => ({ country, zone, now, open, sources }), [country, zone, now, open, sources])
}

const useColumns = () => {
  const { country } = useUser()
  const withTags = useCan('tags_read')
  return useColumnChoice(
    useMemo(() => columnsOf(country, withTags), [country, withTags]),
    'catalogue-columns',
  )
}

type NothingProps = { search: CatalogueSearch; change: ChangeSearch<CatalogueSearch> }

const Nothing = ({ search, change }: NothingProps): ReactNode =>
  isFiltered(search) ? (
    <Message
      title="Sin coincidencias"
      detail="Ningún vehículo cumple con los filtros activos."
      action={
        <button type="button" className="button" onClick={() => change(cleared(search))}>
          Limpiar filtros
        </button>
      }
    />
  ) : (
    <Message
      title="Sin datos"
      detail="La cuenta no tiene vehículos activos. Los vehículos con otro estatus se ven al quitar el filtro Estatus."
      action={
        <button type="button" className="button" onClick={() => change({ status: 'todos' })}>
          Ver todos los estatus
        </button>
      }
    />
  )

export const CatalogueScreen = (): ReactNode => {
  useTitle('Vehículos')
  const { country, userId } = useUser()
  const phone = useMedia(PHONE)
  const { search, change, ready } = useListSearch(CatalogueSearch, userId, 'catalogue-filters')
  const columns = useColumns()
  const context = useCellContext()
  const list = useCall(catalogue.list, { body: listBody(search, country) }, { keep: true, off: !ready })
  const rows = list.data?.vehicles ?? []
  const onPage = useCallback((page?: number, how?: { replace?: boolean }) => change({ page }, how), [change])
  return (
    <Listing
      title="Vehículos"
      noun={NOUN}
      tools={
        <>
          <Legend />
          {!phone && <ColumnPicker columns={columns} />}
        </>
      }
      filters={<FilterBar search={search} change={change} />}
      list={list}
      total={list.data?.totalCount}
      page={search.page ?? 1}
      pageSize={PAGE_SIZE}
      onPage={onPage}
      fails={catalogue.list.fails}
      columns={columns.shown.length}
      nothing={<Nothing search={search} change={change} />}
      now={context.now}
    >
      {phone ? (
        <VehicleCards rows={rows} context={context} />
      ) : (
        <DataTable
          caption={CAPTION}
          rows={rows}
          keyOf={({ vehicleAsset }) => vehicleAsset.vehicleAssetId}
          columns={columns.shown}
          context={context}
          sorting={search}
          onSort={change}
        />
      )}
    </Listing>
  )
}
