// A table body. A row renders again only if its own data changed; one listener handles the keys of all rows.
import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react'
import type { PageState } from './selection.ts'
import { type Column, classOf } from './table-column.ts'
import { useFirstRow } from './use-first-row.ts'

export type RowKey = string | number

/** Selecting rows. The functions must be stable between renders. */
export type RowPicks<Row, Key extends RowKey = number> = {
  labelOf: (row: Row) => string
  has: (key: Key) => boolean
  page: PageState
  onPick: (key: Key, range: boolean) => void
  onPage: (on: boolean) => void
}

type RowProps<Row, Context, Key extends RowKey> = {
  row: Row
  id: Key
  columns: readonly Column<Row, Context>[]
  context: Context
  className: string | undefined
  /** Whether each cell has its column's title, for a style sheet that shows rows as cards. */
  labels: boolean
  /** The open content below the row. */
  detail: ReactNode
  /** Undefined if rows cannot be chosen. */
  picked: boolean | undefined
  label: string | undefined
  onPick: ((key: Key, range: boolean) => void) | undefined
  /** Undefined if a row cannot have the focus. */
  tabIndex: 0 | -1 | undefined
}

const OneRow = <Row, Context, Key extends RowKey>(props: RowProps<Row, Context, Key>) => {
  const { row, id, columns, context, className, labels, detail, picked, label, onPick, tabIndex } = props
  return (
    <>
      <tr data-row={id} className={className} tabIndex={tabIndex} {...(picked && { 'data-picked': true })}>
        {picked !== undefined && (
          <td className="pick">
            <input
              type="checkbox"
              aria-label={`Seleccionar ${label}`}
              checked={picked}
              onChange={({ nativeEvent }) => onPick?.(id, (nativeEvent as MouseEvent).shiftKey === true)}
            />
          </td>
        )}
        {columns.map((column) => {
          const content = column.cell(row, context)
          const title = column.titleOf?.(row, context)
          if (column.head) {
            return (
              <th key={column.key} scope="row" className={classOf(column)} title={title}>
                {content}
              </th>
            )
          }
          return (
            <td
              key={column.key}
              className={classOf(column)}
              title={title}
              data-label={labels && column.kind !== 'menu' ? column.title : undefined}
            >
              {content}
            </td>
          )
        })}
      </tr>
      {detail && (
        <tr className="table-detail">
          <td colSpan={columns.length + (picked === undefined ? 0 : 1)}>{detail}</td>
        </tr>
      )}
    </>
  )
}
const MemoRow = memo(OneRow) as typeof OneRow

/** The row to which a key moves, by the row it is pressed in and the last row. */
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Focuses the heading of the sorted column, or the first one. */
const focusOnHeadings = (body: Element): void => {
  const head = body.closest('table')?.tHead
  const heading = head?.querySelector<HTMLElement>('[aria-sort] button') ?? head?.querySelector<HTMLElement>('button')
  heading?.focus()
}

const OWN_KEYS = '[popover], [role="dialog"], [role="menu"], input:not([type="checkbox"]), select, textarea'

export type RowOptions<Row, Key extends RowKey> = {
  keyOf: (row: Row) => Key
  /** Defined if rows can be selected. */
  picks?: RowPicks<Row, Key> | undefined
  /** Defined if rows can be opened: the arrow keys move between them. */
  onOpen?: ((row: Row) => void) | undefined
  classNameOf?: ((row: Row) => string | undefined) | undefined
  /** The content below a row, as wide as the table; undefined if it is closed. */
  detailOf?: ((row: Row) => ReactNode) | undefined
  /** Whether rows can have the focus. */
  focusable?: boolean | undefined
  /** Whether each cell has its column's title, for a style sheet that shows rows as cards. */
  labels?: boolean | undefined
}

type Props<Row, Context, Key extends RowKey> = RowOptions<Row, Key> & {
  rows: readonly Row[]
  columns: readonly Column<Row, Context>[]
  context: Context
  /** The heading above a group of rows, as wide as the table. */
  heading?: ReactNode
}

export const TableRows = <Row, Context, Key extends RowKey>(props: Props<Row, Context, Key>) => {
  const { rows, heading, keyOf, columns, context, picks, onOpen, classNameOf, detailOf, focusable, labels } = props
  const [current, setCurrent] = useState<string>()
  const body = useRef<HTMLTableSectionElement>(null)
  useFirstRow(body, onOpen !== undefined)
  const reached = rows.find((row) => `${keyOf(row)}` === current) ?? rows[0]

  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement
    const line = target.closest<HTMLElement>('tr')
    if (!line || target.closest(OWN_KEYS) || event.altKey || event.ctrlKey || event.metaKey) return
    const lines = [...event.currentTarget.children] as HTMLElement[]
    const to = STEPS[event.key]?.(lines.indexOf(line), lines.length - 1)
    if (event.key === 'ArrowUp' && line === lines[0]) {
      event.preventDefault()
      focusOnHeadings(event.currentTarget)
    } else if (to !== undefined) {
      event.preventDefault()
      lines[to]?.focus()
    }
    const row = rows[lines.indexOf(line)]
    if (target !== line || !row) return
    if (event.key === 'Enter') onOpen?.(row)
    if (event.key === ' ' && picks) {
      event.preventDefault()
      picks.onPick(keyOf(row), event.shiftKey)
    }
  }
  const follow = ({ target }: { target: Element }): void => setCurrent(target.closest<HTMLElement>('tr')?.dataset.row)
  const tabIndexOf = (row: Row): 0 | -1 | undefined => {
    if (!onOpen) return focusable ? -1 : undefined
    return row === reached ? 0 : -1
  }
  return (
    <tbody ref={body} {...(onOpen && { onKeyDown: walk, onFocus: follow })}>
      {heading && (
        <tr className="table-group">
          <th scope="rowgroup" colSpan={columns.length + (picks ? 1 : 0)}>
            {heading}
          </th>
        </tr>
      )}
      {rows.map((row) => {
        const id = keyOf(row)
        return (
          <MemoRow
            key={id}
            row={row}
            id={id}
            columns={columns}
            context={context}
            className={classNameOf?.(row)}
            labels={labels === true}
            detail={detailOf?.(row)}
            picked={picks?.has(id)}
            label={picks?.labelOf(row)}
            onPick={picks?.onPick}
            tabIndex={tabIndexOf(row)}
          />
        )
      })}
    </tbody>
  )
}
