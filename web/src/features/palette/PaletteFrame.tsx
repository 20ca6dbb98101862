// The palette's dialog and its input. Separate from the results, which are loaded on demand, so that what is typed
// meanwhile is not lost.
import { localText } from '@padron/contract/texts/local-text'
import { type InputHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from 'react'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import './palette.css'

const PLACEHOLDER = 'Pantalla, placa, titular, vista o un filtro: multas > 5000 jalisco'

export type PaletteField = { typed: string; onType: (typed: string) => void; onClose: () => void }
type Props = PaletteField & {
  field?: InputHTMLAttributes<HTMLInputElement>
  children?: ReactNode
}

export const PaletteFrame = ({ typed, onType, onClose, field, children }: Props) => {
  const phone = useMedia(PHONE)
  const input = useRef<HTMLInputElement>(null)
  // Before the next key press, with the cursor behind the text typed before.
  useLayoutEffect(() => {
    const { current } = input
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])
  return (
    <Dialog title="Ir a…" shape="wide" className="dialog--top" onClose={onClose}>
      <div className="palette stack gap-8">
        <input
          ref={input}
          type="text"
          className="wide"
          role="combobox"
          aria-label="Buscar pantallas, vehículos, vistas y acciones, o escribir un filtro"
          aria-expanded={false}
          aria-autocomplete="list"
          placeholder={phone ? 'Pantalla, placa o filtro' : localText(PLACEHOLDER)}
          autoComplete="off"
          spellCheck={false}
          {...field}
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
        {children}
      </div>
    </Dialog>
  )
}
