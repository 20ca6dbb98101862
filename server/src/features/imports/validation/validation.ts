// What a check found of a file as a whole, as it is kept with the import.
import type { ReadSummary } from '../reading/pieces.ts'
import type { Totals } from './totals.ts'

/** What stands in `judged`. */
export type Validation = {
  /** Of this check and no other. */
  checkId: string
  summary: ReadSummary
  totals: Totals
  newTags: string[]
  newTagCount: number
}
