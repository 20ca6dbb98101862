// The vehicles of a group: a table, and on a phone one card each. The first column is whose row it is.
import type { ReactNode } from 'react'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import './rows.css'

export type Column<R> = {
  title: string
  /** Figures stand to the right. */
  money?: true
  cell: (row: R) => ReactNode
}
type Props<R> = {
  caption: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  keyOf: (row: R) => string
}

const Table = <R,>({ caption, columns, rows, keyOf }: Props<R>): ReactNode => (
  <table className="next-table">
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {columns.map(({ title, money }) => (
          <th key={title} scope="col" className={money && 'money'}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)} data-row={keyOf(row)}>
          {columns.map(({ title, money, cell }, place) =>
            place === 0 ? (
              <th key={title} scope="row">
                {cell(row)}
              </th>
            ) : (
              <td key={title} className={money && 'money'}>
                {cell(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

const Cards = <R,>({ caption, columns: [whose, ...columns], rows, keyOf }: Props<R>): ReactNode => (
  <ul className="next-cards" aria-label={caption}>
    {rows.map((row) => (
      <li key={keyOf(row)} className="next-card">
        {whose?.cell(row)}
        <dl>
          {columns.map(({ title, cell }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{cell(row)}</dd>
            </div>
          ))}
        </dl>
      </li>
    ))}
  </ul>
)

export const ActionRows = <R,>(props: Props<R>): ReactNode => {
  const phone = useMedia(PHONE)
  return phone ? <Cards {...props} /> : <Table {...props} />
}
