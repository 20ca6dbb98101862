// The parts of a row that the table and the cards share: which vehicle, what changes, what is said of it.
import type { Country } from '@padron/contract/countries'
import type { ImportRow } from '@padron/contract/imports'
import { fieldTitle, type VehicleFieldName } from '@padron/contract/vehicle-fields'
import type { ReactNode } from 'react'
import { NOTHING } from '../../lib/money-text.ts'
import { NoteLine } from './NoteLine.tsx'

export type RowContext = {
  country: Country
  /** Undefined for who may not look at vehicles. */
  onOpen: ((vehicleAssetId: number) => void) | undefined
  /** Undefined where nothing can be corrected any more. */
  onInclude: ((row: number) => void) | undefined
  /** Rows to be taken in again with the next check. */
  included: readonly number[]
}
type Props = { row: ImportRow; context: RowContext }

const EMPTY = '(vacío)'

export const rowName = ({ plate, texts, row }: ImportRow): string =>
  plate || texts.plate || texts.currentPlate || texts.vin || `Fila ${row}`

export const Vehicle = ({ row, context: { onOpen } }: Props): ReactNode => {
  const { vehicleAssetId, texts } = row
  const vin = texts.vin ?? texts.currentVin
  return (
    <>
      {onOpen && vehicleAssetId !== null ? (
        <button type="button" className="link-button plate" onClick={() => onOpen(vehicleAssetId)}>
          {rowName(row)}
        </button>
      ) : (
        <strong>{rowName(row)}</strong>
      )}
      {vin && vin !== rowName(row) && <small className="muted">{vin}</small>}
    </>
  )
}

/** What a new vehicle is told by. */
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
  const told = MAIN.filter((field) => texts[field])
  if (told.length === 0) return <span className="muted">{NOTHING}</span>
  return (
    <span className="main-cells">
      {told.map((field) => (
        <span key={field}>
          <span className="muted">{fieldTitle(field, country)}:</span> {texts[field]}
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
