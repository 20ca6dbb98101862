// What a row's actions open: the drawer, the reconciliation, and the dialogs of one vehicle, each fetched when it is first
// asked for.
import type { VehicleRow } from '@padron/contract/catalogue'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import type { RowAction } from './RowActions.tsx'

const AddVehicleDialog = lazy(() =>
  import('../vehicles/VehicleDialogs.tsx').then((m) => ({ default: m.AddVehicleDialog })),
)
const EditVehicleDialog = lazy(() =>
  import('../vehicles/VehicleDialogs.tsx').then((m) => ({ default: m.EditVehicleDialog })),
)
const StatusDialog = lazy(() => import('../vehicles/StatusDialog.tsx').then((m) => ({ default: m.StatusDialog })))

type Open = 'add' | { action: 'edit' | 'off' | 'on'; row: VehicleRow }

export const useRowActions = () => {
  const [, setSearch] = useSearchState(DrawerSearch)
  const [dialog, show] = useState<Open>()
  const close = (): void => show(undefined)
  const open = useCallback(
    (asset: number, tipo?: number): void => setSearch({ asset, vehicle: undefined, tipo }),
    [setSearch],
  )
  const reconcile = useCallback((info: number): void => setSearch({ info }), [setSearch])
  const add = useCallback((): void => show('add'), [])
  const act = useCallback(
    (action: RowAction, row: VehicleRow): void => {
      const { vehicleAssetId } = row.vehicleAsset
      if (action === 'history') open(vehicleAssetId)
      else if (action === 'reconcile') reconcile(vehicleAssetId)
      else show({ action, row })
    },
    [open, reconcile],
  )
  const content = ({ action, row }: Exclude<Open, 'add'>): ReactNode =>
    action === 'edit' ? (
      <EditVehicleDialog vehicleAssetId={row.vehicleAsset.vehicleAssetId} onClose={close} />
    ) : (
      <StatusDialog row={row} to={action} onClose={close} />
    )
  const dialogs = dialog && (
    <Suspense>{dialog === 'add' ? <AddVehicleDialog onClose={close} /> : content(dialog)}</Suspense>
  )
  return { open, reconcile, add, act, dialogs }
}
