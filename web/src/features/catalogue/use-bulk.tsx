// The vehicles chosen in the list, the bar of what may be done with them, and the dialog that does it.
import type { FleetQuery, VehicleRow } from '@padron/contract/catalogue'
import type { Selection } from '@padron/contract/vehicles'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { isPicked, type Picked, pageState, pickedCount } from '../../ui/selection.ts'
import type { RowPicks } from '../../ui/TableRows.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { BulkBar } from './BulkBar.tsx'
import { type BulkKind, vehiclesText } from './bulk-kinds.ts'
import { nameOf } from './row-actions.ts'
import { useUndoBulk } from './use-undo-bulk.ts'

const BulkDialog = lazy(() => import('./BulkDialog.tsx').then((m) => ({ default: m.BulkDialog })))

/** The vehicles chosen, as the wire names them. */
export const selectionOf = (picked: Picked, query: FleetQuery): Selection =>
  picked.all ? { query, except: [...picked.except] } : { ids: [...picked.ids] }

type Open = { kind: BulkKind; selection: Selection; count: number }

/** @param query what is filtered @param asked the same as text: another is another list */
export const useBulk = (rows: readonly VehicleRow[], query: FleetQuery, asked: string, total: number) => {
  const page = useMemo(() => rows.map(({ vehicleAsset }) => vehicleAsset.vehicleAssetId), [rows])
  const selection = useSelection(page, asked)
  const undo = useUndoBulk()
  const [open, show] = useState<Open>()
  const { picked, toggle, setPage, clear } = selection
  const picks = useMemo<RowPicks<VehicleRow>>(
    () => ({
      labelOf: nameOf,
      has: (id) => isPicked(picked, id),
      page: pageState(picked, page),
      onPick: toggle,
      onPage: setPage,
    }),
    [picked, page, toggle, setPage],
  )
  const done = (bulkId: string | null, changed: number): void => {
    const said = changed === 1 ? 'Se cambió' : 'Se cambiaron'
    notify('done', `${said} ${vehiclesText(changed)}.`, {
      action: bulkId ? { label: 'Deshacer', run: () => undo(bulkId) } : undefined,
    })
  }
  const bar: ReactNode = (
    <BulkBar
      selection={selection}
      total={total}
      onChange={(kind) => show({ kind, selection: selectionOf(picked, query), count: pickedCount(picked, total) })}
    />
  )
  const dialog: ReactNode = open && (
    <Suspense>
      <BulkDialog {...open} onDone={done} onClear={clear} onClose={() => show(undefined)} />
    </Suspense>
  )
  return { picks, bar, dialog, undo }
}
