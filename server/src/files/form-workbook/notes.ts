// Notes on the headings of a workbook to be filled in. excelts writes an author «Author» and boxes that cut the text,
// so these two parts are written here, as in a marked copy.

import type { WorkbookWriter } from '@cj-tech-master/excelts'
import type { WorkbookColumn } from '@padron/contract/template/workbook-columns'
import { columnName } from '../xlsx/column-name.ts'
import { withBoxes } from '../xlsx/mark/boxes.ts'
import { type Texts, withNotes } from '../xlsx/mark/notes.ts'

export const noteText = ({ required, note, example, list }: WorkbookColumn): string =>
  [
    required ? 'Obligatoria.' : 'Opcional.',
    note,
    ...(list ? ['Elija de la lista o escriba el valor.'] : []),
    ...(example ? [`Ejemplo: ${example}`] : []),
  ].join('\n')

const notesOf = (columns: readonly WorkbookColumn[]): Texts =>
  new Map(columns.map((column, i) => [`${columnName(i)}1`, noteText(column)]))

type Part = { write: (piece: string) => unknown; end: () => unknown }
/** What excelts opens a part of the package with; it is not in its types. */
type Opening = { _openStream: (path: string) => Part }

const replaced = (part: Part, content: string): Part => {
  const [write, end] = [part.write.bind(part), part.end.bind(part)]
  part.write = () => true
  part.end = () => {
    write(content)
    return end()
  }
  return part
}

/**
 * The cells must have notes of excelts' own too: it then makes the parts.
 * @param columns whose headings stand in the first row
 */
export const writeOwnNotes = (book: WorkbookWriter, columns: readonly WorkbookColumn[]): void => {
  const opening = book as unknown as Opening
  const open = opening._openStream.bind(book)
  const texts = notesOf(columns)
  const { xml, cells } = withNotes(undefined, texts)
  const boxes = withBoxes(
    undefined,
    cells,
    texts,
    columns.map(({ width }) => width),
  )
  opening._openStream = (path) => {
    if (/\/comments\d+\.xml$/.test(path)) return replaced(open(path), xml)
    return /\.vml$/.test(path) ? replaced(open(path), boxes) : open(path)
  }
}
