// Whether somebody marked as paid what a payment line is for. Pure.
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import type { Marked } from './PaymentLine.tsx'

const rowsOf = ({ scrapedTickets, scrapedTenencias, scrapedRefrendo }: ResourceResult): readonly DebtRow[] => [
  ...scrapedTickets,
  ...scrapedTenencias,
  ...scrapedRefrendo,
]

/** @param results the source's: one line may be for several of them */
export const markedOf = (results: readonly ResourceResult[], line: string | null): Marked | undefined => {
  const rows = results.filter(({ paymentLine }) => paymentLine === line).flatMap(rowsOf)
  const marks = rows.flatMap(({ markedPaid }) => (markedPaid ? [markedPaid.dateTime] : []))
  const at = marks.toSorted().at(-1)
  return at && line ? { at, marked: marks.length, of: rows.length } : undefined
}
