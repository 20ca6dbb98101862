// Rows of Nuevo León's statement: their kind is told by the concept alone, and a late charge is a row of its own that
// belongs to the debt of the same kind and year.
import type { DebtRow } from '@padron/contract/resource-status'
import type { ResourceTypeId } from '@padron/contract/resources'
import { debt } from '../parsing/payables.ts'
import { fold } from '../parsing/text.ts'

export type StatementRow = { concept: string; year: string; amount: number }

const LATE = /^(RECARGOS?|ACTUALIZACION(ES)?)( DEL?| POR)? ?/

// A fine for a missing refrendo is a fine, so fines are looked for first.
// biome-ignore format: a table to be read by columns
const KINDS: readonly (readonly [RegExp, ResourceTypeId])[] = [
  [/\bMULTAS?\b|\bINFRACCI/,     1],
  [/\bTENENCIAS?\b/,             0],
  [/\bREFRENDO|CONTROL VEHICULAR/, 8],
]

const kindOf = (concept: string): ResourceTypeId => {
  const bare = fold(concept).replace(LATE, '')
  return KINDS.find(([pattern]) => pattern.test(bare))?.[1] ?? 6
}

const isLate = ({ concept }: StatementRow): boolean => LATE.test(fold(concept))
const nameOf = ({ concept, year }: StatementRow): string => `${concept} ${year}`.trim()

/** @returns the debts of one type, late charges added to theirs; one without its debt stands alone */
export function debtsOf(type: ResourceTypeId, statement: readonly StatementRow[]): DebtRow[] {
  const rows = statement.filter(({ concept }) => kindOf(concept) === type)
  const debts = rows.filter((row) => !isLate(row)).map((row) => ({ row, late: 0 }))
  const alone: DebtRow[] = []
  for (const charge of rows.filter(isLate)) {
    const owner = debts.find(({ row }) => row.year === charge.year)
    if (owner) owner.late += charge.amount
    else alone.push(debt(nameOf(charge), { subTotal: 0, surcharge: charge.amount }))
  }
  return [...debts.map(({ row, late }) => debt(nameOf(row), { subTotal: row.amount, surcharge: late })), ...alone]
}
