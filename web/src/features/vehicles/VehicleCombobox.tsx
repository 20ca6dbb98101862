// Selects a vehicle by plate, VIN, identifier or holder. A vehicle that was already replaced is listed but disabled.
import { assetStatusText } from '@padron/contract/assets'
import { matchReason } from '../../lib/match-texts.ts'
import type { FieldProps } from '../../ui/fields/FormField.tsx'
import { type Match, useVehicleSearch } from '../../ui/filters/vehicle-search.ts'

export const ALREADY_REPLACED = 'Ya fue reemplazado por otro'

const lineOf = (match: Match, typed: string): string =>
  [`VIN ${match.vin}`, match.customId, matchReason(match, typed), assetStatusText(match.assetStatusId)]
    .filter(Boolean)
    .join(' · ')

type Props = {
  field: FieldProps
  /** The input's text for the selected vehicle; undefined if none is selected. */
  chosen: string | undefined
  onChoose: (match: Match | undefined) => void
}

export const VehicleCombobox = ({ field, chosen, onChoose }: Props) => {
  const choose = (match: Match): void => {
    if (match.replacedBy !== null) return
    onChoose(match)
    clear()
  }
  const { list, text, isOpen, matches, message, input, option, clear } = useVehicleSearch(choose)
  return (
    <div className="combo relative">
      <input
        {...field}
        {...input}
        className="wide"
        value={text || chosen || ''}
        onChange={(event) => {
          if (chosen) onChoose(undefined)
          input.onChange(event)
        }}
        onFocus={({ target }) => target.select()}
      />
      <div className="combo__list surface bordered raised rounded scroll absolute" hidden={!isOpen}>
        <div role="listbox" id={list} aria-label="Vehículos que coinciden">
          {matches.map((match, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the listbox
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input (aria-activedescendant)
            <div
              {...option(at)}
              key={match.vehicleAssetId}
              role="option"
              aria-disabled={match.replacedBy !== null}
              className="combo__option stack break pressable"
              onClick={() => choose(match)}
            >
              <strong className={match.replacedBy === null ? undefined : 'muted'}>{match.plate}</strong>
              <span className="small muted">{lineOf(match, text)}</span>
              {match.replacedBy !== null && <span className="small warning-text">{ALREADY_REPLACED}</span>}
            </div>
          ))}
        </div>
        {matches.length === 0 && (
          <p className="combo__message muted" role="status">
            {message}
          </p>
        )}
      </div>
    </div>
  )
}
