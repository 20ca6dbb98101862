// A chart's figures as a table: the same rows, every column, each row a link to its vehicles.

import { COUNTRIES, type Country } from '@padron/contract/countries'
import type { ChartColumn, ChartRow, ChartTable } from '@padron/contract/dashboard-chart-table'
import type { ReactNode } from 'react'
import { type LinkTo, useCatalogueLink } from './catalogue-link.ts'
import { isNothing, valueText, whyNoLink } from './value-words.ts'

const heading = ({ title, kind }: ChartColumn, country: Country): string =>
  kind === 'money' ? `${title} (${COUNTRIES[country].currency})` : title

type RowProps = { row: ChartRow; columns: readonly ChartColumn[]; country: Country; linkTo: LinkTo }

const Row = ({ row, columns, country, linkTo }: RowProps): ReactNode => {
  // Of nothing there is no list.
  const link = isNothing(row) ? undefined : linkTo(row.query)
  return (
    <tr>
      <th scope="row" title={whyNoLink(row)}>
        {link ? <a {...link}>{row.label}</a> : row.label}
      </th>
      {columns.map((column, at) => (
        <td key={column.title}>{valueText({ row, at, columns, country })}</td>
      ))}
    </tr>
  )
}

export const FiguresTable = ({ table, country }: { table: ChartTable; country: Country }): ReactNode => {
  const linkTo = useCatalogueLink()
  const { title, labels, columns, rows } = table
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must do so by keyboard
    <section className="figures-box" aria-label={title} tabIndex={0}>
      <table className="figures">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{labels}</th>
            {columns.map((column) => (
              <th key={column.title} scope="col">
                {heading(column, country)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be called the same
            <Row key={at} row={row} columns={columns} country={country} linkTo={linkTo} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
