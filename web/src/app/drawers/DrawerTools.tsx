// The first line of the drawer: links to its sections, the vehicle's actions, and printing.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { lazy, Suspense } from 'react'
import { VehicleActions } from '../../features/vehicles/VehicleActions.tsx'
import { Button } from '../../ui/Button.tsx'
import { scrollInDialog } from '../../ui/dialog/scroll-in-dialog.ts'
import { Icon } from '../../ui/icons.tsx'

const VehiclePdf = lazy(() => import('../../features/exports/VehiclePdf.tsx').then((m) => ({ default: m.VehiclePdf })))

/** Links to the sections below the first one. */
const JUMPS = [
  { to: 'changes', text: 'Qué cambió' },
  { to: 'vehicle-data', text: 'Datos' },
  { to: 'vehicle-history', text: 'Historia' },
] as const

const jump = (id: string): void => {
  const heading = document.getElementById(id)
  if (!heading) return
  scrollInDialog(heading)
  heading.focus({ preventScroll: true })
}

/** The placeholder of the PDF button, so that nothing moves when it loads. */
const PDF_COMES = (
  <span className="button button--small" aria-hidden="true">
    <Icon name="file" size={15} />
    Ficha en PDF
  </span>
)

export const DrawerTools = ({ row, jumps }: { row: VehicleRow; jumps: boolean }) => (
  <div className="drawer-tools no-print gap-8 justify-end">
    {jumps && (
      <nav aria-label="Secciones del vehículo" className="flex gap-12 grow">
        {JUMPS.map(({ to, text }) => (
          <Button label={text} kind="link" key={to} onClick={() => jump(to)} />
        ))}
      </nav>
    )}
    <VehicleActions row={row} />
    <Suspense fallback={PDF_COMES}>
      <VehiclePdf vehicleAssetId={row.vehicleAsset.vehicleAssetId} />
    </Suspense>
    <Button label="Imprimir" small icon="print" onClick={() => print()} />
  </div>
)
