// The active filters: a chip for each with a button that removes it.
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Button } from '../Button.tsx'
import { focusOnFilters } from './filters-focus.ts'

export type Chip = { key: string; label: string; value: string }
type Props<C extends Chip> = {
  chips: readonly C[]
  onRemove: (chip: C) => void
  /** Absent if the filters are the default ones. */
  onClear?: (() => void) | undefined
}

/** Moves the focus to the next chip, or to the filters, when its button disappears. */
const useNextChipFocus = (list: RefObject<HTMLElement | null>) => {
  const gone = useRef<{ button: Element; at: number }>(undefined)
  // After every render: the address changes, and the chips with it, a moment after the press.
  useLayoutEffect(() => {
    if (!gone.current || gone.current.button.isConnected) return
    const { at } = gone.current
    gone.current = undefined
    if (document.activeElement !== document.body) return
    const left = [...(list.current?.querySelectorAll<HTMLElement>('.chip button') ?? [])]
    const next = left[at] ?? left.at(-1)
    if (next) next.focus()
    else focusOnFilters(list.current)
  })
  return (button: Element, at: number): void => {
    gone.current = { button, at }
  }
}

export const FilterChips = <C extends Chip>({ chips, onRemove, onClear }: Props<C>) => {
  const list = useRef<HTMLUListElement>(null)
  const leaving = useNextChipFocus(list)
  return (
    <ul ref={list} className="filters__chips row-wrap gap-6 grow" aria-label="Filtros activos">
      {chips.map((chip, at) => (
        <li key={chip.key} className="chip">
          <span className="chip__text break">
            {chip.label}: <strong>{chip.value}</strong>
          </span>
          <Button
            kind="icon"
            aria-label={`Quitar filtro ${chip.label}`}
            onClick={({ currentTarget }) => {
              leaving(currentTarget, at)
              onRemove(chip)
            }}
            icon="close"
            iconSize={13}
          />
        </li>
      ))}
      {onClear && (
        <li>
          <Button
            label="Limpiar filtros"
            kind="link"
            onClick={({ currentTarget }) => {
              leaving(currentTarget, 0)
              onClear()
            }}
          />
        </li>
      )}
    </ul>
  )
}
