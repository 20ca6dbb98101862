// Reads the stored definition of a saved view: another release of the product, or somebody with access to the database,
// may have written it.
import { ViewDefinition } from '@padron/contract/views'

/** @returns undefined if it has a part that this release does not know: without that part it finds other vehicles */
export const readViewDefinition = (stored: unknown): ViewDefinition | undefined =>
  ViewDefinition.safeParse({ columns: null, ...(stored as object) }).data
