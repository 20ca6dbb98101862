// The actions of a vehicle in the list: a menu at the end of its row, always visible, and at the top of its card.
import { ACTIVE } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { lazy, Suspense, useCallback, useState } from 'react'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { ActionMenu, type MenuAction } from '../../ui/overlay/ActionMenu.tsx'

export type RowAction = 'edit' | 'off' | 'on' | 'history' | 'reconcile'

type Rule = Pick<MenuAction, 'label' | 'icon'> & {
  action: RowAction
  /** Changes the vehicle: disabled for a replaced one. */
  changes: boolean
  /** Only for vehicles of the active fleet, or only for the others. */
  ifActive?: boolean
}

const RULES: readonly Rule[] = [
  { action: 'edit', label: 'Editar', icon: 'edit', changes: true },
  { action: 'off', label: 'Dar de baja', icon: 'off', changes: true, ifActive: true },
  { action: 'on', label: 'Dar de alta', icon: 'on', changes: true, ifActive: false },
  { action: 'history', label: 'Historia', icon: 'history', changes: false },
  { action: 'reconcile', label: 'Conciliar con el registro', icon: 'compare', changes: true },
]

export const vehicleRowName = ({ vehicleAsset }: VehicleRow): string => vehicleAsset.plate || vehicleAsset.vin

export const RowActions = ({ row, act }: { row: VehicleRow; act: (action: RowAction, row: VehicleRow) => void }) => {
  const { assetStatusId, replacedBy } = row.assetHistoric
  const actions = (): readonly MenuAction[] =>
    RULES.filter(({ ifActive = assetStatusId === ACTIVE }) => ifActive === (assetStatusId === ACTIVE)).map(
      ({ action, label, icon, changes }) => ({
        key: action,
        label,
        icon,
        reads: action === 'history',
        reason: changes && replacedBy !== null ? FORM_TEXTS.replaced : undefined,
        run: () => act(action, row),
      }),
    )
  return <ActionMenu label={`Acciones de ${vehicleRowName(row)}`} className="icon-button row-menu" actions={actions} />
}

const AddVehicleDialog = lazy(() =>
  import('../vehicles/VehicleDialogs.tsx').then((m) => ({ default: m.AddVehicleDialog })),
)
const EditVehicleDialog = lazy(() =>
  import('../vehicles/VehicleDialogs.tsx').then((m) => ({ default: m.EditVehicleDialog })),
)
const StatusDialog = lazy(() => import('../vehicles/StatusDialog.tsx').then((m) => ({ default: m.StatusDialog })))

type Open = 'add' | { action: 'edit' | 'off' | 'on'; row: VehicleRow }

/** Opens the drawer, the reconciliation and the dialogs of one vehicle. The dialogs are loaded when first opened. */
export const useRowActions = () => {
  const [, setSearch] = useSearchState(DrawerSearch)
  const [dialog, show] = useState<Open>()
  const close = (): void => show(undefined)
  const open = useCallback(
    (asset: number, tipo?: number): void => setSearch({ asset, vehicle: undefined, tipo }),
    [setSearch],
  )
  /** Replaces the vehicle in the address if one is open, so that Back closes the drawer. */
  const openInPlace = useCallback(
    (asset: number): void =>
      setSearch((now) => ((now.asset ?? now.vehicle) ? { asset, vehicle: undefined, tipo: undefined } : undefined), {
        replace: true,
      }),
    [setSearch],
  )
  const openHistory = useCallback(
    (asset: number): void => setSearch({ asset, vehicle: undefined, tipo: undefined, seccion: 'historia' }),
    [setSearch],
  )
  const reconcile = useCallback((info: number): void => setSearch({ info }), [setSearch])
  const add = useCallback((): void => show('add'), [])
  const act = useCallback(
    (action: RowAction, row: VehicleRow): void => {
      const { vehicleAssetId } = row.vehicleAsset
      if (action === 'history') openHistory(vehicleAssetId)
      else if (action === 'reconcile') reconcile(vehicleAssetId)
      else show({ action, row })
    },
    [openHistory, reconcile],
  )
  const content = ({ action, row }: Exclude<Open, 'add'>) =>
    action === 'edit' ? (
      <EditVehicleDialog vehicleAssetId={row.vehicleAsset.vehicleAssetId} onClose={close} />
    ) : (
      <StatusDialog row={row} to={action} onClose={close} />
    )
  const dialogs = dialog && (
    <Suspense>{dialog === 'add' ? <AddVehicleDialog onClose={close} /> : content(dialog)}</Suspense>
  )
  return { open, openInPlace, reconcile, add, act, dialogs }
}
