// 'Ficha en PDF': the report of one vehicle.
import { exports as calls } from '@padron/contract/exports'
import { Button } from '../../ui/Button.tsx'
import { useFile } from './use-file.ts'

export const VehiclePdf = ({ vehicleAssetId }: { vehicleAssetId: number }) => {
  const { download, isPending } = useFile(calls.vehiclePdf)
  return (
    <>
      <Button
        label="Ficha en PDF"
        small
        icon="file"
        busy={isPending}
        onClick={() => download({ params: { vehicleAssetId: `${vehicleAssetId}` } })}
      />
      <span role="status" className="visually-hidden">
        {isPending ? 'Preparando la ficha…' : ''}
      </span>
    </>
  )
}
