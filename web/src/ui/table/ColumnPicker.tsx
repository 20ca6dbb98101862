// Chooses a table's columns and their order. The column that names the row is always visible.
import { lazy, Suspense } from 'react'
import { Icon } from '../icons.tsx'
import { Popup } from '../overlay/Popup.tsx'
import type { ColumnChoice } from './use-column-choice.ts'

const ColumnList = lazy(() => import('./ColumnList.tsx').then((m) => ({ default: m.ColumnList })))

type Props = {
  columns: Pick<ColumnChoice, 'all' | 'visible' | 'toggle' | 'move' | 'reset'>
}

export const ColumnPicker = ({ columns }: Props) => (
  <Popup
    label="Columnas visibles"
    className="button"
    button={
      <>
        <Icon name="columns" size={16} />
        Columnas
      </>
    }
  >
    <Suspense fallback={<p role="status">Cargando…</p>}>
      <ColumnList columns={columns} />
    </Suspense>
  </Popup>
)
