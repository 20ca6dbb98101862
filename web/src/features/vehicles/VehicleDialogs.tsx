// 'Agregar vehículo', for vehicles_admin, and 'Editar vehículo', for vehicles_edit (spec core §5): the form with its
// buttons; leaving unsaved changes asks for confirmation. Editing loads the vehicle first; a replaced vehicle cannot be
// edited.
import { catalogue } from '@padron/contract/catalogue'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { NOTICES } from '@padron/contract/common'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { LeaveGuard } from '../../ui/dialog/LeaveGuard.tsx'
import { FormDialog, UNSAVED_TEXT } from '../../ui/form/FormDialog.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { SkeletonRows } from '../../ui/table/SkeletonRows.tsx'
import { ConflictBox } from './ConflictBox.tsx'
import { useVehicleForm } from './use-vehicle-form.ts'
import { VehicleFields } from './VehicleFields.tsx'
import './vehicles.css'

const DRAWERS = ['asset', 'vehicle', 'info'] as const

type Place = { pathname: string; search: Record<string, unknown> }
/** Whether a navigation leaves the form: to another screen, or to another drawer under it. */
const leaves = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || DRAWERS.some((name) => from.search[name] !== to.search[name])

const VehicleFormDialog = ({ title, row, onClose }: { title: string; row?: VehicleRow; onClose: () => void }) => {
  const form = useVehicleForm(row, useIfMounted(onClose))
  return (
    <FormDialog
      form={form}
      title={title}
      verb="Guardar"
      question={UNSAVED_TEXT}
      shape="wide"
      tools={
        <>
          <Button label="Limpiar campos" onClick={form.clear} />
          {!row && <Button label="Guardar y agregar otro" sends off={form.busy} onClick={form.saveAndNext} />}
        </>
      }
      onClose={onClose}
    >
      <ConflictBox form={form} />
      <VehicleFields form={form} />
      <LeaveGuard when={form.isChanged && !form.busy} leaves={leaves} onDiscard={form.discard} />
    </FormDialog>
  )
}

export const AddVehicleDialog = ({ onClose }: { onClose: () => void }) => (
  <VehicleFormDialog title="Agregar vehículo" onClose={onClose} />
)

const TITLE = 'Editar vehículo'

export const EditVehicleDialog = ({ vehicleAssetId, onClose }: { vehicleAssetId: number; onClose: () => void }) => {
  const list = useCall(catalogue.list, { body: { vehicleClass: { vehicleAsset: { vehicleAssetId } } } })
  const row = list.data?.vehicles[0]
  // The vehicle as it was when the form opened: later versions are merged when saving, not while the user types.
  const [start, begin] = useState<VehicleRow>()
  if (row && !start && row.assetHistoric.replacedBy === null) begin(row)
  if (start) return <VehicleFormDialog title={`${TITLE} ${start.vehicleAsset.plate}`} row={start} onClose={onClose} />
  const content = () => {
    if (row) return <Message title={FORM_TEXTS.replaced} />
    if (list.isError) return <LoadFailure title={catalogue.list.fails} query={list} />
    return list.data ? <Message alert title={NOTICES[404]} /> : <SkeletonRows label="Cargando el vehículo" rows={6} />
  }
  return (
    <Dialog title={TITLE} shape="wide" onClose={onClose}>
      {content()}
    </Dialog>
  )
}
