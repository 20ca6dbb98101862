// A column's heading: it sorts, and its edge gives the column its width, by pointer or by arrow keys.
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { WIDTH_MAX, WIDTH_MIN } from './column-layout.ts'
import { type Column, classOf } from './DataTable.tsx'
import { Icon } from './icons.tsx'

export type Sorting<Sort extends string> = { sort?: Sort | undefined; order?: 'asc' | 'desc' | undefined }

/** What a heading's edge does with its column. */
export type Edge = {
  start: (key: string, event: PointerEvent<HTMLElement>) => void
  /** @param by pixels */
  step: (key: string, by: number) => void
}

/** Three states: ascending, descending, none. */
const nextSorting = <S extends string>(sort: S, now: Sorting<S>): Sorting<S> => {
  if (now.sort !== sort) return { sort, order: 'asc' }
  return now.order === 'desc' ? { sort: undefined, order: undefined } : { sort, order: 'desc' }
}

const STEP = 8
const LONG_STEP = 40

const WidthEdge = ({ column: { key, title, width }, edge }: { column: AnyColumn; edge: Edge }): ReactNode => {
  const keys = (event: KeyboardEvent): void => {
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!side) return
    event.preventDefault()
    edge.step(key, side * (event.shiftKey ? LONG_STEP : STEP))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved
    <span
      role="separator"
      tabIndex={0}
      className="edge"
      aria-orientation="vertical"
      aria-label={`Ancho de ${title}`}
      aria-valuenow={width}
      aria-valuemin={WIDTH_MIN}
      aria-valuemax={WIDTH_MAX}
      title="Arrastre para cambiar el ancho, o use las flechas"
      onPointerDown={(event) => edge.start(key, event)}
      onKeyDown={keys}
    />
  )
}

type AnyColumn = Omit<Column<never, never, string>, 'cell'>

type Props<S extends string> = {
  column: Omit<Column<never, never, S>, 'cell'>
  sorting: Sorting<S>
  onSort: (next: Sorting<S>) => void
  edge: Edge | undefined
}

export const TableHeading = <S extends string>({ column, sorting, onSort, edge }: Props<S>): ReactNode => {
  const { title, sort, kind } = column
  const order = sort && sorting.sort === sort ? (sorting.order ?? 'asc') : undefined
  const plain = kind === 'menu' ? <span className="visually-hidden">{title}</span> : title
  return (
    <th
      scope="col"
      data-key={column.key}
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
        plain
      )}
      {edge && <WidthEdge column={column} edge={edge} />}
    </th>
  )
}
