// The filters that are on, a chip for each with the way to take it off.
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

export type Chip = { key: string; label: string; value: string }
type Props<C extends Chip> = {
  chips: readonly C[]
  onRemove: (chip: C) => void
  /** Left out where the filters are the default ones. */
  onClear?: (() => void) | undefined
}

export const FilterChips = <C extends Chip>({ chips, onRemove, onClear }: Props<C>): ReactNode => (
  <ul className="filters__chips" aria-label="Filtros activos">
    {chips.map((chip) => (
      <li key={chip.key} className="chip">
        <span className="chip__text" title={`${chip.label}: ${chip.value}`}>
          {chip.label}: <strong>{chip.value}</strong>
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={`Quitar filtro ${chip.label}`}
          onClick={() => onRemove(chip)}
        >
          <Icon name="close" size={13} />
        </button>
      </li>
    ))}
    {onClear && (
      <li>
        <button type="button" className="link-button" onClick={onClear}>
          Limpiar filtros
        </button>
      </li>
    )}
  </ul>
)
