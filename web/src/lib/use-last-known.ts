// A row that a form edits, although another person deletes it meanwhile.
import { useRef } from 'react'

/**
 * The row in its current version; once it is deleted, the last known one, so that its form keeps what was typed.
 * @param id undefined: none is edited
 * @param row the row with that id, if there is one
 */
export const useLastKnown = <T>(id: number | undefined, row: T | undefined): T | undefined => {
  const known = useRef<{ id: number; row: T }>(undefined)
  if (id === undefined) return undefined
  if (row) known.current = { id, row }
  return known.current?.id === id ? known.current.row : undefined
}
