// How high a row must be for its wrapped texts. Excel works it out when it opens a workbook; LibreOffice shows a row
// that says no height as one line, and the texts of the next row over it.

/** Points of one line of the 11-point letter that all our workbooks have. */
const LINE = 15
/** The highest that a row can be. */
const MOST = 409
/** Letters of Spanish text to a digit's width, with some to spare. */
const CHARACTERS = 1.1
const BOLD_CHARACTERS = 0.95

type Wrapped = {
  text: string
  /** Of its column, in digits. */
  width: number
  bold?: boolean
}

const linesOf = ({ text, width, bold = false }: Wrapped): number => {
  const most = Math.max(1, Math.floor(width * (bold ? BOLD_CHARACTERS : CHARACTERS)))
  return text.split('\n').reduce((sum, paragraph) => {
    let lines = 1
    let used = 0
    for (const { length } of paragraph.split(' ')) {
      const next = used === 0 ? length : used + 1 + length
      if (next <= most) used = next
      else {
        lines += used === 0 ? 0 : 1
        lines += Math.ceil(length / most) - 1
        used = length > most ? length % most || most : length
      }
    }
    return sum + lines
  }, 0)
}

/** @returns points; undefined where one line is enough */
export const rowHeight = (cells: readonly Wrapped[]): number | undefined => {
  const lines = Math.max(1, ...cells.map(linesOf))
  return lines > 1 ? Math.min(MOST, lines * LINE) : undefined
}
