// The drawers an address may open, on any screen: ?asset= and ?vehicle= (spec core §2), and over them the reconciliation's
// dialog, ?info=, and the form of a manual capture, ?captura=. Closing clears the parameters. The library's drawer keeps the focus inside, closes on Esc and gives the
// focus back.
import { Drawer } from 'antd'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod/mini'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { can, type User } from '../../session/session.ts'
import './drawers.css'

const WIDTH = 720
const DOUBLE_CLICK_MS = 400

const VehicleDrawer = lazy(() =>
  import('../../features/resource-status/VehicleDrawer.tsx').then((m) => ({ default: m.VehicleDrawer })),
)
const ReconciliationDialog = lazy(() =>
  import('../../features/vehicles/Reconciliation.tsx').then((m) => ({ default: m.ReconciliationDialog })),
)

const CaptureDialog = lazy(() =>
  import('../../features/captures/CaptureDialog.tsx').then((m) => ({ default: m.CaptureDialog })),
)

/** The library hears Esc wherever it is pressed: while a dialog is open over the drawer, it is the dialog's. */
const isForDialog = (event: { type: string }): boolean =>
  event.type === 'keydown' && document.querySelector('dialog[open]') !== null

/** To the next one, or to none. An answer may come when another is open, or none: then it changes nothing. */
const useLeave = <K extends 'info' | 'captura'>(name: K, shown: z.output<typeof DrawerSearch>[K]) => {
  const [, setSearch] = useSearchState(DrawerSearch)
  return useCallback(
    (next: typeof shown): void =>
      setSearch((now) => (now[name] === shown ? { [name]: next } : undefined), { replace: true }),
    [setSearch, name, shown],
  )
}

const Reconciliation = ({ info }: { info: number }): ReactNode => {
  const leave = useLeave('info', info)
  return (
    <Suspense>
      <ReconciliationDialog key={info} vehicleAssetId={info} onClose={() => leave(undefined)} onGo={leave} />
    </Suspense>
  )
}

const Capture = ({ captura }: { captura: string }): ReactNode => {
  const leave = useLeave('captura', captura)
  const close = useCallback(() => leave(undefined), [leave])
  return (
    <Suspense>
      <CaptureDialog captura={captura} onClose={close} onGo={leave} />
    </Suspense>
  )
}

type As = 'asset' | 'vehicle'

export const Drawers = ({ user }: { user: User }): ReactNode => {
  const [{ asset, vehicle, tipo, info, captura }, setSearch] = useSearchState(DrawerSearch)
  const reads = can(user, 'vehicles_read')
  const id = reads ? (asset ?? vehicle) : undefined
  const as: As = vehicle && !asset ? 'vehicle' : 'asset'
  useFocusBack(id !== undefined)
  // What is shown stays while the drawer slides away.
  const last = useRef<{ id: number | undefined; as: As }>({ id, as })
  const [heading, setHeading] = useState<ReactNode>('Vehículo')
  useEffect(() => {
    if (id) last.current = { id, as }
  }, [id, as])
  const opened = useRef(0)
  useEffect(() => {
    if (id) opened.current = performance.now()
  }, [id])
  const close = useCallback(
    () => setSearch({ asset: undefined, vehicle: undefined, tipo: undefined, seccion: undefined }, { replace: true }),
    [setSearch],
  )
  const shown = id ? { id, as } : last.current
  const drawer = (
    <Drawer
      rootClassName="vehicle-drawer"
      open={id !== undefined}
      onClose={(event) => {
        // The second click of a double click lands on the mask of the drawer that the first one opened.
        const twice = event.type === 'click' && performance.now() - opened.current < DOUBLE_CLICK_MS
        if (!twice && !isForDialog(event)) close()
      }}
      size={WIDTH}
      title={heading}
      destroyOnHidden
      closable={{ 'aria-label': 'Cerrar' }}
      focusable={{ trap: true, focusTriggerAfterClose: true }}
    >
      {shown.id && (
        <Suspense fallback={<div role="status" aria-label="Cargando" />}>
          <VehicleDrawer
            key={shown.id}
            vehicleAssetId={shown.id}
            as={shown.as}
            typeId={tipo}
            onHeading={setHeading}
            onClose={close}
          />
        </Suspense>
      )}
    </Drawer>
  )
  return (
    <>
      {drawer}
      {reads && info && <Reconciliation info={info} />}
      {captura && can(user, 'processing_admin') && <Capture captura={captura} />}
    </>
  )
}
