// The columns of a table as a user arranged them: which are visible, in which order, how wide. Pure functions from one
// arrangement to the next. Stored are the keys of the visible columns from left to right, with changed widths.
import type { Columns } from '@padron/contract/views'

const WIDTH_MIN = 48
const WIDTH_MAX = 800

export type Choosable = {
  key: string
  title: string
  width: number
  byDefault: boolean
  /** Names the row: always visible. */
  head?: true
  /** Cannot be selected by the user, and is always last. */
  fixed?: true
}
/** A column in its place; `resized`: the user set its width. */
export type Arranged<C> = C & { resized?: true }

export const clampWidth = (width: number): number => Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width)))

const defaultsOf = (all: readonly Choosable[]): Columns =>
  all.filter(({ byDefault, head, fixed }) => (byDefault || head) && !fixed).map(({ key }) => ({ key }))

/**
 * The visible columns in their order.
 * @param columns null: the default ones. Unknown keys are skipped.
 */
export const arrange = <C extends Choosable>(all: readonly C[], columns: Columns | null): readonly Arranged<C>[] => {
  const known = new Map(all.filter(({ fixed }) => !fixed).map((column) => [column.key, column]))
  const wanted = columns ?? defaultsOf(all)
  const visible = wanted.flatMap(({ key, width }): Arranged<C>[] => {
    const column = known.get(key)
    known.delete(key) // a duplicate counts once
    if (!column) return []
    return [width === undefined ? column : { ...column, width, resized: true }]
  })
  const missing = [...known.values()].filter(({ head }) => head)
  return [...missing, ...visible, ...all.filter(({ fixed }) => fixed)]
}

/** The same arrangement as it is stored. */
export const storedColumns = (visible: readonly Arranged<Choosable>[]): Columns =>
  visible
    .filter(({ fixed }) => !fixed)
    .map(({ key, width, resized }) => (resized ? { key, width: clampWidth(width) } : { key }))

/** Hides a visible column, or shows a hidden one after the nearest visible column before it in `all`. */
export const toggleColumn = (all: readonly Choosable[], columns: Columns, key: string): Columns => {
  if (columns.some((column) => column.key === key)) {
    const isHead = all.some((column) => column.key === key && column.head)
    return isHead ? columns : columns.filter((column) => column.key !== key)
  }
  const before = all.slice(
    0,
    all.findIndex((column) => column.key === key),
  )
  const at = Math.max(-1, ...before.map((one) => columns.findIndex((column) => column.key === one.key)))
  return columns.toSpliced(at + 1, 0, { key })
}

/** Moves a visible column to a position, counted without it; limited to the ends. */
export const moveColumn = (columns: Columns, key: string, to: number): Columns => {
  const column = columns.find((one) => one.key === key)
  if (!column) return columns
  const others = columns.filter((one) => one !== column)
  return others.toSpliced(Math.min(others.length, Math.max(0, to)), 0, column)
}

/** Gives columns their widths, in pixels. */
export const setColumnWidths = (columns: Columns, widths: Readonly<Record<string, number>>): Columns =>
  columns.map((column) => {
    const width = widths[column.key]
    return width === undefined ? column : { key: column.key, width: clampWidth(width) }
  })
