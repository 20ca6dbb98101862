// A table's visible columns, their order and widths, and functions to change them.
import type { Columns } from '@padron/contract/views'
import { useMemo } from 'react'
import { notify } from '../../api/notify.ts'
import {
  type Arranged,
  arrange,
  type Choosable,
  moveColumn,
  setColumnWidths,
  storedColumns,
  toggleColumn,
} from './column-layout.ts'

export type ColumnChoice<C extends Choosable = Choosable> = {
  all: readonly C[]
  /** From left to right. */
  visible: readonly Arranged<C>[]
  /** The same as stored, sent and compared. */
  stored: Columns
  toggle: (key: string) => void
  move: (key: string, to: number) => void
  resize: (widths: Record<string, number>) => void
  reset: () => void
}

type Source = { columns: Columns | null; save: (columns: Columns | null) => void }

const RESET = 'Columnas restablecidas'

/** @param source where the arrangement is stored: the user's own layout, or an open view's */
export const useColumnChoice = <C extends Choosable>(all: readonly C[], { columns, save }: Source): ColumnChoice<C> =>
  useMemo(() => {
    const visible = arrange(all, columns)
    const stored = storedColumns(visible)
    return {
      all,
      visible,
      stored,
      toggle: (key) => save(toggleColumn(all, stored, key)),
      move: (key, to) => save(moveColumn(stored, key, to)),
      resize: (widths) => save(setColumnWidths(stored, widths)),
      reset: () => {
        save(null)
        if (columns) notify('done', RESET, { action: { label: 'Deshacer', run: () => save(columns) } })
      },
    }
  }, [all, columns, save])
