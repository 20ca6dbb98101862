// 'Ficha en PDF': the report of one vehicle.
import { exports as calls } from '@padron/contract/exports'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { useFile } from './use-file.ts'

export const VehiclePdf = ({ vehicleAssetId }: { vehicleAssetId: number }): ReactNode => {
  const { download, isPending } = useFile(calls.vehiclePdf)
  return (
    <>
      <button
        type="button"
        className="button button--small"
        aria-disabled={isPending}
        onClick={() => download({ params: { vehicleAssetId: `${vehicleAssetId}` } })}
      >
        {isPending ? <span className="spinner" aria-hidden="true" /> : <Icon name="file" size={15} />}
        Ficha en PDF
      </button>
      <span role="status" className="visually-hidden">
        {isPending ? 'Preparando la ficha…' : ''}
      </span>
    </>
  )
}
