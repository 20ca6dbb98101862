// The rows of a table on a phone: a card for each, from the same columns. Its top line holds what names the row and what can
// be done with it; every other column says its title.
import type { ReactNode } from 'react'
import type { RowKey } from './TableRows.tsx'
import type { Column } from './table-column.ts'
import './table.css'

type Props<Row, Context> = {
  caption: string
  rows: readonly Row[]
  keyOf: (row: Row) => RowKey
  columns: readonly Column<Row, Context>[]
  context: Context
  classNameOf?: ((row: Row) => string | undefined) | undefined
  cardClassName: string
}

const placeOf = ({ card, head, kind }: Column<never, never>) => card ?? (head || kind === 'menu' ? 'top' : 'titled')

export const RowCards = <Row, Context>(props: Props<Row, Context>): ReactNode => {
  const { caption, rows, keyOf, columns, context, classNameOf, cardClassName } = props
  const at = (place: Column<Row, Context>['card']) => columns.filter((column) => placeOf(column) === place)
  const plain = (row: Row, place: 'top' | 'line' | 'end') =>
    at(place).map(({ key, cell }) => <div key={key}>{cell(row, context)}</div>)
  const titled = at('titled')
  return (
    <ul className="cards" aria-label={caption}>
      {rows.map((row) => (
        <li
          key={keyOf(row)}
          data-row={keyOf(row)}
          className={['card', cardClassName, classNameOf?.(row)].filter(Boolean).join(' ')}
        >
          <div className="card__head row-wrap between">{plain(row, 'top')}</div>
          {plain(row, 'line')}
          {titled.length > 0 && (
            <dl>
              {titled.map(({ key, title, cell }) => (
                <div key={key}>
                  <dt>{title}</dt>
                  <dd>{cell(row, context)}</dd>
                </div>
              ))}
            </dl>
          )}
          {plain(row, 'end')}
        </li>
      ))}
    </ul>
  )
}
