// What may be done with the vehicle of the drawer. What may not stays reachable, and says why.
import { ACTIVE } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue'
import { FORM_TEXTS } from '@padron/contract/form-texts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useCan } from '../../session/user-context.ts'
import '../../ui/buttons.css'

const EditVehicleDialog = lazy(() => import('./EditVehicle.tsx').then((m) => ({ default: m.EditVehicleDialog })))
const StatusDialog = lazy(() => import('./StatusDialog.tsx').then((m) => ({ default: m.StatusDialog })))

type Open = 'edit' | 'off' | 'on'
type ButtonProps = { text: string; reason: string | undefined; onClick: () => void }

const Action = ({ text, reason, onClick }: ButtonProps): ReactNode => (
  <button
    type="button"
    className={`button button--small${reason ? ' button--off' : ''}`}
    aria-haspopup="dialog"
    aria-disabled={reason !== undefined}
    title={reason}
    // By touch and by keyboard a title is not to be had.
    onClick={() => (reason === undefined ? onClick() : notify('warning', reason))}
  >
    {text}
  </button>
)

const Dialogs = ({ open, row, onClose }: { open: Open; row: VehicleRow; onClose: () => void }): ReactNode => (
  <Suspense>
    {open === 'edit' ? (
      <EditVehicleDialog vehicleAssetId={row.vehicleAsset.vehicleAssetId} onClose={onClose} />
    ) : (
      <StatusDialog row={row} to={open} onClose={onClose} />
    )}
  </Suspense>
)

export const VehicleActions = ({ row }: { row: VehicleRow }): ReactNode => {
  const edits = useCan('vehicles_edit')
  const [open, setOpen] = useState<Open>()
  const [, setSearch] = useSearchState(DrawerSearch)
  const { vehicleAsset, assetHistoric } = row
  const reason = assetHistoric.replacedBy === null ? undefined : FORM_TEXTS.replaced
  const active = assetHistoric.assetStatusId === ACTIVE
  return (
    <>
      {edits && (
        <>
          <Action text="Editar" reason={reason} onClick={() => setOpen('edit')} />
          <Action
            text={active ? 'Dar de baja' : 'Dar de alta'}
            reason={reason}
            onClick={() => setOpen(active ? 'off' : 'on')}
          />
        </>
      )}
      <Action text="Conciliar" reason={undefined} onClick={() => setSearch({ info: vehicleAsset.vehicleAssetId })} />
      {open && <Dialogs open={open} row={row} onClose={() => setOpen(undefined)} />}
    </>
  )
}
