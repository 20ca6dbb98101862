// A chart's figures as a table: the same rows, every column, each row a link to its vehicles.
import { COUNTRIES } from '@padron/contract/countries'
import type { ChartRow, ChartTable } from '@padron/contract/dashboard-chart-table'
import type { ReactNode } from 'react'
import { useUser } from '../../session/user-context.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/table-column.ts'
import { useCatalogueLink } from './catalogue-link.ts'
import { isNothing, valueText, whyNoLink } from './value-words.ts'

export const FiguresTable = ({ table: { title, labels, columns, rows } }: { table: ChartTable }): ReactNode => {
  const { country } = useUser()
  const linkTo = useCatalogueLink()
  const label: Column<ChartRow> = {
    key: 'label',
    title: labels,
    head: true,
    cell: (row) => {
      // Of nothing there is no list.
      const link = isNothing(row) ? undefined : linkTo(row.query)
      return link ? <a {...link}>{row.label}</a> : row.label
    },
    titleOf: whyNoLink,
  }
  const values = columns.map(
    (column, at): Column<ChartRow> => ({
      key: column.title,
      kind: 'number',
      title: column.kind === 'money' ? `${column.title} (${COUNTRIES[country].currency})` : column.title,
      cell: (row) => valueText({ row, at, columns, country }),
    }),
  )
  return (
    <DataTable
      box="figures-box"
      className="table figures"
      caption={title}
      columns={[label, ...values]}
      rows={rows}
      // Two rows may be called the same.
      keyOf={(row) => rows.indexOf(row)}
    />
  )
}
