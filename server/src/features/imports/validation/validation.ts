// The result of validating a file, as stored with the import.
import type { ReadSummary } from '../reading/pieces.ts'
import type { Totals } from './totals.ts'

/** The JSON of column `judged`. */
export type Validation = {
  /** Identifies this validation. */
  checkId: string
  summary: ReadSummary
  totals: Totals
  newTags: string[]
  newTagCount: number
}
