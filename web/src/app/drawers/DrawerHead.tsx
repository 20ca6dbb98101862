// The drawer's heading: the vehicle, from the cached list while its own data load; and buttons to the previous and next
// vehicles of the list under the drawer.
import { assetStatusText } from '@padron/contract/assets'
import { catalogue } from '@padron/contract/catalogue'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { useEffect } from 'react'
import { offline } from '../../api/offline.ts'
import { useCall } from '../../api/use-call.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { listOrder } from '../../lib/list-order.ts'
import { numberText } from '../../lib/number-text.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useStore } from '../../lib/use-store.ts'
import { useClock } from '../../session/use-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { storedVehicle } from '../../ui/filters/stored-matches.ts'
import './vehicle-drawer.css'

/** The vehicle's row: of its own request or, until that has loaded, of a cached list. */
export const useVehicleRow = (vehicleAssetId: number) =>
  useCall(
    catalogue.list,
    { body: { vehicleClass: { vehicleAsset: { vehicleAssetId } } } },
    {
      standIn: ({ vehicles }) => {
        const row = vehicles.find(({ vehicleAsset }) => vehicleAsset.vehicleAssetId === vehicleAssetId)
        return row && { vehicles: [row], totalCount: 1 }
      },
    },
  )

type HeadProps = { vehicleAssetId: number; row: VehicleRow | undefined }

export const DrawerHead = ({ vehicleAssetId, row }: HeadProps) => {
  const { now, zone } = useClock()
  const stored = useStore(offline)
  if (!row) {
    const seen = stored && storedVehicle(stored, vehicleAssetId)
    return (
      <div className="drawer-head drawer-head--waiting">
        <h2 className="drawer-head__plate">{seen?.plate || seen?.vin || 'Vehículo'}</h2>
      </div>
    )
  }
  const { vehicleAsset, state, assetHistoric } = row
  const { plate, vin, processedDate } = vehicleAsset
  return (
    <div className="drawer-head">
      <h2 className="drawer-head__plate row-wrap">
        {plate || vin}
        <span className="drawer-head__status tiny regular">{assetStatusText(assetHistoric.assetStatusId)}</span>
      </h2>
      <p className="small regular">
        VIN {vin} · {state.stateName}
      </p>
      <p className="small regular muted">
        {processedDate ? sinceText('Procesado', processedDate, now, zone) : 'Sin procesar todavía'}
      </p>
    </div>
  )
}

/** In these fields Alt + ↓ opens a list of options. */
const FIELD = 'input, textarea, select'
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** Whether no dialog is open over the drawer. */
const isOnTop = (): boolean => {
  const last = [...document.querySelectorAll('dialog[open]')].at(-1)
  return last?.classList.contains('vehicle-drawer') === true
}

/** Rendered if the vehicle is in the list under the drawer. */
export const NextVehicle = ({ vehicleAssetId }: { vehicleAssetId: number }) => {
  const order = useStore(listOrder)
  const [, setSearch] = useSearchState(DrawerSearch)
  const at = order?.ids.indexOf(vehicleAssetId) ?? -1
  const place = at < 0 || !order ? undefined : order.before + at + 1
  const isThere = (step: 1 | -1): boolean =>
    place !== undefined && order !== undefined && place + step >= 1 && place + step <= order.total
  const go = (step: 1 | -1): void => {
    if (!order || !isThere(step)) return
    const next = order.ids[at + step]
    // The open section, such as the documents, stays open.
    if (next === undefined) order.turn(step)
    else setSearch({ asset: next, vehicle: undefined, tipo: undefined }, { replace: true })
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const step = STEPS[event.key]
      if (event.target instanceof HTMLElement && event.target.closest(FIELD)) return
      if (!step || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !isOnTop()) return
      event.preventDefault()
      go(step)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  })
  if (place === undefined || !order || order.total < 2) return null
  return (
    <nav aria-label="Vehículos de la lista" className="drawer-next no-print row rigid">
      <span className="drawer-next__place small muted nowrap" role="status">
        {numberText(place)} de {numberText(order.total)} veh.
      </span>
      <Button
        kind="icon"
        icon="up"
        aria-label="Vehículo anterior"
        title="Vehículo anterior (Alt + ↑)"
        off={!isThere(-1)}
        onClick={() => go(-1)}
      />
      <Button
        kind="icon"
        icon="down"
        aria-label="Vehículo siguiente"
        title="Vehículo siguiente (Alt + ↓)"
        off={!isThere(1)}
        onClick={() => go(1)}
      />
    </nav>
  )
}
