// Mexico City by plate: fines in units of account (12 % of plates), environmental sanctions (3 %), unpaid tenencias
// (11 %, years only) and the circulation card (7 % overdue). Fines change with cycles, tenencias each year.
import { between, chance, cycle, digits, hash, pick } from '../chance.ts'
import { isoDay, type Moment } from '../clock.ts'
import { applyLedger, type Rows } from '../recorded-debts.ts'
import { environmentalCdmx, finesCdmx } from '../reference/money-mx.ts'

export type Violation = ReturnType<typeof violation>

const violation = (day: number, units: number, reason: string, ...words: (string | number)[]) => ({
  date: isoDay(day),
  amount: `${units} UNIDADES DE CUENTA`,
  reason,
  status: 'NO PAGADA' as 'NO PAGADA' | 'PAGADA',
  invoice: `0${hash('first', ...words) % 10}0999${digits(5, 'folio', ...words)}`,
})

export function fine(day: number, ...words: (string | number)[]) {
  const { reason, from, to } = pick(finesCdmx, 'reason', ...words)
  return violation(day, between(from, to, 'units', ...words), reason, ...words)
}

/** The natural fines of a plate; applyLedgerToFines applies the recorded ones. */
export function fines(plate: string, moment: Moment) {
  const { index, day } = cycle(moment.day, 200, 'cdmx', plate)
  if (chance('cdmx-fines', plate, index) >= 0.12) return []
  return Array.from({ length: between(1, 4, 'cdmx-count', plate, index) }, (_, n) =>
    fine(day - n * 29, plate, index, n),
  )
}

export function environmental(plate: string, moment: Moment) {
  const { index, day } = cycle(moment.day, 180, 'environment', plate)
  if (chance('environment', plate, index) >= 0.03) return []
  return [lateVerification(day, plate)]
}

export type Debt = { year: string; status: 'NO PAGADA' | 'PAGADA' }
export const owed = (plate: string, year: number): Debt[] =>
  chance('cdmx-tenencia', plate, year) < 0.11
    ? Array.from({ length: between(1, 3, 'cdmx-years', plate) }, (_, n) => ({
        year: String(year - n),
        status: 'NO PAGADA' as const,
      }))
    : []

/** The circulation card lasts three years; 7 % of holders are late with the new one. */
export function card(plate: string, moment: Moment, late?: boolean) {
  const { index, day } = cycle(moment.day, 1095, 'card', plate)
  const expired = late ?? chance('card', plate, index) < 0.07
  return { date: isoDay(expired ? day - 1 : day + 1094), status: expired ? 'VENCIDA' : 'VIGENTE' }
}

/** A sanction of the environment ministry for a late verification. */
export const lateVerification = (day: number, plate: string) =>
  violation(day, environmentalCdmx.units, environmentalCdmx.reason, 'environment', plate)

/** The fine of the scenario `one-debt`: 10 units for speeding. */
export const speeding = (day: number, plate: string) => violation(day, 10, finesCdmx[0].reason, plate)

const paid = (row: Violation): Violation => ({ ...row, status: 'PAGADA' })
export const isOwed = ({ status }: { status: string }): boolean => status !== 'PAGADA'

/** `cents / 100` is the number of units of account here: 1000 means "10 UNIDADES DE CUENTA". */
const recordedRows = (plate: string): Rows<Violation> => ({
  make: ({ id, day, cents = 1000 }) => ({
    ...violation(day, cents / 100, finesCdmx[1].reason, 'written', plate, id),
    invoice: id,
  }),
  is: ({ invoice }, id) => invoice === id,
  pay: paid,
})

/** The fines with the plate's recorded debts applied. */
export const applyLedgerToFines = (plate: string, rows: Violation[]): Violation[] =>
  applyLedger('cdmx', plate, rows, recordedRows(plate))

/** One unpaid and one paid fine. */
export const partlyPaid = (day: number, plate: string): Violation[] => [
  speeding(day - 12, plate),
  paid(fine(day - 140, plate, 'paid')),
]
