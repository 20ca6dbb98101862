// The rows. Each is drawn again only when something of its own changed; keys are heard once, for all of them.
import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react'
import type { PageState } from './selection.ts'
import { type Column, classOf } from './table-column.ts'
import { useFirstRow } from './use-first-row.ts'

/** Choosing rows. The functions must stay the same from one drawing to the next. */
export type RowPicks<Row> = {
  labelOf: (row: Row) => string
  has: (key: number) => boolean
  page: PageState
  onPick: (key: number, range: boolean) => void
  onPage: (on: boolean) => void
}

type RowProps<Row, Context> = {
  row: Row
  id: number
  columns: readonly Column<Row, Context, string>[]
  context: Context
  /** Undefined where rows are not chosen. */
  picked: boolean | undefined
  label: string | undefined
  onPick: ((key: number, range: boolean) => void) | undefined
  /** The one of them that Tab reaches; undefined where rows are not walked through. */
  current: boolean | undefined
}

const OneRow = <Row, Context>(props: RowProps<Row, Context>): ReactNode => {
  const { row, id, columns, context, picked, label, onPick, current } = props
  return (
    <tr
      data-row={id}
      {...(current !== undefined && { tabIndex: current ? 0 : -1 })}
      {...(picked && { 'data-picked': true })}
    >
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
        if (column.head) {
          return (
            <th key={column.key} scope="row" className="head">
              {content}
            </th>
          )
        }
        return (
          <td key={column.key} className={classOf(column)} title={typeof content === 'string' ? content : undefined}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}
const MemoRow = memo(OneRow) as typeof OneRow

/** Where a key leads among so many rows, from one of them; undefined where it leads nowhere. */
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

const OWN_KEYS = '[popover], [role="dialog"], [role="menu"], input:not([type="checkbox"]), select, textarea'

type Props<Row, Context> = {
  rows: readonly Row[]
  keyOf: (row: Row) => number
  columns: readonly Column<Row, Context, string>[]
  context: Context
  picks: RowPicks<Row> | undefined
  onOpen: ((row: Row) => void) | undefined
}

export const TableRows = <Row, Context>(props: Props<Row, Context>): ReactNode => {
  const { rows, keyOf, columns, context, picks, onOpen } = props
  const [current, setCurrent] = useState<number>()
  const body = useRef<HTMLTableSectionElement>(null)
  useFirstRow(body, onOpen !== undefined)
  const reached = rows.some((row) => keyOf(row) === current) ? current : rows[0] && keyOf(rows[0])

  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement
    const line = target.closest<HTMLElement>('tr')
    if (!line || target.closest(OWN_KEYS) || event.altKey || event.ctrlKey || event.metaKey) return
    const lines = [...event.currentTarget.children] as HTMLElement[]
    const to = STEPS[event.key]?.(lines.indexOf(line), lines.length - 1)
    if (to !== undefined) {
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
  const follow = ({ target }: { target: Element }): void =>
    setCurrent(Number(target.closest<HTMLElement>('tr')?.dataset.row))
  return (
    <tbody ref={body} {...(onOpen && { onKeyDown: walk, onFocus: follow })}>
      {rows.map((row) => {
        const id = keyOf(row)
        return (
          <MemoRow
            key={id}
            row={row}
            id={id}
            columns={columns}
            context={context}
            picked={picks?.has(id)}
            label={picks?.labelOf(row)}
            onPick={picks?.onPick}
            current={onOpen ? id === reached : undefined}
          />
        )
      })}
    </tbody>
  )
}
