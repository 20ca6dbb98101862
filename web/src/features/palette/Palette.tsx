// The command palette: opens screens and runs actions by typing a part of their name. A combobox by the ARIA pattern:
// arrows select, Enter runs, Esc closes.
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { WRITTEN_MAX } from '../../lib/written-filter/phrases.ts'
import { Icon } from '../../ui/icons.tsx'
import { type PaletteField, PaletteFrame } from './PaletteFrame.tsx'
import {
  type Item,
  inGroups,
  matchingItems,
  type PaletteWays,
  useFoundVehicles,
  usePaletteItems,
  useTypedFilter,
} from './palette-items.ts'

export const Palette = ({ typed, onType, onClose, ...ways }: PaletteWays & PaletteField) => {
  const list = useId()
  const [active, setActive] = useState(0)
  const choose = (item: Item): void => {
    onClose()
    item.run()
  }
  const found = useFoundVehicles(typed, choose)
  const others = matchingItems(usePaletteItems(ways), found.items, typed)
  const { item, isWhole, unknown } = useTypedFilter(typed)
  const own = item ? [item] : []
  const items = isWhole ? [...own, ...others] : [...others, ...own]
  const current = Math.min(active, Math.max(0, items.length - 1))
  useEffect(() => {
    document.getElementById(`${list}-${current}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [list, current])

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = items[current]
    if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen) choose(chosen)
      else found.enter()
    }
    if (!step || !items.length) return
    event.preventDefault()
    setActive((current + step + items.length) % items.length)
  }
  const status = (): string => {
    if (item && unknown) return unknown
    if (found.failed) return found.failed
    if (found.waiting) return 'Buscando vehículos…'
    return items.length ? '' : ['Sin coincidencias', unknown].filter(Boolean).join('. ')
  }
  return (
    <PaletteFrame
      typed={typed}
      onType={(next) => {
        onType(next)
        setActive(0)
      }}
      onClose={onClose}
      field={{
        'aria-expanded': items.length > 0,
        'aria-controls': list,
        ...(items.length > 0 && { 'aria-activedescendant': `${list}-${current}` }),
        maxLength: WRITTEN_MAX,
        onKeyDown,
      }}
    >
      <div role="listbox" id={list} aria-label="Resultados" className="palette__list scroll more-below">
        {[...inGroups(items)].map(([group, own]) => (
          // biome-ignore lint/a11y/useSemanticElements: the options of a listbox are grouped by role
          <div key={group} role="group" aria-labelledby={`${list}-${group}`}>
            <div id={`${list}-${group}`} className="palette__group tiny muted strong">
              {group}
            </div>
            {own.map(({ item, at }) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the listbox
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input (aria-activedescendant)
              <div
                key={item.key}
                id={`${list}-${at}`}
                role="option"
                aria-selected={at === current}
                className="palette__option row gap-10 rounded pressable"
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setActive(at)}
                onClick={() => choose(item)}
              >
                <Icon name={item.icon} size={16} />
                <span className="rigid">{item.label}</span>
                {item.chips && (
                  <span className="row-wrap gap-6 grow">
                    {item.chips.map((chip) => (
                      <span key={chip} className="chip palette__chip">
                        {chip}
                      </span>
                    ))}
                  </span>
                )}
                {item.note && <small className="muted truncate grow text-end">{item.note}</small>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="muted palette__status">
        {status()}
      </p>
    </PaletteFrame>
  )
}
