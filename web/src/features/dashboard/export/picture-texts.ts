// The texts beside the chart in an image: the subject and basis of its figures, and what they leave out. Pure.
import type { DashboardFacts, PeriodStatistics } from '@padron/contract/dashboard'
import type { ChartKey } from '@padron/contract/dashboard/chart-keys'
import type { ChartTable } from '@padron/contract/dashboard/chart-table'
import { daysText, trendNotes } from '@padron/contract/dashboard/chart-texts'
import { CHARTS, chartTable, sectionBasis } from '@padron/contract/dashboard/charts'
import type { Country } from '@padron/contract/places/countries'
import { basisText } from '@padron/contract/texts/basis-texts'
import { numberText } from '@padron/contract/texts/count-of'
import { dateInText } from '../../../lib/dates.ts'

type PictureFacts = { facts: DashboardFacts; period: PeriodStatistics; country: Country; zone: string }

/** A sum with unknown amounts is a minimum. */
const leastText = ({ columns, rows }: ChartTable, country: Country): string => {
  const place = columns.findIndex(({ title }) => title === 'Sin importe')
  const unpriced = rows.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)
  return columns[0]?.kind === 'money' && unpriced > 0
    ? `Al menos: ${numberText(unpriced, country)} sin importe no ${unpriced === 1 ? 'está' : 'están'} en las sumas.`
    : ''
}

const basisLine = (key: ChartKey, { facts, country, zone }: PictureFacts): string => {
  const section = CHARTS.find((chart) => chart.key === key)?.section
  const basis = section && sectionBasis(section, facts)
  if (!basis) return 'Cuenta los vehículos activos.'
  const oldest = basis.oldest && `dato más antiguo: ${dateInText(basis.oldest, zone)}`
  return ['Vehículos activos', basisText(basis, country), oldest].filter(Boolean).join(' · ')
}

/** The lines under the title. @param drawn number of rows in the drawing, if the list is longer */
export const underLines = (key: ChartKey, from: PictureFacts, drawn: number): readonly string[] => {
  const { facts, period, country, zone } = from
  const table = chartTable(key, from)
  const gaps = table.rows.some(({ values }) => values.includes(null))
  const ranked = CHARTS.some((chart) => chart.key === key && chart.shape === 'ranked')
  return [
    `${daysText(key, facts, period)} · Calculado el ${dateInText(facts.computedAt, zone)}`,
    basisLine(key, from),
    ranked && table.rows.length > drawn ? `Los ${drawn} mayores de ${numberText(table.rows.length, country)}.` : '',
    leastText(table, country),
    ...trendNotes(key, facts, gaps),
  ].filter(Boolean)
}

/** Wraps words into lines no wider than `width`. @param widthOf the width of a text, in the same unit */
export const wrapText = (text: string, width: number, widthOf: (text: string) => number): string[] => {
  const lines: string[] = []
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
