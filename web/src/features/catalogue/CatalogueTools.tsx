// The buttons beside the heading: views, exports and a new vehicle; and those of the table: its columns, what the signs
// mean, recent changes.
import { type ComponentProps, type ReactNode, useRef } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { useNarrow } from '../../lib/use-media.ts'
import { ColumnPicker } from '../../ui/ColumnPicker.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { ColumnChoice } from '../../ui/use-column-choice.ts'
import { CatalogueExports, type CatalogueExportsProps } from '../exports/CatalogueExports.tsx'
import { ViewsMenu } from '../views/ViewsMenu.tsx'
import { Legend } from './Legend.tsx'
import { RecentChanges } from './RecentChanges.tsx'

type TableProps = {
  /** Undefined where there are no columns: on a phone. */
  columns: ColumnChoice | undefined
  clock: Clock
  /** For who edits. */
  undo: ((bulkId: string) => void) | undefined
}
type Props = {
  views: ComponentProps<typeof ViewsMenu>
  exported: CatalogueExportsProps
  /** For who adds vehicles. */
  onAdd: (() => void) | undefined
}

export const TableTools = ({ columns, clock, undo }: TableProps): ReactNode => (
  <>
    {columns && <ColumnPicker columns={columns} />}
    <Legend />
    {undo && <RecentChanges clock={clock} undo={undo} />}
  </>
)

/** The width of the heading, in pixels, from which a view's name and every export fit in its line. */
const BAR_FROM = 1200

export const CatalogueTools = ({ views, exported, onAdd }: Props): ReactNode => {
  const tools = useRef<HTMLDivElement>(null)
  const narrow = useNarrow(tools, BAR_FROM)
  return (
    <div ref={tools} className="listing__tools row gap-12 rigid">
      <ViewsMenu {...views} />
      <CatalogueExports {...exported} asMenu={narrow} />
      {onAdd && (
        <button type="button" className="button button--primary" aria-haspopup="dialog" onClick={onAdd}>
          <Icon name="plus" size={16} />
          <span>Agregar</span>
        </button>
      )}
    </div>
  )
}
