// The actions of the drawer's vehicle. An action that is not available can still be focused, and explains why.
import { ACTIVE } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { lazy, Suspense, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'

const EditVehicleDialog = lazy(() => import('./VehicleDialogs.tsx').then((m) => ({ default: m.EditVehicleDialog })))
const StatusDialog = lazy(() => import('./StatusDialog.tsx').then((m) => ({ default: m.StatusDialog })))

export const VehicleActions = ({ row }: { row: VehicleRow }) => {
  const edits = useCan('vehicles_edit')
  const [open, setOpen] = useState<'edit' | 'off' | 'on'>()
  const [, setSearch] = useSearchState(DrawerSearch)
  const { vehicleAssetId } = row.vehicleAsset
  const reason = row.assetHistoric.replacedBy === null ? undefined : FORM_TEXTS.replaced
  const isActive = row.assetHistoric.assetStatusId === ACTIVE
  const close = (): void => setOpen(undefined)
  const action = (text: string, run: () => void, against?: string) => (
    <Button
      label={text}
      small
      className={against && 'button--off'}
      aria-haspopup="dialog"
      aria-disabled={against !== undefined}
      title={against}
      // A tooltip cannot be reached by touch or keyboard, so a press shows the reason as a notice.
      onClick={() => (against === undefined ? run() : notify('warning', against))}
    />
  )
  return (
    <>
      {edits && action('Editar', () => setOpen('edit'), reason)}
      {edits && action(isActive ? 'Dar de baja' : 'Dar de alta', () => setOpen(isActive ? 'off' : 'on'), reason)}
      {action('Conciliar', () => setSearch({ info: vehicleAssetId }))}
      {open && (
        <Suspense>
          {open === 'edit' ? (
            <EditVehicleDialog vehicleAssetId={vehicleAssetId} onClose={close} />
          ) : (
            <StatusDialog row={row} to={open} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}
