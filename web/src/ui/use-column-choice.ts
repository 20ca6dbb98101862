// Which columns a table shows, in which order and how wide, and how to change that.
import type { Columns } from '@padron/contract/views'
import { useMemo } from 'react'
import { notify } from '../api/notify.ts'
import { type Arranged, arrange, type Choosable, keptOf, moved, toggled, widened } from './column-layout.ts'

export type ColumnChoice<C extends Choosable = Choosable> = {
  all: readonly C[]
  /** From left to right. */
  shown: readonly Arranged<C>[]
  /** The same as it is kept, sent and compared. */
  kept: Columns
  toggle: (key: string) => void
  move: (key: string, to: number) => void
  resize: (widths: Record<string, number>) => void
  reset: () => void
}

type Source = { columns: Columns | null; save: (columns: Columns | null) => void }

const RESET = 'Columnas restablecidas'

/** @param source where the arrangement is kept: the user's own layout, or an open view's */
export const useColumnChoice = <C extends Choosable>(all: readonly C[], { columns, save }: Source): ColumnChoice<C> =>
  useMemo(() => {
    const shown = arrange(all, columns)
    const kept = keptOf(shown)
    return {
      all,
      shown,
      kept,
      toggle: (key) => save(toggled(all, kept, key)),
      move: (key, to) => save(moved(kept, key, to)),
      resize: (widths) => save(widened(kept, widths)),
      reset: () => {
        save(null)
        if (columns) notify('done', RESET, { action: { label: 'Deshacer', run: () => save(columns) } })
      },
    }
  }, [all, columns, save])
