// Which rows of a file are shown before anybody picks any: what is wrong with it, or what it would change. Pure.
import type { Import, ImportKind, RowsShown } from '@padron/contract/imports'

/** Of an edition or a replacement mostly the whole fleet is in the file: only what changes is looked at. */
const FIRST: Readonly<Record<ImportKind, RowsShown>> = { add: 'all', edit: 'changed', replace: 'changed' }

export const firstRows = ({ state, kind }: Pick<Import, 'state' | 'kind'>): RowsShown =>
  state === 'refused' ? 'refused' : FIRST[kind]

type Judged = Pick<Import, 'state' | 'kind' | 'counts'>
/** The file itself is wrong, its headings or its sheet: there are no rows to speak of. */
export const isWrongAsWhole = ({ state, counts }: Pick<Import, 'state' | 'counts'>): boolean =>
  counts.rows === 0 || (state === 'refused' && counts.refused === 0)

/** @param picked the rows somebody asked for; where nobody did, those of a file that changes nothing are not shown */
export const hasRows = (told: Judged, picked: RowsShown | undefined): boolean => {
  if (isWrongAsWhole(told)) return false
  const first = firstRows(told)
  return picked !== undefined || told.counts[first === 'all' ? 'rows' : first] > 0
}
