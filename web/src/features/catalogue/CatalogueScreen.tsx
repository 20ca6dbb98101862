// The catalogue: every vehicle with what it owes, a page of 25 at a time. Filters, sort and page are in the address.
import { catalogue, PAGE_SIZE } from '@padron/contract/catalogue'
import { Pagination } from 'antd'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { Message } from '../../ui/Message.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { ColumnPicker, useColumns } from './ColumnPicker.tsx'
import './catalogue.css'
import type { CellContext } from './cell-context.ts'
import { FilterBar } from './FilterBar.tsx'
import { cleared, isFiltered, listBody } from './filters.ts'
import { Legend } from './Legend.tsx'
import type { CatalogueSearch } from './search.ts'
import { TableSkeleton } from './TableSkeleton.tsx'
import { type ChangeSearch, useCatalogueSearch } from './use-catalogue-search.ts'
import { VehicleCards } from './VehicleCards.tsx'
import { VehicleTable } from './VehicleTable.tsx'

const number = (value: number): string => value.toLocaleString('es-MX')

/** '1–25 de 528 vehículos' */
const rangeText = (page: number, total: number): string => {
  if (!total) return 'Sin vehículos'
  const from = (page - 1) * PAGE_SIZE + 1
  const range = `${number(from)}–${number(Math.min(from + PAGE_SIZE - 1, total))}`
  return `${from > total ? '0' : range} de ${number(total)} ${total === 1 ? 'vehículo' : 'vehículos'}`
}

const useCellContext = (): CellContext => {
  const { country, zone } = useUser()
  const [, setSearch] = useSearchState(DrawerSearch)
  const open = useCallback((asset: number) => setSearch({ asset, vehicle: undefined }), [setSearch])
  const { data } = useCall(catalogue.states, {})
  const sources = useMemo(() => data && new Map(data.states.map((state) => [state.stateId, state.sources])), [data])
  const now = useNow()
  return useMemo(() => ({ country, zone, now, open, sources }), [country, zone, now, open, sources])
}

const Nothing = ({ search, change }: { search: CatalogueSearch; change: ChangeSearch }): ReactNode =>
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
  const { country } = useUser()
  const phone = useMedia(PHONE)
  const { search, change, ready } = useCatalogueSearch()
  const columns = useColumns()
  const context = useCellContext()
  const list = useCall(catalogue.list, { body: listBody(search, country) }, { keep: true, off: !ready })
  const box = useRef<HTMLDivElement>(null)
  const page = search.page ?? 1
  const { data, isPlaceholderData, isError } = list

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page starts at its top
  useEffect(() => {
    box.current?.scrollTo({ top: 0 })
  }, [page])
  // A page past the last one: the filters or the fleet shrank.
  const last = data && !isPlaceholderData ? Math.max(1, Math.ceil(data.totalCount / PAGE_SIZE)) : undefined
  useEffect(() => {
    if (last && page > last) change({ page: last === 1 ? undefined : last }, { replace: true })
  }, [last, page, change])

  const rows = data?.vehicles ?? []
  const content = () => {
    if (isError)
      return (
        <Message
          alert
          title={catalogue.list.fails}
          detail={
            statusOf(list.error) === 0
              ? 'Revise su conexión y vuelva a intentarlo.'
              : 'El servicio no respondió como se esperaba; vuelva a intentarlo en un momento.'
          }
          action={
            <button type="button" className="button" onClick={() => void list.refetch()}>
              Reintentar
            </button>
          }
        />
      )
    if (!data) return <TableSkeleton columns={phone ? 1 : columns.shown.length} />
    if (!rows.length && !isPlaceholderData) return <Nothing search={search} change={change} />
    if (phone) return <VehicleCards rows={rows} context={context} />
    return <VehicleTable rows={rows} columns={columns.shown} search={search} change={change} context={context} />
  }
  return (
    <div className="catalogue">
      <PrintLine now={context.now} />
      <header className="catalogue__head">
        <h1>Vehículos</h1>
        <p className="catalogue__total" role="status">
          {isError ? '' : data && !isPlaceholderData ? rangeText(page, data.totalCount) : 'Cargando…'}
        </p>
        <Legend />
        {!phone && <ColumnPicker columns={columns} />}
      </header>
      <FilterBar search={search} change={change} />
      <section
        ref={box}
        className="catalogue__box"
        aria-label="Vehículos"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must do so by keyboard
        tabIndex={0}
        aria-busy={list.isFetching}
        data-waiting={isPlaceholderData}
      >
        {content()}
      </section>
      {!!data?.totalCount && !isError && (
        <Pagination
          className="catalogue__pages"
          current={page}
          pageSize={PAGE_SIZE}
          total={data.totalCount}
          showSizeChanger={false}
          hideOnSinglePage
          showLessItems={phone}
          onChange={(next) => change({ page: next === 1 ? undefined : next })}
        />
      )}
    </div>
  )
}
