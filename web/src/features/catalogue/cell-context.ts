// What every cell of the catalogue may need besides its row.
import type { Country } from '@padron/contract/countries'
import type { Clock } from '../../lib/clock.ts'

export type CellContext = Clock & {
  country: Country
  open: (vehicleAssetId: number) => void
  /** Resource types that some source answers by machine, per state; undefined until known. */
  sources: ReadonlyMap<number, readonly number[]> | undefined
}
