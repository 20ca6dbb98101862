// Giving columns their width. While the edge is dragged only the page's own columns change, nothing is drawn again; the
// first change takes every column as wide as it is on screen, so that none of the others jumps.
import { type KeyboardEvent, type PointerEvent, useCallback, useMemo } from 'react'
import { clampWidth } from './column-layout.ts'
import type { Edge } from './TableHeading.tsx'

type Sized = { key: string; width?: number; fixed?: true }
type Widths = Record<string, number>

/** Every column as wide as it is drawn. */
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

/** @returns undefined where the user gives no widths */
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
