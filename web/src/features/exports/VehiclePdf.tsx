// 'Ficha en PDF': the report of one vehicle, made now and taken as a file.
import { exports as calls } from '@padron/contract/exports'
import type { ReactNode } from 'react'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { downloadFrom } from '../../lib/download.ts'
import { Icon } from '../../ui/icons.tsx'

export const VehiclePdf = ({ vehicleAssetId }: { vehicleAssetId: number }): ReactNode => {
  const { mutate, isPending } = useAction(calls.vehiclePdf, {
    told: isRefusal,
    worked: ({ fileUrl }) => downloadFrom(fileUrl),
  })
  const download = (): void => {
    if (isPending) return
    const onError = (error: Error) => {
      const said = refusalText(error)
      if (said) notify('warning', said)
    }
    mutate({ params: { vehicleAssetId: `${vehicleAssetId}` } }, { onError })
  }
  return (
    <>
      <button type="button" className="button button--small" aria-disabled={isPending} onClick={download}>
        {isPending ? <span className="spinner" aria-hidden="true" /> : <Icon name="file" size={15} />}
        Ficha en PDF
      </button>
      <span role="status" className="visually-hidden">
        {isPending ? 'Preparando la ficha…' : ''}
      </span>
    </>
  )
}
