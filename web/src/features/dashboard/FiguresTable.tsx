// A chart's figures as a table: the same rows, every column, each row a link to its vehicles.

import { COUNTRIES, type Country } from '@padron/contract/countries'
import type { ChartColumn, ChartRow, ChartTable } from '@padron/contract/dashboard-chart-table'
import type { ReactNode } from 'react'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/table-column.ts'
import { type LinkTo, useCatalogueLink } from './catalogue-link.ts'
import { isNothing, valueText, whyNoLink } from './value-words.ts'

const headingText = ({ title, kind }: ChartColumn, country: Country): string =>
  kind === 'money' ? `${title} (${COUNTRIES[country].currency})` : title

const Label = ({ row, linkTo }: { row: ChartRow; linkTo: LinkTo }): ReactNode => {
  // Of nothing there is no list.
  const link = isNothing(row) ? undefined : linkTo(row.query)
  return link ? <a {...link}>{row.label}</a> : row.label
}

export const FiguresTable = ({ table, country }: { table: ChartTable; country: Country }): ReactNode => {
  const linkTo = useCatalogueLink()
  const { title, labels, columns, rows } = table
  return (
    <DataTable
      box="figures-box"
      className="table figures"
      caption={title}
      columns={[
        {
          key: 'label',
          title: labels,
          head: true,
          cell: (row) => <Label row={row} linkTo={linkTo} />,
          titleOf: whyNoLink,
        },
        ...columns.map(
          (column, at): Column<ChartRow> => ({
            key: column.title,
            title: headingText(column, country),
            cell: (row) => valueText({ row, at, columns, country }),
          }),
        ),
      ]}
      rows={rows}
      // Two rows may be called the same.
      keyOf={(row) => rows.indexOf(row)}
    />
  )
}
