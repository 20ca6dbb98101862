// Choosing a vehicle by plate, VIN or identifier, half a second after the last letter: a combobox by the book. One that was
// already replaced is shown and cannot be chosen.
import { assetStatusText } from '@padron/contract/assets'
import type { Reply } from '@padron/contract/call'
import { catalogue, SEARCH_DEBOUNCE_MS } from '@padron/contract/catalogue'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import type { FieldProps } from '../../ui/FormField.tsx'

type Match = Reply<typeof catalogue.bestMatch>[number]
export const ALREADY_REPLACED = 'Ya fue reemplazado por otro'

const lineOf = ({ vin, customId, former, assetStatusId }: Match): string =>
  [`VIN ${vin}`, customId, former && `antes ${former}`, assetStatusText(assetStatusId)].filter(Boolean).join(' · ')

type OptionProps = { match: Match; id: string; active: boolean; onHover: () => void; onChoose: () => void }

const Option = ({ match, id, active, onHover, onChoose }: OptionProps): ReactNode => {
  const off = match.replacedBy !== null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a listbox are its input's
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input (aria-activedescendant)
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={off}
      className="combo__option"
      onMouseDown={(event) => event.preventDefault()}
      onMouseEnter={onHover}
      onClick={onChoose}
    >
      <strong>{match.plate}</strong>
      <span>{lineOf(match)}</span>
      {off && <span>{ALREADY_REPLACED}</span>}
    </div>
  )
}

const useMatches = (text: string) => {
  const like = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const { data, isFetching, isError } = useCall(catalogue.bestMatch, { body: { like } }, { off: !like })
  const settled = like === text.trim() && !isFetching
  const said = isError ? 'Error al obtener los datos' : settled ? 'Sin coincidencias' : 'Buscando…'
  return { matches: (like && data) || [], settled, said }
}

type Props = {
  field: FieldProps
  /** What the input shows of the vehicle chosen before; undefined where none is. */
  chosen: string | undefined
  onChoose: (match: Match | undefined) => void
}

export const VehicleCombobox = ({ field, chosen, onChoose }: Props): ReactNode => {
  const list = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const { matches, settled, said } = useMatches(text)
  const shown = open && text.trim() !== ''

  const choose = (match: Match): void => {
    if (match.replacedBy !== null) return
    onChoose(match)
    setText('')
    setOpen(false)
  }
  const keys = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const match = matches[active]
    if (event.key === 'Escape' && shown) {
      // The list's, not the dialog's.
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (shown && settled && match) choose(match)
    } else if (step && matches.length) {
      event.preventDefault()
      setOpen(true)
      setActive((active + step + matches.length) % matches.length)
    }
  }
  return (
    <div className="combo">
      <input
        {...field}
        type="text"
        role="combobox"
        aria-expanded={shown}
        aria-controls={list}
        aria-autocomplete="list"
        {...(shown && matches[active] && { 'aria-activedescendant': `${list}-${active}` })}
        placeholder="Placa, VIN o identificador"
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
        value={text || chosen || ''}
        onChange={({ target }) => {
          if (chosen) onChoose(undefined)
          setText(target.value)
          setActive(0)
          setOpen(true)
        }}
        onFocus={({ target }) => target.select()}
        onBlur={() => setOpen(false)}
        onKeyDown={keys}
      />
      <div className="combo__list" hidden={!shown}>
        <div role="listbox" id={list} aria-label="Vehículos que coinciden">
          {matches.map((match, i) => (
            <Option
              key={match.vehicleAssetId}
              match={match}
              id={`${list}-${i}`}
              active={i === active}
              onHover={() => setActive(i)}
              onChoose={() => choose(match)}
            />
          ))}
        </div>
        {matches.length === 0 && (
          <p className="combo__said" role="status">
            {said}
          </p>
        )}
      </div>
    </div>
  )
}
