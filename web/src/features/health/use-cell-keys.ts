// Keyboard navigation of the health table: arrows move between the cells, skipping empty ones; Home and End move to a
// row's ends. Tab reaches one cell.
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react'

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const ENDS: readonly string[] = ['Home', 'End']
const CELL = 'td button'
const buttonAt = (table: HTMLTableElement, row: number, column: number) =>
  table.rows[row]?.cells[column]?.querySelector<HTMLButtonElement>('button') ?? undefined

/** The next cell with content, in a direction. */
const next = (table: HTMLTableElement, from: HTMLTableCellElement, [down, right]: readonly [number, number]) => {
  const columns = table.rows[0]?.cells.length ?? 0
  let row = (from.parentElement as HTMLTableRowElement).rowIndex + down
  let column = from.cellIndex + right
  for (; row > 0 && row < table.rows.length && column > 0 && column < columns; row += down, column += right) {
    const found = buttonAt(table, row, column)
    if (found) return found
  }
  return undefined
}

/** @returns the table's handlers of keys and focus */
export const useCellKeys = (table: RefObject<HTMLTableElement | null>) => {
  const chosen = useRef<Element>(undefined)
  const choose = useCallback(
    (wanted: Element | undefined): void => {
      const all = [...(table.current?.querySelectorAll<HTMLButtonElement>(CELL) ?? [])]
      chosen.current = all.find((button) => button === wanted) ?? all[0]
      for (const button of all) button.tabIndex = button === chosen.current ? 0 : -1
    },
    [table],
  )
  // After every render: filters add and remove cells.
  useEffect(() => choose(chosen.current))
  const onFocus = ({ target }: { target: EventTarget }): void => {
    if (target instanceof Element && target.matches(CELL)) choose(target)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target } = event
    const cell = target instanceof Element ? target.closest('td') : null
    const step = STEPS[key]
    if (!table.current || !cell || !(step || ENDS.includes(key))) return
    event.preventDefault()
    const row = [...(cell.parentElement?.querySelectorAll<HTMLButtonElement>(CELL) ?? [])]
    const found = step ? next(table.current, cell, step) : row.at(key === 'Home' ? 0 : -1)
    found?.focus()
  }
  return { onFocus, onKeyDown }
}
