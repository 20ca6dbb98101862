// What every cell of the catalogue may need besides its row.
import type { VehicleRow } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/countries'
import type { Clock } from '../../lib/clock.ts'
import type { RowAction } from './row-actions.ts'

export type CellContext = Clock & {
  country: Country
  /** Opens the vehicle's drawer. @param resourceTypeId at what it says of this type */
  open: (vehicleAssetId: number, resourceTypeId?: number) => void
  /** Opens the reconciliation with the registry. */
  reconcile: (vehicleAssetId: number) => void
  /** Whether rows are edited from here; without, a row has no actions but to be looked at. */
  edits: boolean
  act: (action: RowAction, row: VehicleRow) => void
  /** Resource types that some source answers by machine, per state; undefined until known. */
  sources: ReadonlyMap<number, readonly number[]> | undefined
}
