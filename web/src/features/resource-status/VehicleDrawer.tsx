// A vehicle's detail: what it owes and what is about to expire, by source, and then its data. An id that does not exist,
// or is another account's, says so and closes.
import { assetStatusText } from '@padron/contract/assets'
import { catalogue, type VehicleRow } from '@padron/contract/catalogue'
import { resourceStatus } from '@padron/contract/resource-status'
import { type ReactNode, useEffect } from 'react'
import { ApiError, statusOf } from '../../api/api-error.ts'
import { notifyFailure } from '../../api/notify.ts'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { Message } from '../../ui/Message.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import './resource-status.css'
import { Situation } from './Situation.tsx'
import { VehicleData } from './VehicleData.tsx'

const Heading = ({ row, now, zone }: { row: VehicleRow; now: number; zone: string }): ReactNode => {
  const { vehicleAsset, state, assetHistoric } = row
  const { plate, vin, processedDate } = vehicleAsset
  return (
    <div className="drawer-head">
      <h2 className="drawer-head__plate">
        {plate || vin}
        <span className="drawer-head__status">{assetStatusText(assetHistoric.assetStatusId)}</span>
      </h2>
      <p className="drawer-head__line">
        VIN {vin} · {state.stateName}
      </p>
      <p className="drawer-head__line muted">
        {processedDate ? sinceText('Procesado', processedDate, now, zone) : 'Sin procesar todavía'}
      </p>
    </div>
  )
}

const Failed = ({ onRetry }: { onRetry: () => void }): ReactNode => (
  <Message
    alert
    title="Error al adquirir la informacion, vuelva a intentar."
    detail="Si el problema persiste contacte a su administrador"
    action={
      <button type="button" className="button" onClick={onRetry}>
        Reintentar
      </button>
    }
  />
)

const Waiting = (): ReactNode => (
  <div role="status" aria-label="Cargando" className="drawer-skeleton">
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
      <span key={key} />
    ))}
  </div>
)

type Props = { vehicleAssetId: number; onHeading: (heading: ReactNode) => void; onClose: () => void }

export const VehicleDrawer = ({ vehicleAssetId, onHeading, onClose }: Props): ReactNode => {
  const { country, zone } = useUser()
  const now = useNow()
  const asset = useCall(catalogue.list, { body: { vehicleClass: { vehicleAsset: { vehicleAssetId } } } })
  const status = useCall(resourceStatus.byType, { params: { vehicleId: String(vehicleAssetId) } })
  const row = asset.data?.vehicles[0]
  const missing = (asset.isSuccess && !row) || statusOf(status.error) === 404

  useEffect(() => {
    if (!missing) return
    // The status call already said its own 404.
    if (statusOf(status.error) !== 404) notifyFailure(new ApiError(404), catalogue.list)
    onClose()
  }, [missing, status.error, onClose])
  useTitle(row ? `${row.vehicleAsset.plate || row.vehicleAsset.vin} · Vehículos` : 'Vehículos')
  useEffect(() => {
    onHeading(row ? <Heading row={row} now={now} zone={zone} /> : 'Vehículo')
  }, [row, now, zone, onHeading])

  if (missing) return null
  if (asset.isError || status.isError) {
    const retry = (): void => {
      if (asset.isError) void asset.refetch()
      if (status.isError) void status.refetch()
    }
    return <Failed onRetry={retry} />
  }
  if (!row || !status.data) return <Waiting />
  return (
    <>
      <PrintLine now={now} />
      <div className="drawer-tools">
        <button type="button" className="button button--small" onClick={() => print()}>
          <Icon name="print" size={15} />
          Imprimir
        </button>
      </div>
      <Situation
        types={status.data.scrapedResourceTypes}
        debt={status.data.debt}
        clock={{ now, zone }}
        country={country}
      />
      <VehicleData row={row} country={country} zone={zone} />
    </>
  )
}
