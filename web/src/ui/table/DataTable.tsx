// A table defined by a list of columns. Everything except rows and columns is optional: sorting, widths, selecting and
// opening rows, groups, a detail below a row, a footer, cards on a phone. If rows can be opened, the arrow keys move
// between them, Enter opens, the space bar selects. The class `grid` is a wide table with a sticky heading and first
// column; `table` is a plain one.
import '../table.css'
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { roveHeadings, roveHeadingsOfRows } from '../overlay/roving-tabindex.ts'
import { TableHeading, useColumnWidths } from './TableHeading.tsx'
import { type RowKey, type RowOptions, TableRows } from './TableRows.tsx'
import { type Column, classOf, type Sorting } from './table-column.ts'

type RowCardsProps<Row, Context> = {
  caption: string
  rows: readonly Row[]
  keyOf: (row: Row) => RowKey
  columns: readonly Column<Row, Context>[]
  context: Context
  classNameOf?: ((row: Row) => string | undefined) | undefined
  cardClassName: string
}

const placeOf = ({ card, head, kind }: Column<never, never>) => card ?? (head || kind === 'menu' ? 'top' : 'titled')

const RowCards = <Row, Context>(props: RowCardsProps<Row, Context>) => {
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

/** By the keys of columns. */
type FooterCells = { title: string; cells: Readonly<Record<string, ReactNode>> }

type TableFooterProps = { columns: readonly Column<never, never>[]; footer: FooterCells; labels: boolean }

const TableFooter = ({ columns, footer: { title, cells }, labels }: TableFooterProps) => {
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

const PICK_WIDTH = 32

type RowGroup<Row> = { key: RowKey; heading?: ReactNode; rows: readonly Row[] }

/** Data for the cells besides their row; absent if the columns need none. */
type ContextProp<Context> = unknown extends Context ? { context?: Context } : { context: Context }

type Props<Row, Context, S extends string, Key extends RowKey> = RowOptions<Row, Key> &
  Pick<ComponentProps<'table'>, 'ref' | 'className' | 'style' | 'onKeyDown' | 'onFocus'> & {
    columns: readonly Column<Row, Context, S>[]
    /** Its name, visually hidden unless `showCaption` is set. */
    caption: string
    showCaption?: boolean
    sorting?: Sorting<S>
    onSort?: (next: Sorting<S>) => void
    /** Present if the user may change widths: receives all of them, by key, in pixels. */
    onWidths?: (widths: Record<string, number>) => void
    footer?: FooterCells | undefined
    /** The class of a box that the table scrolls in. */
    box?: string
    /** The class of a card, if a phone shows rows as cards. */
    cards?: string
  } & ({ rows: readonly Row[]; groups?: never } | { rows?: never; groups: readonly RowGroup<Row>[] })

/** The widths of the columns and the table. */
const sizes = (columns: readonly Column<never, never>[], isPicked: boolean) => {
  if (columns.every(({ width }) => width === undefined)) return {}
  const pick = isPicked ? PICK_WIDTH : 0
  const width = columns.reduce((sum, column) => sum + (column.width ?? 0), pick)
  // If the user changed widths, or rows can be chosen, only the last column takes the remaining room. Otherwise all
  // columns share it.
  const isElastic = isPicked || columns.some((column) => 'resized' in column && column.resized)
  const elastic = isElastic ? columns.findLast(({ fixed }) => !fixed)?.key : undefined
  const columnGroup = (
    <colgroup>
      {isPicked && <col style={{ width: PICK_WIDTH }} />}
      {columns.map(({ key, width }) => (
        <col key={key} data-key={key} style={key === elastic ? {} : { width }} />
      ))}
    </colgroup>
  )
  return { columnGroup, style: { '--width': `${width}px`, '--pick': `${pick}px` } as CSSProperties }
}

export const DataTable = <Row, S extends string, Key extends RowKey, Context = unknown>(
  props: Props<Row, Context, S, Key> & ContextProp<Context>,
) => {
  const { caption, columns, context, rows, groups, ...rest } = props as Props<Row, Context, S, Key> & {
    context: Context
  }
  const { showCaption, sorting, onSort, onWidths, footer, box, cards, ...others } = rest
  const { ref, className = 'grid', style, onKeyDown, onFocus, ...options } = others
  const { picks } = options
  const edge = useColumnWidths(columns, onWidths)
  const isPhone = useMedia(PHONE)
  if (cards && isPhone && rows)
    return (
      <RowCards {...options} caption={caption} columns={columns} rows={rows} context={context} cardClassName={cards} />
    )

  const walksRows = options.onOpen !== undefined
  const { columnGroup, style: sized } = sizes(columns, picks !== undefined)
  const table = (
    <table ref={ref} className={className} style={{ ...sized, ...style }} onKeyDown={onKeyDown} onFocus={onFocus}>
      <caption className={showCaption ? undefined : 'visually-hidden'}>{caption}</caption>
      {columnGroup}
      <thead ref={walksRows ? roveHeadingsOfRows : roveHeadings}>
        <tr>
          {picks && (
            <th scope="col" className="pick">
              <input
                type="checkbox"
                aria-label="Seleccionar los de la página"
                checked={picks.page === 'all'}
                ref={(input) => {
                  if (input) input.indeterminate = picks.page === 'some'
                }}
                onChange={({ target }) => picks.onPage(target.checked)}
              />
            </th>
          )}
          {columns.map((column) => (
            <TableHeading
              key={column.key}
              column={column}
              sorting={sorting}
              onSort={onSort}
              edge={column.fixed ? undefined : edge}
            />
          ))}
        </tr>
      </thead>
      {(groups ?? [{ key: 'rows', heading: undefined, rows }]).map(({ key, heading, rows }) => (
        <TableRows key={key} {...options} columns={columns} rows={rows} heading={heading} context={context} />
      ))}
      {footer && <TableFooter columns={columns} footer={footer} labels={options.labels === true} />}
    </table>
  )
  if (!box) return table
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={`table-box ${box}`} aria-label={caption} tabIndex={0}>
      {table}
    </section>
  )
}
