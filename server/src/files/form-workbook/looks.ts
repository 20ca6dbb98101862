// How a workbook to be filled in looks: fonts, fills and paper, of the sheet to be filled and of its instructions.
import type { WorkbookColumn } from '@padron/contract/template/workbook-columns'

export const GUIDE_SHEET = 'Instrucciones'
export const GUIDE_WIDTHS = [30, 16, 72, 34] as const
/** How a row of the sheet looks. */
export type GuideLook = 'title' | 'heading' | 'plain' | 'tableHead' | 'table'
export type GuideRow = { look: GuideLook; cells: readonly string[] }

export const guideText = (text: string): GuideRow => ({ look: 'plain', cells: [text] })
export const guideHeading = (text: string): GuideRow => ({ look: 'heading', cells: [text] })
export const guideSteps = (steps: readonly string[]): GuideRow[] => [
  guideHeading('Pasos'),
  ...steps.map((step, i) => guideText(`${i + 1}. ${step}`)),
]
export const guideColumns = (columns: readonly WorkbookColumn[]): GuideRow[] => [
  guideHeading('Columnas'),
  { look: 'tableHead', cells: ['Columna', 'Obligatoria', 'Regla', 'Ejemplo'] },
  ...columns.map(
    ({ heading, required, note, example }): GuideRow => ({
      look: 'table',
      cells: [heading, required ? 'Obligatoria *' : 'Opcional', note, example],
    }),
  ),
]

const WHITE = { argb: 'FFFFFFFF' }
const solid = (argb: string) => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } }) as const
/** A font without a name is drawn with serifs by some programs. */
const FONT = { name: 'Calibri', family: 2, size: 11 } as const
const HEAD_FONT = { ...FONT, bold: true, color: WHITE }
export const REQUIRED_HEAD = { font: HEAD_FONT, fill: solid('FF1F3A5F') }
export const OTHER_HEAD = { font: HEAD_FONT, fill: solid('FF566B84') }
/** Lying, as wide as the paper; every page repeats the headings. */
export const PAGE = { orientation: 'landscape', fitToWidth: 1, fitToHeight: 0 } as const
const WRAPPED = { vertical: 'top', wrapText: true } as const

export const LOOKS: Readonly<Record<GuideLook, object>> = {
  title: { font: { ...FONT, bold: true, size: 16 } },
  heading: { font: { ...FONT, bold: true, size: 12 } },
  plain: {},
  tableHead: { ...REQUIRED_HEAD, alignment: WRAPPED },
  table: { alignment: WRAPPED },
}
