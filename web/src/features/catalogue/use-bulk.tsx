// The vehicles selected in the list, the bar of bulk actions, the dialog of a bulk change, and its undo.
import type { Reply } from '@padron/contract/call'
import type { ChosenQuery, FleetQuery } from '@padron/contract/catalogue/filter'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import type { processing } from '@padron/contract/processing'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { BULK_AT_MOST, type Selection, vehicles } from '@padron/contract/vehicles'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { numberText } from '../../lib/number-text.ts'
import { useCan, useSeesAll, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import type { IconName } from '../../ui/icons.tsx'
import { isPicked, type Picked, pageState, pickedCount } from '../../ui/table/selection.ts'
import type { RowPicks } from '../../ui/table/TableRows.tsx'
import { type RowSelection, useSelection } from '../../ui/table/use-selection.ts'
import { CatalogueExports, type CatalogueExportsProps } from '../exports/CatalogueExports.tsx'
import type { BulkKind } from './bulk/BulkFields.tsx'
import { vehicleRowName } from './RowActions.tsx'
import { useRefreshOrders } from './refresh/use-refresh-orders.ts'

const RefreshDialog = lazy(() => import('./refresh/RefreshDialog.tsx').then((m) => ({ default: m.RefreshDialog })))
const RefreshProgress = lazy(() =>
  import('./refresh/RefreshProgress.tsx').then((m) => ({ default: m.RefreshProgress })),
)
const BulkDialog = lazy(() => import('./bulk/BulkDialog.tsx').then((m) => ({ default: m.BulkDialog })))

const NAMED = 5

const NOT_BACK =
  'Si el cambio borró respuestas, capturas o marcas de pago, no regresan: esas fuentes se consultan de nuevo.'

const undoneText = ({ restored, kept, keptCount, asksAgain }: Reply<typeof vehicles.undoBulk>): string => {
  const count = `${restored === 1 ? 'Se restauró' : 'Se restauraron'} ${vehiclesText(restored)}.`
  const back = restored && asksAgain ? `${count} ${NOT_BACK}` : count
  if (!keptCount) return back
  const named = kept.slice(0, NAMED).map(({ plate }) => plate)
  const list = `${named.join(', ')}${keptCount > named.length ? '…' : ''}`
  const stay =
    keptCount === 1 ? 'se quedó como está porque alguien lo cambió' : 'se quedaron como están porque alguien los cambió'
  return `${back} ${vehiclesText(keptCount)} ${stay} después: ${list}`
}

/**
 * Undoes a bulk change, from its notice or from the list of recent ones. Vehicles that a user changed since stay as
 * they are; the notice names them.
 */
const useUndoBulk = (): ((bulkId: string) => void) => {
  const { mutateAsync } = useAction(vehicles.undoBulk, {
    // Expired, or already undone: the server's text says which.
    onFailure: (error) => {
      const known = statusOf(error) === 409 || statusOf(error) === 422
      if (known) notify('warning', error.message)
      return known
    },
    onSuccess: (reply) => notify(reply.keptCount ? 'warning' : 'done', undoneText(reply)),
  })
  return useCallback((bulkId) => void mutateAsync({ params: { bulkId } }).catch(() => {}), [mutateAsync])
}

const BULK_KINDS: readonly {
  kind: BulkKind
  label: (country: Country) => string
  icon: IconName
  needs?: 'tags_admin'
}[] = [
  { kind: 'status', label: () => 'Cambiar estatus', icon: 'on' },
  { kind: 'tags', label: () => 'Etiquetas', icon: 'tag', needs: 'tags_admin' },
  { kind: 'field', label: () => 'Cambiar un campo', icon: 'edit' },
  { kind: 'state', label: (country) => `Mover a otro ${COUNTRIES[country].state.toLowerCase()}`, icon: 'car' },
]

type BarProps = {
  selection: RowSelection
  /** The arguments of the filtered list's exports. */
  exported: CatalogueExportsProps
  /** Number of selected vehicles on this page. */
  onPage: number
  /** Number of vehicles of the filter. */
  total: number
  onChange: (kind: BulkKind, title: string) => void
  onRefresh: () => void
}

/** The bar of the selection: its number, a button that selects the whole filter, and the bulk actions. */
const BulkBar = ({ selection, exported, onPage, total, onChange, onRefresh }: BarProps) => {
  const { country } = useUser()
  const seesAll = useSeesAll()
  const edits = useCan('vehicles_edit') && seesAll
  const mayTag = useCan('tags_admin')
  const refreshes = useCan('processing_admin') && seesAll
  const count = pickedCount(selection.picked, total)
  const many = count > BULK_AT_MOST
  const elsewhere = count - onPage
  if (!count) return null
  return (
    <section className="bulk-bar no-print row-wrap ruled-above" aria-label="Vehículos seleccionados">
      <strong role="status">
        {vehiclesText(count)} {count === 1 ? 'seleccionado' : 'seleccionados'}
        {elsewhere > 0 && `, ${numberText(elsewhere)} fuera de esta página`}
      </strong>
      {count < total && (
        <Button label={`Seleccionar los ${numberText(total)} del filtro`} kind="link" onClick={selection.everything} />
      )}
      <Button label="Quitar selección" kind="link" className="bulk-bar__end" onClick={selection.clear} />
      <span className="bulk-bar__kinds flex gap-6">
        {refreshes && (
          <Button
            label="Volver a consultar"
            small
            icon="refresh"
            iconSize={14}
            aria-haspopup="dialog"
            disabled={many}
            onClick={onRefresh}
          />
        )}
        {BULK_KINDS.filter(({ needs }) => edits && (!needs || mayTag)).map(({ kind, label, icon }) => (
          <Button
            label={label(country)}
            small
            icon={icon}
            iconSize={14}
            key={kind}
            aria-haspopup="dialog"
            disabled={many}
            onClick={() => onChange(kind, label(country))}
          />
        ))}
        <CatalogueExports {...exported} query={chosenOf(selection.picked, exported.query)} total={count} chosen />
      </span>
      {many && (edits || refreshes) && (
        <span className="bulk-bar__note warning-text">
          Se cambian {numberText(BULK_AT_MOST)} vehículos a la vez como máximo: filtre menos.
        </span>
      )}
    </section>
  )
}

/** The selected vehicles as a query for exports. */
const chosenOf = (picked: Picked, query: ChosenQuery): ChosenQuery =>
  picked.all ? { ...query, except: [...picked.except] } : { vehicleClass: {}, ids: [...picked.ids] }

/** The selected vehicles as the selection of a bulk change. */
const selectionOf = (picked: Picked, query: FleetQuery): Selection =>
  picked.all ? { query, except: [...picked.except] } : { ids: [...picked.ids] }

type Open = { kind: BulkKind; title: string; selection: Selection; selected: number }

/**
 * @param exported the filtered query with its exports
 * @param queryText the query as text; another one clears the selection
 */
export const useBulk = (rows: readonly VehicleRow[], exported: CatalogueExportsProps, queryText: string) => {
  const { query, total = 0 } = exported
  const page = useMemo(() => rows.map(({ vehicleAsset }) => vehicleAsset.vehicleAssetId), [rows])
  const selection = useSelection(page, queryText, true)
  const undo = useUndoBulk()
  const [open, show] = useState<Open>()
  const refreshes = useCan('processing_admin')
  const [refreshing, setRefreshing] = useState<Pick<Open, 'selection' | 'selected'>>()
  const { orders, add, report, drop } = useRefreshOrders()
  const { picked, toggle, setPage, clear } = selection
  const picks = useMemo<RowPicks<VehicleRow>>(
    () => ({
      labelOf: vehicleRowName,
      has: (id) => isPicked(picked, id),
      page: pageState(picked, page),
      onPick: toggle,
      onPage: setPage,
    }),
    [picked, page, toggle, setPage],
  )
  const done = (bulkId: string | null, changed: number): void => {
    const verb = changed === 1 ? 'Se cambió' : 'Se cambiaron'
    notify('done', `${verb} ${vehiclesText(changed)}.`, {
      action: bulkId ? { label: 'Deshacer', run: () => undo(bulkId) } : undefined,
    })
  }
  const chosen = () => ({ selection: selectionOf(picked, query), selected: pickedCount(picked, total) })
  const bar: ReactNode = (
    <>
      <BulkBar
        selection={selection}
        exported={exported}
        onPage={page.filter((id) => isPicked(picked, id)).length}
        total={total}
        onChange={(kind, title) => show({ kind, title, ...chosen() })}
        onRefresh={() => setRefreshing(chosen())}
      />
      {refreshes && orders.length > 0 && (
        <Suspense>
          {orders.map((order) => (
            <RefreshProgress key={order.at} order={order} onReport={report} onEnd={drop} />
          ))}
        </Suspense>
      )}
    </>
  )
  const close = (): void => show(undefined)
  const saved = (): void => {
    clear()
    close()
  }
  const endRefresh = (): void => setRefreshing(undefined)
  const showProgress = (ordered: Reply<typeof processing.refreshMany>): void => {
    clear()
    endRefresh()
    if (ordered.questions === 0) notify('done', 'Ya no quedaba nada que consultar.')
    else add(ordered.vehicles, ordered.questions)
  }
  const dialog: ReactNode = (
    <Suspense>
      {open && <BulkDialog {...open} onDone={done} onSaved={saved} onClose={close} />}
      {refreshing && <RefreshDialog {...refreshing} onOrder={showProgress} onClose={endRefresh} />}
    </Suspense>
  )
  return { picks, bar, dialog, undo }
}
