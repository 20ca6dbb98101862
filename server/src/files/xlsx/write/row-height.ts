// The height of a row with wrapped texts. Excel computes it when it opens a workbook; LibreOffice displays a row
// without a height as one line, overlapped by the next row.

/** Points of a line in the 11-point font of our workbooks. */
const LINE = 15
/** The greatest height of a row. */
const MOST = 409
/** Letters of Spanish text per digit's width, with a reserve. */
const CHARACTERS = 1.1
const BOLD_CHARACTERS = 0.95

type Wrapped = {
  text: string
  /** Width of its column, in digits. */
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

/** @returns points; undefined if one line is enough */
export const rowHeight = (cells: readonly Wrapped[]): number | undefined => {
  const lines = Math.max(1, ...cells.map(linesOf))
  return lines > 1 ? Math.min(MOST, lines * LINE) : undefined
}
