// What the catalogue hands to the buttons that export it: what is asked, in which order, which columns, how many there are.
import type { FleetQuery } from '@padron/contract/catalogue'
import type { SortField } from '@padron/contract/vehicle-fields'
import type { Columns } from '@padron/contract/views'

export type CatalogueExportsProps = {
  query: FleetQuery
  sorting: { sortBy?: SortField | undefined; sortFilterOrder?: 'asc' | 'desc' | undefined }
  columns: Columns
  /** Vehicles of the filter; undefined while it is not known. */
  total: number | undefined
}
