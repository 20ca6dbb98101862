// Simulated captures for the demo's vehicles of sources that are not queried automatically: by type, the debts and
// their dates. Deterministic: drawn from the vehicle's plate; amounts are realistic.
import type { CapturedDebt } from '@padron/contract/captures'
import { NEW_PLATE, VALID_UNTIL } from '@padron/contract/captures/forms'
import { addDays } from '@padron/contract/days'
import { roundToCents } from '@padron/contract/money'
import type { ResourceTypeId, StatusId } from '@padron/contract/resources'
import { drawn, isDrawn } from './draw.ts'

export type Looked = { plate: string; stateId: number /** The company's day. */; day: string }
export type Answer = {
  statusId: StatusId
  debts: CapturedDebt[]
  paymentLine: string | null
  paymentLineDueDate: string | null
  facts: Record<string, string>
}

const COAHUILA = 5
const NUEVO_LEON = 19
/** Refrendo 2026 as the states publish it (press of January 2026); elsewhere a usual amount. */
const REFRENDO: Readonly<Record<number, number>> = { [COAHUILA]: 2_441, [NUEVO_LEON]: 2_829 }
const USUAL_REFRENDO = 1_190
/** In pesos, as a portal shows them: 10, 15, 5 and 20 UMA of 2026. */
const FINES = [
  { description: 'MULTA DE TRANSITO MUNICIPAL FICTICIA', total: 1_173.1 },
  { description: 'INFRACCION POR EXCESO DE VELOCIDAD', total: 1_759.65 },
  { description: 'MULTA POR ESTACIONAMIENTO PROHIBIDO', total: 586.55 },
  { description: 'INFRACCION POR USO DE CELULAR', total: 2_346.2 },
] as const
const OTHER_DEBTS = [
  { description: 'CANJE DE PLACAS', total: 2_724 },
  { description: 'REPOSICION DE TARJETA DE CIRCULACION', total: 433 },
] as const
// Names of insurers are invented.
const INSURERS = ['Seguros Ficticios del Norte', 'Aseguradora Imaginaria', 'Protección Ejemplo'] as const

const yearOf = ({ day }: Looked): number => Number(day.slice(0, 4))
const monthEnd = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

const debt = (
  description: string,
  subTotal: number,
  surcharge = 0,
  more: Partial<CapturedDebt> = {},
): CapturedDebt => ({
  folio: '',
  description,
  dateTime: null,
  subTotal,
  discount: 0,
  surcharge,
  total: roundToCents(subTotal + surcharge),
  ...more,
})

const nothing = (statusId: StatusId, facts: Record<string, string> = {}): Answer => ({
  statusId,
  debts: [],
  paymentLine: null,
  paymentLineDueDate: null,
  facts,
})

/** Yearly duties are paid with a payment line of the portal, valid until the end of the month. */
const dues = (statusId: StatusId, looked: Looked, debts: CapturedDebt[]): Answer => ({
  ...nothing(statusId),
  debts,
  paymentLine: `00000000999${String(drawn(`${looked.plate} line ${statusId}`, 1_000_000_000)).padStart(9, '0')}`,
  paymentLineDueDate: monthEnd(looked.day),
})

const tenenciaOf = (plate: string): number => 1_800 + drawn(`${plate} tenencia amount`, 77) * 100

const tenencia = (looked: Looked): Answer => {
  const { plate } = looked
  if (!isDrawn(`${plate} tenencia`, 110)) return nothing(3)
  const years = Array.from({ length: 1 + drawn(`${plate} years`, 2) }, (_, n) => yearOf(looked) - n)
  const rows = years.map((year) =>
    debt(`TENENCIA ${year}`, tenenciaOf(plate), roundToCents(tenenciaOf(plate) * 0.1176)),
  )
  return dues(2, looked, rows)
}

/** A tenencia of this year that the portal offers without stating a debt. */
const possibleTenencia = (looked: Looked): Answer => {
  const { plate, stateId } = looked
  const isOffered = stateId === COAHUILA && !isDrawn(`${plate} tenencia`, 110) && isDrawn(`${plate} possible`, 110)
  return isOffered ? dues(21, looked, [debt(`TENENCIA ${yearOf(looked)}`, tenenciaOf(plate))]) : nothing(3)
}

const refrendo = (looked: Looked): Answer => {
  const amount = REFRENDO[looked.stateId] ?? USUAL_REFRENDO
  if (!isDrawn(`${looked.plate} refrendo`, 100)) return nothing(17)
  return dues(16, looked, [debt(`REFRENDO ${yearOf(looked)}`, amount, roundToCents(amount * 0.1176))])
}

const fines = ({ plate, day }: Looked): Answer => {
  if (!isDrawn(`${plate} fines`, 240)) return nothing(1)
  const debts = Array.from({ length: 1 + drawn(`${plate} fines count`, 3) }, (_, n) => {
    const kind = FINES[drawn(`${plate} fine ${n}`, FINES.length)] ?? FINES[0]
    const folio = `998${String(drawn(`${plate} folio ${n}`, 100_000_000)).padStart(8, '0')}`
    return debt(kind.description, kind.total, 0, { folio, dateTime: addDays(day, -20 - 23 * n) })
  })
  return { ...nothing(0), debts }
}

const otherDebts = ({ plate }: Looked): Answer => {
  if (!isDrawn(`${plate} other`, 50)) return nothing(7)
  const kind = OTHER_DEBTS[drawn(`${plate} which`, OTHER_DEBTS.length)] ?? OTHER_DEBTS[0]
  return { ...nothing(9), debts: [debt(kind.description, kind.total)] }
}

const plateStatus = ({ plate, day }: Looked): Answer => {
  if (isDrawn(`${plate} inactive`, 15)) return nothing(29)
  const isExpired = isDrawn(`${plate} plate`, 55)
  const left = isExpired ? -20 - drawn(`${plate} expired`, 300) : 10 + drawn(`${plate} left`, 1_000)
  return nothing(isExpired ? 28 : 27, { [VALID_UNTIL]: addDays(day, left) })
}

const insurance = ({ plate, day }: Looked): Answer => {
  if (isDrawn(`${plate} uninsured`, 60)) return nothing(8)
  return nothing(6, {
    Aseguradora: INSURERS[drawn(plate, INSURERS.length)] ?? INSURERS[0],
    Póliza: `PF-${20_000 + drawn(`${plate} policy`, 9_000)}`,
    [VALID_UNTIL]: addDays(day, 5 + drawn(`${plate} insured`, 355)),
  })
}

const environmentalFines = (): Answer => nothing(1)

const ANSWERS: Partial<Record<ResourceTypeId, (looked: Looked) => Answer>> = {
  0: tenencia,
  1: fines,
  5: insurance,
  6: otherDebts,
  7: environmentalFines,
  8: refrendo,
  10: possibleTenencia,
  14: plateStatus,
}

/** A portal that does not know the plate, or knows another vehicle: its answer has no debts. */
const unusual = ({ plate }: Looked): Answer | undefined => {
  const place = drawn(`${plate} portal`, 1_000)
  if (place < 8) return nothing(11)
  if (place < 13) return nothing(10)
  return place < 19 ? nothing(12, { [NEW_PLATE.label]: `ZZ${1_000 + place}A` }) : undefined
}

const INSURANCE = 5

/** @returns undefined for a type without captures in the demo */
export const capturedAnswer = (type: ResourceTypeId, looked: Looked): Answer | undefined =>
  (type === INSURANCE ? undefined : unusual(looked)) ?? ANSWERS[type]?.(looked)
