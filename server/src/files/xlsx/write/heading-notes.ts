// Notes on the headings of a written sheet, as in a marked copy: a part for their texts and a drawing for their boxes.
import { withBoxes } from '../mark/boxes.ts'
import { type Texts, withNotes } from '../mark/notes.ts'
import { columnName } from '../references.ts'

/** The relationship id of the drawing of the notes. */
export const NOTES_DRAWING = 'rId2'

type Column = { width: number; note?: string }

export const hasNotes = (columns: readonly Column[]): boolean => columns.some(({ note }) => note)

/** @param heads the row of the headings */
export const notesXml = (columns: readonly Column[], heads: number): { texts: string; boxes: string } => {
  const texts: Texts = new Map(
    columns.flatMap(({ note }, i) => (note ? [[`${columnName(i)}${heads}`, note] as const] : [])),
  )
  const { xml, cells } = withNotes(undefined, texts)
  const widths = columns.map(({ width }) => width)
  return { texts: xml, boxes: withBoxes(undefined, cells, texts, widths) }
}
