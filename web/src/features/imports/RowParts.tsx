// The parts of a row that the table and the cards share: which vehicle, what changes, what is said of it.
import { COUNTRIES, type Country } from '@padron/contract/countries'
import type { ImportKind, ImportRow } from '@padron/contract/imports'
import { fieldTitle, type VehicleFieldName } from '@padron/contract/vehicle-fields'
import type { ReactNode } from 'react'
import { NOTHING } from '../../lib/money-text.ts'
import { NoteLine } from './NoteLine.tsx'
import type { CorrectionsHold } from './use-corrections.ts'

export type RowContext = {
  kind: ImportKind
  country: Country
  /** Undefined for who may not look at vehicles. */
  onOpen: ((vehicleAssetId: number) => void) | undefined
  /** Undefined where nothing can be corrected any more. */
  onInclude: ((row: number) => void) | undefined
  /** Rows to be taken in again with the next check. */
  included: readonly number[]
  /** Of its cells; undefined where nothing can be corrected any more. */
  hold?: CorrectionsHold | undefined
}
type Props = { row: ImportRow; context: RowContext }

const EMPTY = '(vacío)'

/** Of a replacement, the vehicle that goes: the row's own plate and VIN are the new one's. */
export const rowName = ({ plate, texts, row }: ImportRow, kind: ImportKind): string =>
  plate || (kind === 'replace' ? texts.currentPlate || texts.currentVin : texts.plate || texts.vin) || `Fila ${row}`

/** As it is before anything is applied. */
const vinOf = ({ texts, changes }: ImportRow, kind: ImportKind): string | null | undefined => {
  const changed = changes.find(({ field }) => field === 'vin')
  if (changed?.before) return changed.before
  return kind === 'replace' ? texts.currentVin : texts.vin
}

export const Vehicle = ({ row, context: { kind, onOpen } }: Props): ReactNode => {
  const { vehicleAssetId } = row
  const [name, vin] = [rowName(row, kind), vinOf(row, kind)]
  return (
    <>
      {onOpen && vehicleAssetId !== null ? (
        <button type="button" className="link-button" onClick={() => onOpen(vehicleAssetId)}>
          {name}
        </button>
      ) : (
        <strong>{name}</strong>
      )}
      {vin && vin !== name && <small className="muted">{vin}</small>}
    </>
  )
}

/** What a new vehicle is told by, besides its state. */
const MAIN: readonly VehicleFieldName[] = ['brandName', 'modelName', 'year', 'customId', 'taxIdentifier', 'rfcName']

export const Happens = ({ row: { changes, texts, action }, context: { country } }: Props): ReactNode => {
  if (changes.length > 0)
    return (
      <ul className="changes">
        {changes.map(({ field, column, before, after }) => (
          <li key={field}>
            {column}: <s>{before ?? EMPTY}</s> → <strong>{after ?? EMPTY}</strong>
          </li>
        ))}
      </ul>
    )
  if (action === 'unchanged') return <span className="muted">Sin cambios</span>
  if (action === 'omitted') return <span className="muted">Omitida</span>
  const main = MAIN.map((field) => ({ heading: fieldTitle(field, country), text: texts[field] }))
  const told = [{ heading: COUNTRIES[country].state, text: texts.stateId }, ...main].filter(({ text }) => text)
  if (told.length === 0) return <span className="muted">{NOTHING}</span>
  return (
    <span className="main-cells flex-wrap">
      {told.map(({ heading, text }) => (
        <span key={heading}>
          <span className="muted">{heading}:</span> {text}
        </span>
      ))}
    </span>
  )
}

export const Notes = ({ row: { notes } }: { row: ImportRow }): ReactNode =>
  notes.length > 0 && (
    <ul className="notes">
      {notes.map(({ level, column, message }) => (
        <li key={`${column} ${message}`}>
          <NoteLine level={level} column={column} message={message} />
        </li>
      ))}
    </ul>
  )

export const Include = ({ row, context: { onInclude, included } }: Props): ReactNode =>
  onInclude &&
  row.action === 'omitted' && (
    <label className="check">
      <input type="checkbox" checked={included.includes(row.row)} onChange={() => onInclude(row.row)} />
      Incluir de nuevo
    </label>
  )
