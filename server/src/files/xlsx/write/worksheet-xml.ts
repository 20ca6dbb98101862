// The XML of a sheet before and after its rows, in the order that the schema requires, and of a row.
import { columnName } from '../references.ts'
import { HEAD, MAIN, OFFICE } from '../xml-text.ts'
import { type Cell, cellXml } from './cells.ts'

/** Print settings: landscape, letter, one page wide. */
const PAGE = [
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>',
  '<pageSetup paperSize="1" orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
  '<headerFooter><oddFooter>&amp;L&amp;A&amp;RPágina &amp;P de &amp;N</oddFooter></headerFooter>',
].join('')

/** The frozen part: the first columns, and the rows down to the headings. */
export const frozenPane = (columns: number, rows: number): string =>
  `<pane${columns > 0 ? ` xSplit="${columns}"` : ''} ySplit="${rows}" topLeftCell="${columnName(columns)}${rows + 1}" ` +
  `activePane="${columns > 0 ? 'bottomRight' : 'bottomLeft'}" state="frozen"/>`

type Start = {
  /** Additional attributes of its view, each preceded by a space. */
  view?: string
  pane?: string
  columns: readonly { width: number; style: number; hidden?: boolean | undefined }[]
}

export const startXml = ({ view = '', pane = '', columns }: Start): string => {
  const widths = columns.map(
    ({ width, style, hidden }, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1" style="${style}"${hidden ? ' hidden="1"' : ''}/>`,
  )
  return [
    `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<sheetViews><sheetView${view} workbookViewId="0">${pane}</sheetView></sheetViews>`,
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`,
  ].join('')
}

/** @param drawing the relationship id of the drawing of its notes */
export const endXml = ({
  filter = '',
  validations = '',
  drawing,
}: Partial<Record<'filter' | 'validations' | 'drawing', string>>): string =>
  `</sheetData>${filter}${validations}${PAGE}${drawing ? `<legacyDrawing r:id="${drawing}"/>` : ''}</worksheet>`

type RowLook = { names: readonly string[]; styles: readonly number[]; height?: number | undefined }

export const rowXml = (
  row: number,
  cells: readonly (Cell | undefined)[],
  { names, styles, height }: RowLook,
): string => {
  let written = height ? `<row r="${row}" ht="${height}" customHeight="1">` : `<row r="${row}">`
  for (let i = 0; i < names.length; i++) written += cellXml(cells[i], `r="${names[i]}${row}" s="${styles[i]}"`)
  return `${written}</row>`
}
