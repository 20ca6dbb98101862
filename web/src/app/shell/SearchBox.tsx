// The search of the top bar: by plate, VIN or identifier, half a second after the last letter. A combobox by the book:
// arrows choose, Enter opens, Esc closes, and "/" brings the focus here from anywhere.
import { catalogue, SEARCH_DEBOUNCE_MS } from '@padron/contract/catalogue'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { matchNotes } from '../../lib/match-words.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Icon } from '../../ui/icons.tsx'

const useSlashFocus = (focus: () => void): void => {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      const { target } = event
      const typing =
        target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return
      event.preventDefault()
      focus()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [focus])
}

export const SearchBox = (): ReactNode => {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const like = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const { data, isFetching, isError } = useCall(catalogue.bestMatch, { body: { like } }, { off: !like })
  const matches = (like && data) || []
  const settled = like === text.trim() && !isFetching
  const shown = open && text.trim() !== ''
  useSlashFocus(() => input.current?.focus())

  const go = (vehicleAssetId: number): void => {
    setOpen(false)
    setText('')
    input.current?.focus()
    void navigate({
      to: '.',
      search: ((before: object) => ({
        ...before,
        vehicle: undefined,
        tipo: undefined,
        asset: vehicleAssetId,
      })) as never,
    })
  }
  const keys = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = matches[active]
    if (event.key === 'Escape') {
      setOpen(false)
      if (!open) setText('')
    } else if (event.key === 'Enter' && shown && settled && chosen) go(chosen.vehicleAssetId)
    else if (step && matches.length) {
      event.preventDefault()
      setOpen(true)
      setActive((active + step + matches.length) % matches.length)
    }
  }
  const said = isError ? 'Error al obtener los datos' : settled ? 'Sin coincidencias' : 'Buscando…'

  return (
    <search className="search">
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Buscar por placa, VIN o identificador"
        aria-expanded={shown}
        aria-controls={list}
        aria-autocomplete="list"
        {...(shown && matches[active] && { 'aria-activedescendant': `${list}-${active}` })}
        placeholder="Placa, VIN o identificador"
        title="Presione / para buscar"
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={keys}
      />
      <div className="search__list" hidden={!shown}>
        <div role="listbox" id={list} aria-label="Vehículos que coinciden">
          {matches.map((match, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a listbox are its input's
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input (aria-activedescendant)
            <div
              key={match.vehicleAssetId}
              id={`${list}-${i}`}
              role="option"
              aria-selected={i === active}
              className="search__option"
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => setActive(i)}
              onClick={() => go(match.vehicleAssetId)}
            >
              <strong>{match.plate}</strong>
              <span>{match.vin}</span>
              <span className="muted">{[match.customId, ...matchNotes(match)].filter(Boolean).join(' · ')}</span>
            </div>
          ))}
        </div>
        {shown && matches.length === 0 && (
          <p className="search__said" role="status">
            {said}
          </p>
        )}
      </div>
    </search>
  )
}
