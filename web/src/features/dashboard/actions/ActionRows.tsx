// The vehicles of a group: a table, and on a phone one card each. The first column is whose row it is.
import type { ReactNode } from 'react'
import { DataTable } from '../../../ui/DataTable.tsx'
import type { Column } from '../../../ui/table-column.ts'
import './rows.css'

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

export const ActionRows = <Row,>(props: Props<Row>): ReactNode => (
  <DataTable className="table next-table" cards="next-card" {...props} />
)
