// The statement of a portal: its answer about one vehicle, for all its types. Defines its possible types, their sum,
// and the type that a debt's text names. The form and the server use this.
import { addMoney } from '../money.ts'
import {
  MONEY_TYPES,
  POSSIBLE_DEBTS,
  RESOURCE_TYPES,
  type ResourceTypeId,
  type StatusId,
  statusTone,
} from '../resources.ts'
import { type CaptureForm, captureForm } from './forms.ts'

/** Types whose answer is a list of debts, possibly empty. */
export const isStatementType = (typeId: number): boolean => (captureForm(typeId)?.debts.length ?? 0) > 0
export const STATEMENT_TYPES: readonly number[] = RESOURCE_TYPES.flatMap(({ id }) => (isStatementType(id) ? [id] : []))

const formOf = (typeId: number): CaptureForm => {
  const form = captureForm(typeId)
  if (!form) throw new Error(`type ${typeId} cannot be captured`)
  return form
}
/** The status of a type that lists debts. */
export const owingStatus = (typeId: number): StatusId => formOf(typeId).debts[0] as StatusId
/** The status of a type without debts. */
export const clearStatus = (typeId: number): StatusId =>
  formOf(typeId).statuses.find((status) => statusTone(status) === 'clear') as StatusId

type Listed = { typeId: number; totals: readonly (number | null)[] }

/**
 * The sum of the types; possible debts (type 10) are not part of it.
 * @returns `unknown`: number of debts without an amount
 */
export const statementSum = (answers: readonly Listed[]): { total: number; unknown: number } => {
  const totals = answers.filter(({ typeId }) => MONEY_TYPES.has(typeId)).flatMap((answer) => answer.totals)
  const known = totals.filter((total) => total !== null)
  return { total: addMoney(known), unknown: totals.length - known.length }
}

/** Whether the portal's total differs from the sum of the debts. With debts of unknown amount it may be larger. */
export const isPortalTotalOff = (portalTotal: number, { total, unknown }: ReturnType<typeof statementSum>): boolean =>
  unknown > 0 ? portalTotal < total - 0.005 : Math.abs(portalTotal - total) >= 0.005

// The order matters: «posible adeudo de tenencia» is not a tenencia, and a «multa por tenencia extemporánea» is a fine.
const CONCEPTS: readonly (readonly [RegExp, ResourceTypeId])[] = [
  [/posible|estimad|presunt/, 10],
  [/verificaci|ambiental|ecol[oó]gic/, 7],
  [/comparendo/, 13],
  [/multa|infracci|fotomulta|foto c[ií]vica|boleta|sanci[oó]n/, 1],
  [/refrendo|canje|calcoman[ií]a|control vehicular/, 8],
  [/tenencia|uso de veh[ií]culo|impuesto vehicular/, 0],
]
const OTHERS = 6 satisfies ResourceTypeId

/**
 * The type that a debt's text names, among those that the portal answers: an unknown concept is another debt.
 * @returns undefined if none of the types fits
 */
export const typeOfConcept = (concept: string, typeIds: readonly number[]): number | undefined => {
  const words = concept.toLowerCase()
  const named = CONCEPTS.find(
    ([pattern, type]) => (type === POSSIBLE_DEBTS || typeIds.includes(type)) && pattern.test(words),
  )
  // A possible debt is never listed among the debts of another type.
  if (named) return typeIds.includes(named[1]) ? named[1] : undefined
  return typeIds.includes(OTHERS) ? OTHERS : undefined
}
