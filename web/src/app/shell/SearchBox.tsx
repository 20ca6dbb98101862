// The search of the top bar: a vehicle by plate, VIN, identifier or holder, typed or read by the camera; "/" focuses it
// from anywhere.
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { matchNotes } from '../../lib/match-texts.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { Button } from '../../ui/Button.tsx'
import { type Match, NO_MATCHES, useVehicleSearch } from '../../ui/filters/vehicle-search.ts'
import { Icon } from '../../ui/icons.tsx'

const CameraDialog = lazy(() => import('./CameraDialog.tsx').then((m) => ({ default: m.CameraDialog })))

/** Several words are often a filter, which the palette and the dialog of filters accept. */
const FILTER_HINT = '. Un filtro se escribe con Ctrl + K o en «Más filtros».'

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

export const SearchBox = () => {
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const go = ({ vehicleAssetId }: Match): void => {
    clear()
    box.current?.focus()
    void navigate({
      to: '.',
      search: ((before: object) => ({
        ...before,
        vehicle: undefined,
        tipo: undefined,
        seccion: undefined,
        asset: vehicleAssetId,
      })) as never,
    })
  }
  const { list, text, setOpen, isOpen, matches, message, input, option, find, clear } = useVehicleSearch(go)
  // Only on touch screens: a laptop's camera faces its user.
  const hasCamera = useMedia('(pointer: coarse)')
  const phone = useMedia(PHONE)
  const [isReading, read] = useState(false)
  useSlashFocus(() => box.current?.focus())
  return (
    <search className={`search fill block relative${hasCamera ? ' search--camera' : ''}`}>
      <Icon name="search" size={16} />
      <input
        {...input}
        // A shorter placeholder beside the camera's button.
        {...(hasCamera && phone && { placeholder: 'Placa, VIN…' })}
        ref={box}
        aria-label="Buscar por placa, VIN, identificador o titular"
        title="Presione / para buscar"
        value={text}
        onFocus={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isOpen) clear()
          input.onKeyDown(event)
        }}
      />
      {hasCamera && (
        <Button
          kind="icon"
          icon="camera"
          iconSize={18}
          className="search__camera absolute"
          aria-label="Leer con la cámara"
          title="Leer una placa o un VIN con la cámara"
          aria-haspopup="dialog"
          sends={false}
          onClick={() => read(true)}
        />
      )}
      {isReading && (
        <Suspense>
          <CameraDialog
            onFound={(identifier) => {
              read(false)
              find(identifier)
              // After the dialog has returned the focus.
              requestAnimationFrame(() => box.current?.focus())
            }}
            onClose={() => read(false)}
          />
        </Suspense>
      )}
      <div className="search__list box raised absolute" hidden={!isOpen}>
        <div role="listbox" id={list} aria-label="Vehículos que coinciden">
          {matches.map((match, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the listbox
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input (aria-activedescendant)
            <div
              {...option(at)}
              key={match.vehicleAssetId}
              role="option"
              className="search__option stack rounded pressable"
              onClick={() => go(match)}
            >
              <strong>{match.plate}</strong>
              <span>{match.vin}</span>
              <span className="muted">{[match.customId, ...matchNotes(match, text)].filter(Boolean).join(' · ')}</span>
            </div>
          ))}
        </div>
        {isOpen && matches.length === 0 && (
          <p className="search__message muted" role="status">
            {message}
            {message === NO_MATCHES && /[\s<>]/.test(text.trim()) && FILTER_HINT}
          </p>
        )}
      </div>
    </search>
  )
}
