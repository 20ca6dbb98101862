// The drawers an address may open, on any screen: ?asset= and ?vehicle= (spec core §2). Closing clears the parameter. The
// library's drawer keeps the focus inside, closes on Esc and gives the focus back.
import { Drawer } from 'antd'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { can, type User } from '../../session/session.ts'
import './drawers.css'

const WIDTH = 720
const DOUBLE_CLICK_MS = 400

const VehicleDrawer = lazy(() =>
  import('../../features/resource-status/VehicleDrawer.tsx').then((m) => ({ default: m.VehicleDrawer })),
)

export const Drawers = ({ user }: { user: User }): ReactNode => {
  const [{ asset, vehicle }, setSearch] = useSearchState(DrawerSearch)
  const id = can(user, 'vehicles_read') ? (asset ?? vehicle) : undefined
  const last = useRef(id)
  const [heading, setHeading] = useState<ReactNode>('Vehículo')
  useEffect(() => {
    if (id) last.current = id
  }, [id])
  const opened = useRef(0)
  useEffect(() => {
    if (id) opened.current = performance.now()
  }, [id])
  const close = useCallback(() => setSearch({ asset: undefined, vehicle: undefined }, { replace: true }), [setSearch])
  const shown = id ?? last.current
  return (
    <Drawer
      rootClassName="vehicle-drawer"
      open={id !== undefined}
      onClose={(event) => {
        // The second click of a double click lands on the mask of the drawer that the first one opened.
        const twice = event.type === 'click' && performance.now() - opened.current < DOUBLE_CLICK_MS
        if (!twice) close()
      }}
      size={WIDTH}
      title={heading}
      destroyOnHidden
      closable={{ 'aria-label': 'Cerrar' }}
      focusable={{ trap: true, focusTriggerAfterClose: true }}
    >
      {shown && (
        <Suspense fallback={<div role="status" aria-label="Cargando" />}>
          <VehicleDrawer key={shown} vehicleAssetId={shown} onHeading={setHeading} onClose={close} />
        </Suspense>
      )}
    </Drawer>
  )
}
