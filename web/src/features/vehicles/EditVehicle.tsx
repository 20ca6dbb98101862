// 'Editar vehículo' (spec core §5), for vehicles_edit: first the vehicle as it is now, then its form. One that was replaced
// is no longer changed.
import { catalogue, type VehicleRow } from '@padron/contract/catalogue'
import { NOTICES } from '@padron/contract/common'
import { FORM_TEXTS } from '@padron/contract/form-texts'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { VehicleFormDialog } from './VehicleFormDialog.tsx'
import './vehicles.css'

const TITLE = 'Editar vehículo'

const Skeleton = (): ReactNode => (
  <div role="status" aria-label="Cargando el vehículo" className="dialog-skeleton stack gap-14">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <span className="soft rounded" key={key} />
    ))}
  </div>
)

type Props = { vehicleAssetId: number; onClose: () => void }

export const EditVehicleDialog = ({ vehicleAssetId, onClose }: Props): ReactNode => {
  const list = useCall(catalogue.list, { body: { vehicleClass: { vehicleAsset: { vehicleAssetId } } } })
  const row = list.data?.vehicles[0]
  // As it was when the form opened: what comes later is the save's business, not the fields'.
  const [start, begin] = useState<VehicleRow>()
  if (row && !start && row.assetHistoric.replacedBy === null) begin(row)
  if (start) return <VehicleFormDialog title={`${TITLE} ${start.vehicleAsset.plate}`} row={start} onClose={onClose} />
  const content = () => {
    if (row) return <Message title={FORM_TEXTS.replaced} />
    if (list.isError)
      return <LoadFailure title={catalogue.list.fails} error={list.error} onRetry={() => void list.refetch()} />
    return list.data ? <Message alert title={NOTICES[404]} /> : <Skeleton />
  }
  return (
    <Dialog title={TITLE} shape="wide" onClose={onClose}>
      {content()}
    </Dialog>
  )
}
