// A column's heading: sorts by the column, and changes its width at its edge, or with Shift and the arrow keys.
import { type KeyboardEvent, type PointerEvent, useCallback, useMemo } from 'react'
import { Icon } from '../icons.tsx'
import { clampWidth } from './column-layout.ts'
import { classOf, type Heading, type Sorting } from './table-column.ts'

type Sized = { key: string; width?: number; fixed?: true }
type Widths = Record<string, number>

/** The rendered width of every column. */
const drawn = (table: HTMLTableElement, columns: readonly Sized[]): Widths =>
  Object.fromEntries(
    columns
      .filter(({ fixed }) => !fixed)
      .map(({ key, width = 0 }) => {
        const heading = table.querySelector(`th[data-key="${key}"]`)
        return [key, Math.round(heading?.getBoundingClientRect().width || width)]
      }),
  )

const show = (table: HTMLTableElement, widths: Widths): void => {
  let added = 0
  for (const column of table.querySelectorAll<HTMLElement>('col[data-key]')) {
    const width = widths[column.dataset.key ?? '']
    if (width !== undefined) column.style.width = `${width}px`
    added += width ?? Number.parseFloat(column.style.width || '0')
  }
  const pick = Number.parseFloat(table.style.getPropertyValue('--pick') || '0')
  table.style.setProperty('--width', `${added + pick}px`)
}

/** @returns undefined if the user cannot change widths */
export const useColumnWidths = (
  columns: readonly Sized[],
  onWidths: ((widths: Widths) => void) | undefined,
): Edge | undefined => {
  const start = useCallback(
    (key: string, event: PointerEvent<HTMLElement>): void => {
      const [edge, from] = [event.currentTarget, event.clientX]
      const table = edge.closest('table')
      if (!table || !onWidths || event.button !== 0) return
      event.preventDefault()
      edge.setPointerCapture(event.pointerId)
      const before = drawn(table, columns)
      let widths = before
      const move = ({ clientX }: { clientX: number }): void => {
        widths = { ...before, [key]: clampWidth((before[key] ?? 0) + clientX - from) }
        show(table, widths)
      }
      const end = (): void => {
        edge.removeEventListener('pointermove', move)
        edge.removeEventListener('pointerup', end)
        edge.removeEventListener('pointercancel', end)
        if (widths !== before) onWidths(widths)
      }
      edge.addEventListener('pointermove', move)
      edge.addEventListener('pointerup', end)
      edge.addEventListener('pointercancel', end)
    },
    [columns, onWidths],
  )
  const step = useCallback(
    (key: string, by: number, event: KeyboardEvent<HTMLElement>): void => {
      const table = event.currentTarget.closest('table')
      if (!table) return
      const widths = drawn(table, columns)
      onWidths?.({ ...widths, [key]: clampWidth((widths[key] ?? 0) + by) })
    },
    [columns, onWidths],
  )
  return useMemo(() => (onWidths ? { start, step } : undefined), [start, step, onWidths])
}

/** The actions of a heading's edge on its column. */
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

/**
 * By keyboard the heading itself changes the width: a tab stop per edge would double the number of stops.
 */
const WidthEdge = ({ column: { key }, edge }: { column: Heading; edge: Edge }) => (
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

export const TableHeading = <S extends string>({ column, sorting, onSort, edge }: Props<S>) => {
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
