// The drawers that an address opens on any screen: ?asset= and ?vehicle= (spec core §2), and over them the
// reconciliation, ?info=, and the forms of manual capture, ?captura= and ?cuenta=. Closing clears the parameters.
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { z } from 'zod/mini'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { can, type User } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { SkeletonRows } from '../../ui/table/SkeletonRows.tsx'
import { DrawerHead, NextVehicle, useVehicleRow } from './DrawerHead.tsx'

const VehicleDrawer = lazy(() => import('./VehicleDrawer.tsx').then((m) => ({ default: m.VehicleDrawer })))
const ReconciliationDialog = lazy(() =>
  import('../../features/vehicles/Reconciliation.tsx').then((m) => ({ default: m.ReconciliationDialog })),
)

const CaptureDialog = lazy(() =>
  import('../../features/captures/capture/CaptureDialog.tsx').then((m) => ({ default: m.CaptureDialog })),
)

const StatementDialog = lazy(() =>
  import('../../features/captures/statement/StatementDialog.tsx').then((m) => ({ default: m.StatementDialog })),
)

/** Opens the next one, or closes. Ignored if another one is open by then. */
const useLeave = <K extends 'info' | 'captura' | 'cuenta'>(name: K, current: z.output<typeof DrawerSearch>[K]) => {
  const [, setSearch] = useSearchState(DrawerSearch)
  return useCallback(
    (next: typeof current): void =>
      setSearch((now) => (now[name] === current ? { [name]: next } : undefined), { replace: true }),
    [setSearch, name, current],
  )
}

const Reconciliation = ({ info }: { info: number }) => {
  const leave = useLeave('info', info)
  return (
    <Suspense>
      <ReconciliationDialog key={info} vehicleAssetId={info} onClose={() => leave(undefined)} onGo={leave} />
    </Suspense>
  )
}

const Capture = ({ captura }: { captura: string }) => {
  const leave = useLeave('captura', captura)
  const close = useCallback(() => leave(undefined), [leave])
  return (
    <Suspense>
      <CaptureDialog captura={captura} onClose={close} onGo={leave} />
    </Suspense>
  )
}

const Statement = ({ cuenta }: { cuenta: string }) => {
  const leave = useLeave('cuenta', cuenta)
  const close = useCallback(() => leave(undefined), [leave])
  return (
    <Suspense>
      <StatementDialog cuenta={cuenta} onClose={close} onGo={leave} />
    </Suspense>
  )
}

type VehicleProps = {
  vehicleAssetId: number
  as: 'asset' | 'vehicle'
  typeId: number | undefined
  onClose: () => void
}

/** Its heading is rendered before its content. */
const Vehicle = ({ vehicleAssetId, as, typeId, onClose }: VehicleProps) => {
  const { data } = useVehicleRow(vehicleAssetId)
  const shown = useRef({ first: vehicleAssetId, last: vehicleAssetId })
  // The focused element may disappear with the previous vehicle: the drawer then takes the focus, as when it opens.
  useLayoutEffect(() => {
    shown.current.last = vehicleAssetId
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('.vehicle-drawer')?.focus()
  }, [vehicleAssetId])
  // On closing, the focus returns to the element that opened the drawer, or to the row of the vehicle shown last.
  useEffect(() => {
    const { current } = shown
    return () => {
      if (current.last !== current.first)
        document.querySelector<HTMLElement>(`#rows tr[data-row="${current.last}"]`)?.focus()
    }
  }, [])
  return (
    <Dialog
      title={<DrawerHead vehicleAssetId={vehicleAssetId} row={data?.vehicles[0]} />}
      tools={<NextVehicle vehicleAssetId={vehicleAssetId} />}
      shape="drawer"
      className="vehicle-drawer"
      onClose={onClose}
    >
      <Suspense fallback={<SkeletonRows label="Cargando" />}>
        <VehicleDrawer key={vehicleAssetId} vehicleAssetId={vehicleAssetId} as={as} typeId={typeId} onClose={onClose} />
      </Suspense>
    </Dialog>
  )
}

export const Drawers = ({ user }: { user: User }) => {
  const [{ asset, vehicle, tipo, info, captura, cuenta }, setSearch] = useSearchState(DrawerSearch)
  const reads = can(user, 'vehicles_read')
  const id = reads ? (asset ?? vehicle) : undefined
  const as = vehicle && !asset ? 'vehicle' : 'asset'
  const close = useCallback(
    () => setSearch({ asset: undefined, vehicle: undefined, tipo: undefined, seccion: undefined }, { replace: true }),
    [setSearch],
  )
  return (
    <>
      {id !== undefined && <Vehicle vehicleAssetId={id} as={as} typeId={tipo} onClose={close} />}
      {reads && info && <Reconciliation info={info} />}
      {captura && can(user, 'processing_admin') && <Capture captura={captura} />}
      {cuenta && can(user, 'processing_admin') && <Statement cuenta={cuenta} />}
    </>
  )
}
