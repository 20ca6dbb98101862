// A sheet of texts to read, such as instructions; each row has the style of its role.
import { columnName } from '../references.ts'
import { rowHeight } from './row-height.ts'
import { HEAD_STYLE, SUBTITLE_STYLE, styleOf, TITLE_STYLE } from './styles.ts'
import { endXml, rowXml, startXml } from './worksheet-xml.ts'

type TextLook = 'title' | 'heading' | 'plain' | 'tableHead' | 'table'
export type TextRow = { look: TextLook; cells: readonly string[] }
export type TextSheet = { name: string; widths: readonly number[]; texts: readonly TextRow[] }

const PLAIN = styleOf('text', false)
const STYLES: Readonly<Record<TextLook, number>> = {
  title: TITLE_STYLE,
  heading: SUBTITLE_STYLE,
  plain: PLAIN,
  tableHead: HEAD_STYLE,
  table: styleOf('text', true),
}
/** Heights of the rows with larger fonts. */
const HEIGHTS: Partial<Record<TextLook, number>> = { title: 24, heading: 20 }

export const textSheetXml = ({ widths, texts }: TextSheet): string => {
  const heightOf = ({ look, cells }: TextRow): number | undefined =>
    look === 'plain'
      ? undefined
      : (HEIGHTS[look] ??
        rowHeight(cells.map((text, i) => ({ text, width: widths[i] ?? 0, bold: look === 'tableHead' }))))
  const rows = texts.map((text, at) =>
    rowXml(at + 1, text.cells, {
      names: text.cells.map((_, i) => columnName(i)),
      styles: text.cells.map(() => STYLES[text.look]),
      height: heightOf(text),
    }),
  )
  return (
    startXml({ view: ' showGridLines="0"', columns: widths.map((width) => ({ width, style: PLAIN })) }) +
    rows.join('') +
    endXml({})
  )
}
