// A vehicle's details: its debts first, then dates, changes and data; as an asset (?asset=) also its history; its
// documents in a separate tab (spec core §2 lists the content of each drawer, not its order). An id that does not
// exist, or belongs to another company, is reported and the drawer closes.
import { catalogue } from '@padron/contract/catalogue'
import { resourceStatus } from '@padron/contract/resource-status'
import { lazy, Suspense, useEffect } from 'react'
import { ApiError, statusOf } from '../../api/api-error.ts'
import { ignoreLoadFailure } from '../../api/new-release.ts'
import { notifyFailure } from '../../api/notify.ts'
import { OfflineError } from '../../api/offline.ts'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { Situation } from '../../features/resource-status/Situation.tsx'
import { useLiveChecks } from '../../features/resource-status/use-live-checks.ts'
import { VehicleData } from '../../features/resource-status/VehicleData.tsx'
import { VehicleProvider } from '../../features/resource-status/vehicle-context.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { SeenLine } from '../../ui/list/SeenLine.tsx'
import { Message } from '../../ui/Message.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { SkeletonRows } from '../../ui/table/SkeletonRows.tsx'
import { useVehicleRow } from './DrawerHead.tsx'
import { DrawerTools } from './DrawerTools.tsx'
import { VehicleSummary } from './VehicleSummary.tsx'

const loadHistory = () =>
  import('../../features/vehicles/VehicleHistory.tsx').then((m) => ({ default: m.VehicleHistory }))
// The first section, loaded in advance.
void loadHistory().catch(ignoreLoadFailure)
const VehicleHistory = lazy(loadHistory)
const VehicleObligations = lazy(() =>
  import('../../features/obligations/VehicleObligations.tsx').then((m) => ({ default: m.VehicleObligations })),
)
const VehicleDocuments = lazy(() =>
  import('../../features/documents/VehicleDocuments.tsx').then((m) => ({ default: m.VehicleDocuments })),
)
const Changes = lazy(() => import('../../features/resource-status/Changes.tsx').then((m) => ({ default: m.Changes })))

const TABS = [
  { tab: 'vehicle', name: 'Vehículo' },
  { tab: 'documents', name: 'Documentos' },
] as const

const NotSeen = () => (
  <Message
    alert
    title="Sin conexión: este vehículo no lo vio hoy"
    detail="Sin conexión solo se ven los vehículos que abrió en este equipo en las últimas 24 horas."
  />
)

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <Message
    alert
    title="Error al adquirir la informacion, vuelva a intentar."
    detail="Si el problema persiste contacte a su administrador"
    action={<Button label="Reintentar" onClick={onRetry} />}
  />
)

type Props = {
  vehicleAssetId: number
  /** Which of the two drawers. */
  as: 'asset' | 'vehicle'
  /** The resource type to scroll to. */
  typeId?: number | undefined
  onClose: () => void
}

export const VehicleDrawer = ({ vehicleAssetId, as, typeId, onClose }: Props) => {
  const { country, zone } = useUser()
  const readsDocuments = useCan('documents_read')
  const [{ seccion }, setSearch] = useSearchState(DrawerSearch)
  const now = useNow()
  const list = useVehicleRow(vehicleAssetId)
  const statusOfVehicle = { params: { vehicleId: String(vehicleAssetId) } }
  const status = useCall(resourceStatus.byType, statusOfVehicle)
  useLiveChecks(status)
  const row = list.data?.vehicles[0]
  const missing = (list.isSuccess && !row) || statusOf(status.error) === 404

  useEffect(() => {
    if (!missing) return
    // The call of the status has already reported its 404.
    if (statusOf(status.error) !== 404) notifyFailure(new ApiError(404), catalogue.list)
    onClose()
  }, [missing, status.error, onClose])
  useTitle(row ? `${row.vehicleAsset.plate || row.vehicleAsset.vin} · Vehículos` : 'Vehículos')

  if (missing) return null
  // After a failed reload the data stay, because a form may be open over them.
  if ((list.isError && !list.data) || (status.isError && !status.data)) {
    const retry = (): void => {
      if (list.isError) void list.refetch()
      if (status.isError) void status.refetch()
    }
    if (list.error instanceof OfflineError || status.error instanceof OfflineError) return <NotSeen />
    return <Failed onRetry={retry} />
  }
  if (!row || !status.data) return <SkeletonRows label="Cargando" />
  const clock = { now, zone }
  const data = <VehicleData key="data" row={row} />
  const { scrapedResourceTypes, debt, units, today } = status.data
  const situation = <Situation key="situation" types={scrapedResourceTypes} wanted={typeId} />
  const obligations = (
    <Suspense key="obligations">
      <VehicleObligations vehicleAssetId={vehicleAssetId} clock={clock} />
    </Suspense>
  )
  const changes = (
    <Suspense key="changes">
      <Changes />
    </Suspense>
  )
  const asset = as === 'asset'
  const tab = readsDocuments && seccion === 'documentos' ? 'documents' : 'vehicle'
  const history = (
    <Suspense key="history" fallback={<section className="history-place" />}>
      <VehicleHistory vehicleAssetId={vehicleAssetId} zone={zone} isWanted={seccion === 'historia'} />
    </Suspense>
  )
  const content =
    tab === 'documents' ? (
      <Suspense>
        <VehicleDocuments vehicleAssetId={vehicleAssetId} clock={clock} />
      </Suspense>
    ) : asset ? (
      [situation, obligations, changes, data, history]
    ) : (
      [situation, obligations, changes, data]
    )
  const open = (wanted: typeof tab): void =>
    setSearch({ seccion: wanted === 'documents' ? 'documentos' : undefined, tipo: undefined }, { replace: true })
  return (
    <VehicleProvider value={{ vehicleAssetId, clock, country, today, units }}>
      <PrintLine now={now} />
      <SeenLine row={resourceStatus.byType} args={statusOfVehicle} />
      <VehicleSummary types={scrapedResourceTypes} debt={debt} />
      <DrawerTools row={row} jumps={asset && tab === 'vehicle'} />
      {readsDocuments ? (
        <Tabs label="Detalle del vehículo" tabs={TABS} open={tab} onOpen={open}>
          {content}
        </Tabs>
      ) : (
        content
      )}
    </VehicleProvider>
  )
}
