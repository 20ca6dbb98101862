// The table. A plain one: its heading and first column stick, its widths never jump, its headings sort by keyboard too.
import type { VehicleRow } from '@padron/contract/catalogue'
import type { CSSProperties, ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'
import type { CellContext } from './cell-context.ts'
import type { Column } from './columns.tsx'
import type { CatalogueSearch } from './search.ts'
import type { ChangeSearch } from './use-catalogue-search.ts'

type SortProps = { column: Column; search: CatalogueSearch; change: ChangeSearch }

const CLASSES = { status: 'center', code: 'code', money: 'money' } as const

/** Three states: ascending, descending, none. */
const nextSort = ({ sort }: Column, search: CatalogueSearch): Partial<CatalogueSearch> => {
  if (search.sort !== sort) return { sort, order: 'asc' }
  return search.order === 'desc' ? { sort: undefined, order: undefined } : { sort, order: 'desc' }
}

const Heading = ({ column, search, change }: SortProps): ReactNode => {
  const { title, sort, kind } = column
  const order = sort && search.sort === sort ? (search.order ?? 'asc') : undefined
  return (
    <th
      scope="col"
      className={kind && CLASSES[kind]}
      {...(order && { 'aria-sort': order === 'asc' ? 'ascending' : 'descending' })}
    >
      {sort ? (
        <button type="button" className="sort" onClick={() => change(nextSort(column, search))}>
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

type Props = {
  rows: readonly VehicleRow[]
  columns: readonly Column[]
  search: CatalogueSearch
  change: ChangeSearch
  context: CellContext
}

export const VehicleTable = ({ rows, columns, search, change, context }: Props): ReactNode => {
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <table className="grid" style={{ '--width': `${width}px` } as CSSProperties}>
      <caption className="visually-hidden">Catálogo de vehículos</caption>
      <colgroup>
        {columns.map((column) => (
          <col key={column.key} style={{ width: column.width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.key} column={column} search={search} change={change} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.vehicleAsset.vehicleAssetId}>
            {columns.map(({ key, kind, cell }, i) => {
              const content = cell(row, context)
              const title = typeof content === 'string' ? content : undefined
              return i === 0 ? (
                <th key={key} scope="row">
                  {content}
                </th>
              ) : (
                <td key={key} className={kind && CLASSES[kind]} title={title}>
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
