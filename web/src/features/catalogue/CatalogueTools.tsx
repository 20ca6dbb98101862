// The buttons beside the heading: views, exports and a new vehicle; and those of the table: its columns, what the signs
// mean, recent changes.
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { type ColumnChoice, ColumnPicker } from '../../ui/ColumnPicker.tsx'
import { Icon } from '../../ui/icons.tsx'
import { CatalogueExports } from '../exports/CatalogueExports.tsx'
import type { CatalogueExportsProps } from '../exports/exports.props.ts'
import { ViewsMenu, type ViewsProps } from '../views/ViewsMenu.tsx'
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
  views: ViewsProps
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

export const CatalogueTools = ({ views, exported, onAdd }: Props): ReactNode => (
  <>
    <ViewsMenu {...views} />
    <CatalogueExports {...exported} />
    {onAdd && (
      <button type="button" className="button button--primary" aria-haspopup="dialog" onClick={onAdd}>
        <Icon name="plus" size={16} />
        <span>Agregar</span>
      </button>
    )}
  </>
)
