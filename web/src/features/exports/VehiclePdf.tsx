// 'Ficha en PDF': the report of one vehicle.
import { exports as calls } from '@padron/contract/exports'
import { useSeesAll } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { useFile } from './use-file.ts'

export const VehiclePdf = ({ vehicleAssetId }: { vehicleAssetId: number }) => {
  const seesAll = useSeesAll()
  const { download, isPending } = useFile(calls.vehiclePdf)
  if (!seesAll) return null
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
