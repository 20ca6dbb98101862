// Texts of cells: a status with words that distinguish old and unknown answers from current ones, and money only if it
// is known.
import type { Debt, Freshness, VehicleRow } from '@padron/contract/catalogue/rows'
import type { Country } from '@padron/contract/places/countries'
import { isShownUnknown, statusText, typeName, UNPROCESSED } from '@padron/contract/resources'
import { missingOfRow } from '@padron/contract/rules/debt-answers'
import { countOf } from '@padron/contract/texts/count-of'
import { numericDay } from '@padron/contract/texts/day-texts'
import { dayIn } from '../../files/wall-clock.ts'
import type { ReportRow } from './rows.queries.ts'

export const UNKNOWN = 'Sin dato'

/** @param freshness of the status's own type; undefined if the type was never queried */
export const statusWords = (statusId: number, freshness: Freshness | null | undefined, timeZone: string): string => {
  if (!freshness || freshness.state === 'current') return statusText(statusId)
  const day = freshness.at ? dayIn(freshness.at, timeZone) : undefined
  if (isShownUnknown(statusId, freshness.state)) {
    return day && statusId !== UNPROCESSED
      ? `${UNKNOWN} (último dato: ${statusText(statusId)}, del ${numericDay(day)})`
      : `${UNKNOWN} (la fuente no ha dado una respuesta válida)`
  }
  if (freshness.state === 'unknown') return statusText(statusId)
  return day ? `${statusText(statusId)} (dato antiguo, del ${numericDay(day)})` : statusText(statusId)
}

export type DebtCells = {
  /** Null if unknown: a zero is written only if the amount is zero. */
  amount: number | null
  note: string
}

/** Follows the rule of the list's column. @param missing ids of the kinds of debt without a valid answer */
const cellsOf = ({ total, withoutAmount }: Debt, missing: readonly number[], country: Country): DebtCells => {
  const known = Boolean(total) || (withoutAmount === 0 && missing.length === 0 && total !== null)
  const notes = [
    ...(known ? [] : [UNKNOWN]),
    ...(withoutAmount > 0 ? [countOf(withoutAmount, 'adeudo sin importe', 'adeudos sin importe', country)] : []),
    ...(missing.length > 0 ? [`sin respuesta de ${missing.map((id) => typeName(id, country)).join(', ')}`] : []),
  ]
  return { amount: known ? total : null, note: notes.join('; ') }
}

export const debtCells = ({ vehicleAsset }: VehicleRow, country: Country): DebtCells =>
  cellsOf(vehicleAsset.debt, missingOfRow(vehicleAsset, country), country)

/** The same for a workbook's row. */
export const rowDebtCells = (row: ReportRow, country: Country): DebtCells =>
  cellsOf(
    { total: row.debtTotal, withoutAmount: row.withoutAmount },
    [...new Set([...row.missing, ...row.byHand])].toSorted((a, b) => a - b),
    country,
  )
