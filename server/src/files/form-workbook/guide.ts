// The instructions sheet of a workbook to fill in.
import type { WorkbookColumn } from '@padron/contract/template/workbook-columns'
import type { TextRow } from '../xlsx/write/writer.ts'

export type GuideRow = TextRow

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
