// The vehicles selected in the work list for assignment. All rows of a vehicle are selected together.
import type { CaptureTask } from '@padron/contract/captures'
import { isPicked, pageState } from '../../../ui/table/selection.ts'
import type { RowPicks } from '../../../ui/table/TableRows.tsx'
import { useSelection } from '../../../ui/table/use-selection.ts'
import type { Group } from '../capture/CaptureRows.tsx'

const vehicleOf = (key: string): number => Number(key.split('-')[0])

/** @param filter a change of the filter clears the selection */
export const useVehiclePicks = (tasks: readonly CaptureTask[], filter: string) => {
  const page = [...new Set(tasks.map(({ vehicleAssetId }) => vehicleAssetId))]
  const { picked, toggle, setPage, clear } = useSelection(page, filter)
  const picks: RowPicks<Group, string> = {
    labelOf: ({ plate, vin, resourceName }) => `${plate || vin}, ${resourceName}`,
    has: (key) => isPicked(picked, vehicleOf(key)),
    page: pageState(picked, page),
    onPick: (key, range) => toggle(vehicleOf(key), range),
    onPage: setPage,
  }
  return { picks, chosen: picked.all ? [] : [...picked.ids], clear }
}
