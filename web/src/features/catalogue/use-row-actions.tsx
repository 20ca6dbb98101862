// What a row's actions open: the drawer, the reconciliation, and the dialogs of one vehicle, each fetched when it is first
// asked for.
import type { VehicleRow } from '@padron/contract/catalogue'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import type { RowAction } from './RowActions.tsx'

const AddVehicleDialog = lazy(() => import('../vehicles/AddVehicle.tsx').then((m) => ({ default: m.AddVehicleDialog })))
const EditVehicleDialog = lazy(() =>
  import('../vehicles/EditVehicle.tsx').then((m) => ({ default: m.EditVehicleDialog })),
)
const StatusDialog = lazy(() => import('../vehicles/StatusDialog.tsx').then((m) => ({ default: m.StatusDialog })))

type Open = { what: 'add' } | { what: 'edit'; id: number } | { what: 'status'; row: VehicleRow; to: 'off' | 'on' }

export const useRowActions = () => {
  const [, setSearch] = useSearchState(DrawerSearch)
  const [dialog, show] = useState<Open>()
  const close = useCallback((): void => show(undefined), [])
  const open = useCallback(
    (asset: number, tipo?: number): void => setSearch({ asset, vehicle: undefined, tipo }),
    [setSearch],
  )
  const reconcile = useCallback((info: number): void => setSearch({ info }), [setSearch])
  const add = useCallback((): void => show({ what: 'add' }), [])
  const act = useCallback(
    (action: RowAction, row: VehicleRow): void => {
      const id = row.vehicleAsset.vehicleAssetId
      const ways: Record<RowAction, () => void> = {
        edit: () => show({ what: 'edit', id }),
        off: () => show({ what: 'status', row, to: 'off' }),
        on: () => show({ what: 'status', row, to: 'on' }),
        history: () => open(id),
        reconcile: () => reconcile(id),
      }
      ways[action]()
    },
    [open, reconcile],
  )
  const content = (): ReactNode => {
    if (dialog?.what === 'add') return <AddVehicleDialog onClose={close} />
    if (dialog?.what === 'edit') return <EditVehicleDialog vehicleAssetId={dialog.id} onClose={close} />
    if (dialog?.what === 'status') return <StatusDialog row={dialog.row} to={dialog.to} onClose={close} />
    return null
  }
  return { open, reconcile, add, act, dialogs: dialog && <Suspense>{content()}</Suspense> }
}
