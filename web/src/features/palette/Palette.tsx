// The command palette: where to go and what to do, by typing some of its name. A combobox by the book: arrows choose, Enter
// does it, Esc closes.
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useCan } from '../../session/user-context.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import './palette.css'
import { type Item, inGroups, shownItems } from './palette-items.ts'
import { useFoundVehicles } from './use-found-vehicles.ts'
import { type PaletteWays, usePaletteItems } from './use-palette-items.ts'

type OptionsProps = {
  items: readonly Item[]
  active: number
  list: string
  onPoint: (at: number) => void
  onChoose: (item: Item) => void
}

const Options = ({ items, active, list, onPoint, onChoose }: OptionsProps): ReactNode =>
  inGroups(items).map(({ group, items: own }) => (
    // biome-ignore lint/a11y/useSemanticElements: the options of a listbox are grouped by role
    <div key={group} role="group" aria-labelledby={`${list}-${group}`}>
      <div id={`${list}-${group}`} className="palette__group tiny muted strong">
        {group}
      </div>
      {own.map(({ item, at }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a listbox are its input's
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input (aria-activedescendant)
        <div
          key={item.key}
          id={`${list}-${at}`}
          role="option"
          aria-selected={at === active}
          className="palette__option row gap-10 rounded pressable"
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onPoint(at)}
          onClick={() => onChoose(item)}
        >
          <Icon name={item.icon} size={16} />
          <span>{item.label}</span>
          {item.note && <small className="muted truncate text-end">{item.note}</small>}
        </div>
      ))}
    </div>
  ))

type Props = PaletteWays & { onClose: () => void }

export const Palette = (props: Props): ReactNode => {
  const { onClose } = props
  const navigate = useNavigate()
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const all = usePaletteItems(props)
  const choose = (item: Item): void => {
    onClose()
    item.run()
  }
  const open = (asset: number) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({
        ...before,
        vehicle: undefined,
        tipo: undefined,
        seccion: undefined,
        asset,
      })) as never,
    })
  const found = useFoundVehicles(typed, useCan('vehicles_read'), { open, onWanted: choose })
  const items = shownItems(all, found.items, typed)
  const at = Math.min(active, Math.max(0, items.length - 1))
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [list, at])

  const keys = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = items[at]
    if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen) choose(chosen)
      else found.enter()
    }
    if (!step || !items.length) return
    event.preventDefault()
    setActive((at + step + items.length) % items.length)
  }
  const said = (): string => {
    if (found.failed) return found.failed
    if (found.waiting) return 'Buscando vehículos…'
    return items.length ? '' : 'Sin coincidencias'
  }
  return (
    <Dialog title="Ir a…" shape="wide" onClose={onClose}>
      <div className="palette stack gap-8">
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Buscar pantallas, vehículos, vistas y acciones"
          aria-expanded={items.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          {...(items.length > 0 && { 'aria-activedescendant': `${list}-${at}` })}
          placeholder="Pantalla, placa, VIN, vista o acción"
          autoComplete="off"
          spellCheck={false}
          maxLength={50}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setActive(0)
          }}
          onKeyDown={keys}
        />
        <div role="listbox" id={list} aria-label="Resultados" className="palette__list scroll more-below">
          <Options items={items} active={at} list={list} onPoint={setActive} onChoose={choose} />
        </div>
        <p role="status" className="muted palette__said">
          {said()}
        </p>
      </div>
    </Dialog>
  )
}
