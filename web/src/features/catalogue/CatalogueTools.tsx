// The buttons beside the heading (views, exports, a new vehicle), and those of the table (columns, legend of the signs,
// recent changes, deletion of the fleet).
import { type ComponentProps, lazy, type ReactNode, Suspense, useRef } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { useNarrow } from '../../lib/use-media.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign, signNames } from '../../ui/domain/StatusSign.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Popup } from '../../ui/overlay/Popup.tsx'
import { ColumnPicker } from '../../ui/table/ColumnPicker.tsx'
import type { ColumnChoice } from '../../ui/table/use-column-choice.ts'
import { CatalogueExports, type CatalogueExportsProps } from '../exports/CatalogueExports.tsx'
import { DeleteAllButton } from '../exports/DeleteAllButton.tsx'
import { ViewsMenu } from '../views/ViewsMenu.tsx'

const RecentList = lazy(() => import('./RecentList.tsx').then((m) => ({ default: m.RecentList })))

const Panel = ({ title, icon, children }: { title: string; icon: IconName; children: ReactNode }) => (
  <Popup
    label={title}
    className="button"
    button={
      <>
        <Icon name={icon} size={16} />
        <span>{title}</span>
      </>
    }
  >
    {children}
  </Popup>
)

type TableProps = {
  /** Undefined on a phone, which has no columns. */
  columns: ColumnChoice | undefined
  clock: Clock
  /** For users who may edit vehicles. */
  undo: ((bulkId: string) => void) | undefined
}

export const TableTools = ({ columns, clock, undo }: TableProps) => (
  <>
    {columns && <ColumnPicker columns={columns} />}
    <Panel title="Simbología" icon="info">
      <ul className="catalogue-legend stack gap-8">
        {signNames().map(([sign, name]) => (
          <li className="flex gap-10" key={sign}>
            <StatusSign sign={sign} />
            {name}
          </li>
        ))}
        <li className="flex gap-10">
          <StatusSign sign="clear" old />
          Más tenue: dato antiguo, con su antigüedad al lado
        </li>
      </ul>
    </Panel>
    {undo && (
      <Panel title="Cambios recientes" icon="undo">
        <Suspense fallback={<p role="status">Cargando…</p>}>
          <RecentList clock={clock} undo={undo} />
        </Suspense>
      </Panel>
    )}
    <DeleteAllButton />
  </>
)

type Props = {
  views: ComponentProps<typeof ViewsMenu>
  exported: CatalogueExportsProps
  /** For users who may add vehicles. */
  onAdd: (() => void) | undefined
}

/** The heading's minimum width, in pixels, for a view's name and all export buttons in one line. */
const BAR_FROM = 1200

export const CatalogueTools = ({ views, exported, onAdd }: Props) => {
  const tools = useRef<HTMLDivElement>(null)
  const narrow = useNarrow(tools, BAR_FROM)
  return (
    <div ref={tools} role="toolbar" aria-label="Acciones de la lista" className="listing__tools row gap-12 rigid">
      <ViewsMenu {...views} />
      <CatalogueExports {...exported} asMenu={narrow} />
      {onAdd && (
        <Button label={<span>Agregar</span>} kind="primary" icon="plus" aria-haspopup="dialog" onClick={onAdd} />
      )}
    </div>
  )
}
