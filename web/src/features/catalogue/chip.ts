// A filter that is on, in words.
import type { CatalogueSearch } from './search.ts'

export type Chip = {
  key: string
  label: string
  value: string
  /** What taking it off changes in the address. */
  off: Partial<CatalogueSearch>
}
