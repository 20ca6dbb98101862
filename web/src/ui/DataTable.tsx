// The table. A plain one: its heading and naming column stick, its widths never jump, its headings sort by keyboard too.
import type { CSSProperties, ReactNode } from 'react'
import { Icon } from './icons.tsx'

export type Column<Row, Context, Sort extends string> = {
  key: string
  title: string
  width: number
  sort?: Sort
  /** Shown until the user chooses otherwise. */
  byDefault: boolean
  kind?: 'status' | 'code' | 'money'
  /** Names the row: always shown, and stays at the left. */
  head?: true
  /** Not for the user to choose, and last. */
  fixed?: true
  cell: (row: Row, context: Context) => ReactNode
}

export type Sorting<Sort extends string> = { sort?: Sort | undefined; order?: 'asc' | 'desc' | undefined }

const KINDS = { status: 'center', code: 'code', money: 'money' } as const

/** Three states: ascending, descending, none. */
const nextSorting = <S extends string>(sort: S, now: Sorting<S>): Sorting<S> => {
  if (now.sort !== sort) return { sort, order: 'asc' }
  return now.order === 'desc' ? { sort: undefined, order: undefined } : { sort, order: 'desc' }
}

type Placed = Pick<Column<never, never, string>, 'kind' | 'head' | 'fixed'>
const classOf = ({ kind, head, fixed }: Placed): string | undefined =>
  [kind && KINDS[kind], head && 'head', fixed && 'fixed'].filter(Boolean).join(' ') || undefined

type HeadingProps<S extends string> = {
  column: Column<never, never, S>
  sorting: Sorting<S>
  onSort: (next: Sorting<S>) => void
}

const Heading = <S extends string>({ column, sorting, onSort }: HeadingProps<S>): ReactNode => {
  const { title, sort } = column
  const order = sort && sorting.sort === sort ? (sorting.order ?? 'asc') : undefined
  return (
    <th
      scope="col"
      className={classOf(column)}
      {...(order && { 'aria-sort': order === 'asc' ? 'ascending' : 'descending' })}
    >
      {sort ? (
        <button type="button" className="sort" onClick={() => onSort(nextSorting(sort, sorting))}>
          {title}
          <span className={order ? 'sort__on' : 'sort__off'}>
            <Icon name={order ? (order === 'asc' ? 'up' : 'down') : 'sort'} size={14} />
          </span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}

type Props<Row, Context, S extends string> = {
  caption: string
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  columns: readonly Column<Row, Context, S>[]
  context: Context
  sorting: Sorting<S>
  onSort: (next: Sorting<S>) => void
}

export const DataTable = <Row, Context, S extends string>(props: Props<Row, Context, S>): ReactNode => {
  const { caption, rows, keyOf, columns, context, sorting, onSort } = props
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <table className="grid" style={{ '--width': `${width}px` } as CSSProperties}>
      <caption className="visually-hidden">{caption}</caption>
      <colgroup>
        {columns.map((column) => (
          <col key={column.key} style={{ width: column.width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.key} column={column} sorting={sorting} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => {
              const content = column.cell(row, context)
              if (column.head) {
                return (
                  <th key={column.key} scope="row" className="head">
                    {content}
                  </th>
                )
              }
              const title = typeof content === 'string' ? content : undefined
              return (
                <td key={column.key} className={classOf(column)} title={title}>
                  {content}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
