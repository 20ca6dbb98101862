// A column's heading: it sorts, and the column's width is changed at its edge, or with Shift and the arrows.
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { Icon } from './icons.tsx'
import { classOf, type Heading, type Sorting } from './table-column.ts'

/** What a heading's edge does with its column. */
export type Edge = {
  start: (key: string, event: PointerEvent<HTMLElement>) => void
  /** @param by pixels */
  step: (key: string, by: number, event: KeyboardEvent<HTMLElement>) => void
}

/** Three states: ascending, descending, none. */
const nextSorting = <S extends string>(sort: S, now: Sorting<S> | undefined): Sorting<S> => {
  if (now?.sort !== sort) return { sort, order: 'asc' }
  return now.order === 'desc' ? { sort: undefined, order: undefined } : { sort, order: 'desc' }
}

const STEP = 16

/** By keyboard the width is the heading's own business: a stop of its own for each column would double the way through them. */
const WidthEdge = ({ column: { key }, edge }: { column: Heading; edge: Edge }): ReactNode => (
  <span
    aria-hidden="true"
    className="edge no-print absolute"
    title="Arrastre para cambiar el ancho"
    onPointerDown={(event) => edge.start(key, event)}
  />
)

/** Shift and an arrow widen or narrow the column. */
const widthKeys =
  (key: string, edge: Edge | undefined) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!side || !event.shiftKey || !edge) return
    event.preventDefault()
    event.stopPropagation()
    edge.step(key, side * STEP, event)
  }

type Props<S extends string> = {
  column: Heading & { sort?: S }
  sorting: Sorting<S> | undefined
  onSort: ((next: Sorting<S>) => void) | undefined
  edge: Edge | undefined
}

export const TableHeading = <S extends string>({ column, sorting, onSort, edge }: Props<S>): ReactNode => {
  const { title, sort, kind } = column
  const order = sort && sorting?.sort === sort ? (sorting.order ?? 'asc') : undefined
  const plain = kind === 'menu' ? <span className="visually-hidden">{title}</span> : title
  return (
    <th
      scope="col"
      data-key={column.key}
      className={classOf(column)}
      {...(order && { 'aria-sort': order === 'asc' ? 'ascending' : 'descending' })}
    >
      {sort ? (
        <button
          type="button"
          className="sort row-inline gap-4 rounded-small text-start"
          onClick={() => onSort?.(nextSorting(sort, sorting))}
          {...(edge && {
            onKeyDown: widthKeys(column.key, edge),
            'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight',
            title: `Ordenar por ${title}. Mayús + ← → cambia el ancho`,
          })}
        >
          {title}
          <span className={order ? 'sort__on' : 'sort__off'}>
            <Icon name={order ? (order === 'asc' ? 'up' : 'down') : 'sort'} size={14} />
          </span>
        </button>
      ) : (
        plain
      )}
      {edge && <WidthEdge column={column} edge={edge} />}
    </th>
  )
}
