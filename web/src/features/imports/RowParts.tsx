// The parts of a row that the table and the cards share: its vehicle, its changes, its notes, and the buttons that open
// all its cells below it.
import type { ImportKind } from '@padron/contract/imports'
import type { ImportRow } from '@padron/contract/imports/rows'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { fieldTitle, type VehicleFieldName } from '@padron/contract/vehicles/fields'
import { NOTHING } from '../../lib/money-text.ts'
import { Button } from '../../ui/Button.tsx'
import { type CorrectionsState, withIncluded } from '../../ui/rows-grid/use-corrections.ts'
import { rowPlace } from './import-texts.ts'

export type RowContext = {
  kind: ImportKind
  country: Country
  /** Undefined for a user who may not see vehicles. */
  onOpen?: ((vehicleAssetId: number) => void) | undefined
  /** Undefined where the file can no longer be corrected. */
  corrections?: CorrectionsState | undefined
}
type Props = { row: ImportRow; context: RowContext }

const EMPTY = '(vacío)'

/**
 * The plate that names a row; of a replacement, that of the vehicle replaced, because the row's own plate is the new
 * one.
 */
export const rowName = (row: ImportRow, kind: ImportKind): string => {
  const { plate, texts } = row
  const named = kind === 'replace' ? texts.currentPlate || texts.currentVin : texts.plate || texts.vin
  return plate || named || rowPlace(row)
}

/** The VIN before anything is applied. */
const vinOf = ({ texts, changes }: ImportRow, kind: ImportKind): string | null | undefined =>
  changes.find(({ field }) => field === 'vin')?.before || (kind === 'replace' ? texts.currentVin : texts.vin)

export const Vehicle = ({ row, context: { kind, onOpen } }: Props) => {
  const { vehicleAssetId } = row
  const [name, vin] = [rowName(row, kind), vinOf(row, kind)]
  return (
    <>
      {onOpen && vehicleAssetId !== null ? (
        <Button label={name} kind="link" onClick={() => onOpen(vehicleAssetId)} />
      ) : (
        <strong>{name}</strong>
      )}
      {vin && vin !== name && <small className="muted">{vin}</small>}
    </>
  )
}

/** The fields that identify a new vehicle, besides its state. */
const MAIN: readonly VehicleFieldName[] = ['brandName', 'modelName', 'year', 'customId', 'taxIdentifier', 'rfcName']

/** What applying the row would do. */
export const Happens = ({ row: { changes, texts, action }, context: { country } }: Props) => {
  if (changes.length > 0)
    return (
      <ul className="stack gap-4">
        {changes.map(({ field, column, before, after }) => (
          <li key={field}>
            {column}: <s className="muted">{before ?? EMPTY}</s> → <strong>{after ?? EMPTY}</strong>
          </li>
        ))}
      </ul>
    )
  if (action === 'unchanged') return <span className="muted">Sin cambios</span>
  if (action === 'omitted') return <span className="muted">Omitida</span>
  const cells = [
    { heading: COUNTRIES[country].state, text: texts.stateId },
    ...MAIN.map((field) => ({ heading: fieldTitle(field, country), text: texts[field] })),
  ].filter(({ text }) => text)
  if (cells.length === 0) return <span className="muted">{NOTHING}</span>
  return (
    <span className="main-cells flex-wrap">
      {cells.map(({ heading, text }) => (
        <span key={heading}>
          <span className="muted">{heading}:</span> {text}
        </span>
      ))}
    </span>
  )
}

export const Include = ({ row: { row, action }, context: { corrections } }: Props) =>
  corrections &&
  action === 'omitted' && (
    <label className="check">
      <input
        type="checkbox"
        checked={corrections.now.include.includes(row)}
        onChange={() => corrections.change((now) => withIncluded(now, row))}
      />
      Incluir de nuevo
    </label>
  )

/** How a row's cells are open below it: read only, or as fields. */
export type Detail = 'look' | 'correct'

/** An omitted row can be corrected once it is included again. */
export const isRowCorrectable = ({ action, row }: ImportRow, { corrections }: RowContext): boolean =>
  corrections !== undefined && (action !== 'omitted' || corrections.now.include.includes(row))

/** The corrections of the row that were not checked yet. */
const pendingText = ({ row }: ImportRow, { corrections }: RowContext): string | undefined => {
  if (corrections?.now.omit.includes(row)) return 'Se omite al revisar de nuevo.'
  const cells = Object.keys(corrections?.now.cells[row] ?? {}).length
  if (cells === 0) return undefined
  return cells === 1 ? '1 celda corregida, sin revisar.' : `${cells} celdas corregidas, sin revisar.`
}

type ToggleProps = Props & { detail: Detail | undefined; onToggle: (detail: Detail) => void }

export const RowToggles = ({ row, context, detail, onToggle }: ToggleProps) => {
  const toggle = (of: Detail, open: string, close: string) => (
    <Button
      label={detail === of ? close : open}
      about={`de ${rowName(row, context.kind)}`}
      kind="link"
      aria-expanded={detail === of}
      onClick={() => onToggle(of)}
    />
  )
  const pending = pendingText(row, context)
  return (
    <div className="row-toggles flex-wrap baseline">
      {toggle('look', 'Ver todas las celdas', 'Ocultar las celdas')}
      {isRowCorrectable(row, context) && toggle('correct', 'Corregir', 'Cerrar la corrección')}
      {pending && <small>{pending}</small>}
    </div>
  )
}
