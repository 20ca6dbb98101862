// What a cell says: a status in honest words (old and unknown answers told apart from current ones), and money only where
// it is known.
import type { Freshness, VehicleRow } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/countries'
import { statusText, typeName, UNPROCESSED } from '@padron/contract/resources'
import { missingOfRow } from '@padron/contract/standing'

/** The wall clock of a zone at an instant, as a Date in UTC: what a cell of a spreadsheet holds. */
export const wallClock = (instant: string, timeZone: string): Date => {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(instant),
  )
  return new Date(`${text.replace(' ', 'T')}Z`)
}
export const dayIn = (instant: string, timeZone: string): string =>
  wallClock(instant, timeZone).toISOString().slice(0, 10)

export const UNKNOWN = 'No se sabe'

/** @param freshness of the status's own type; undefined where it was never asked */
export const statusWords = (statusId: number, freshness: Freshness | null | undefined, timeZone: string): string => {
  const day = freshness?.at ? dayIn(freshness.at, timeZone) : undefined
  if (freshness?.state === 'unknown') {
    return day && statusId !== UNPROCESSED
      ? `${UNKNOWN} (último dato: ${statusText(statusId)}, del ${day})`
      : `${UNKNOWN} (la fuente no ha dado una respuesta válida)`
  }
  if (freshness?.state === 'old' && day) return `${statusText(statusId)} (dato antiguo, del ${day})`
  return statusText(statusId)
}

export type DebtCells = {
  /** Null where it is not known: a zero is only written where it is one. */
  amount: number | null
  note: string
}

/** By the rule of the list's own column. */
export const debtCells = ({ vehicleAsset }: VehicleRow, country: Country): DebtCells => {
  const { total, withoutAmount } = vehicleAsset.debt
  const missing = missingOfRow(vehicleAsset, country)
  const known = Boolean(total) || (withoutAmount === 0 && missing.length === 0 && total !== null)
  const notes = [
    ...(known ? [] : [UNKNOWN]),
    ...(withoutAmount > 0 ? [`${withoutAmount} ${withoutAmount === 1 ? 'adeudo' : 'adeudos'} sin importe`] : []),
    ...(missing.length > 0 ? [`sin respuesta de ${missing.map((id) => typeName(id, country)).join(', ')}`] : []),
  ]
  return { amount: known ? total : null, note: notes.join('; ') }
}
