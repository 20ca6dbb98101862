// A table's last row: its title from the first column up to the first that has a figure.
import type { ReactNode } from 'react'
import { type Column, classOf } from './table-column.ts'

/** By the keys of columns. */
export type FooterCells = { title: string; cells: Readonly<Record<string, ReactNode>> }

type Props = { columns: readonly Column<never, never>[]; footer: FooterCells; labels: boolean }

export const TableFooter = ({ columns, footer: { title, cells }, labels }: Props): ReactNode => {
  const first = columns.findIndex(({ key }) => key in cells)
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={first}>
          {title}
        </th>
        {columns.slice(first).map((column) => (
          <td key={column.key} className={classOf(column)} data-label={labels ? column.title : undefined}>
            {cells[column.key]}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
