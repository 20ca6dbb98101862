// SIMIT's rows in Verifik's form: numbers are text with a decimal point, 01/01/1900 means no date. `multas` contains
// comparendos too: the row's flag distinguishes them, and a comparendo with a resolution is a multa. A camera fine's
// discount period starts with its notification. The offender's name and document are not stored.
import { addMoney } from '@padron/contract/money'
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import { z } from 'zod/mini'
import { isoDate } from '../parsing/dates.ts'
import { decimals, maybe, rowsSchema, text, whole } from '../parsing/fields.ts'
import { debt, payable, type RowFacts } from '../parsing/payables.ts'
import { clip, fold } from '../parsing/text.ts'

/** An addition or a discount, which is null in the source if there is none. */
const part = z.pipe(
  z.optional(z.nullable(decimals)),
  z.transform((amount) => amount ?? 0),
)

/** Irrelevant for the amount owed: an unreadable value counts as absent. */
const unread = <T extends z.ZodMiniType>(field: T) => z.catch(z.optional(z.nullable(field)), null)

const Row = z.looseObject({
  placa: text,
  comparendo: z.boolean(),
  valor: decimals,
  valorPagar: decimals,
  valorDescuentoCapital: part,
  valorDescuentoIntereses: part,
  valorIntereses: part,
  valorGestion: part,
  infracciones: rowsSchema(z.looseObject({ codigoInfraccion: maybe, descripcionInfraccion: maybe })),
  numeroComparendo: maybe,
  numeroResolucion: maybe,
  fechaComparendo: maybe,
  referenciaPago: maybe,
  organismoTransito: maybe,
  estadoCartera: maybe,
  estadoComparendo: maybe,
  estadoPago: maybe,
  comparendoElectronico: unread(z.boolean()),
  comparendosElectronicos: unread(z.enum(['S', 'N'])),
  fechaNotificacion: unread(z.string()),
  valorDescuentoProntoPago: unread(decimals),
})
export type Row = z.infer<typeof Row>

const List = z.nullable(rowsSchema(z.unknown()))

const untyped = z.optional(z.unknown())

/**
 * `totalMultas` is pesos and `totalMultasPagar` a count of rows. The untyped fields are empty or «0» in the documents,
 * so that their form is unknown: the parser only checks whether they are empty.
 */
export const Account = z
  .looseObject({
    plate: maybe,
    multas: rowsSchema(Row),
    comparendos: z.optional(z.nullable(rowsSchema(Row))),
    acuerdosPago: z.optional(List),
    acuerdosPagos: z.optional(List),
    resoluciones: untyped,
    cursos: untyped,
    cantMultasPagar: untyped,
    cantAcuerdosPagar: untyped,
    totalAp: untyped,
    totalMultas: decimals,
    totalMultasPagar: whole,
    totalAcuerdosPagar: decimals,
    totalGeneral: decimals,
  })
  .check(
    z.refine(({ acuerdosPago, acuerdosPagos }) => acuerdosPago !== undefined || acuerdosPagos !== undefined, {
      path: ['acuerdosPago'],
    }),
  )
export type Account = z.infer<typeof Account>

/** Rows of agreements, whose form is not documented. */
export const agreementsIn = ({ acuerdosPago, acuerdosPagos }: Account): readonly unknown[] => [
  ...(acuerdosPago ?? []),
  ...(acuerdosPagos ?? []),
]

const isNone = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) ? value.length === 0 : typeof value !== 'object' && /^0+(\.0+)?$/.test(String(value)))

/** Fields with content that cannot be read: it may be owed. */
export function unexplainedIn(account: Account): string[] {
  const fields = ['resoluciones', 'cursos', 'cantMultasPagar', 'totalAp'] as const
  const counted = agreementsIn(account).length > 0 ? [] : (['cantAcuerdosPagar'] as const)
  return [...fields, ...counted].filter((name) => !isNone(account[name]))
}

const numberOf = ({ numeroComparendo, numeroResolucion }: Row): string | null => numeroComparendo ?? numeroResolucion

/** Both lists as one, each row once. Rows without a number all count; a duplicate among them shows in the totals. */
export function rowsIn({ multas, comparendos }: Account): Row[] {
  const seen = new Set(multas.map(numberOf))
  return [...multas, ...(comparendos ?? []).filter((row) => numberOf(row) === null || !seen.has(numberOf(row)))]
}

export const isComparendo = ({ comparendo, numeroResolucion }: Row): boolean => comparendo && !numeroResolucion

/** Only rows that the source marks as paid and that owe nothing. */
export const isPaid = ({ estadoPago, valorPagar }: Row): boolean =>
  valorPagar === 0 && /^PAGAD[AO]$/.test(fold(estadoPago ?? ''))
/** Folios of the rows listed as paid, to be spread into a finding. */
export const paidIn = (rows: readonly Row[]): { paid?: string[] } => {
  const paid = rows.flatMap((row) => (isPaid(row) ? (numberOf(row) ?? []) : []))
  return paid.length ? { paid } : {}
}

/** The holder takes the course: meanwhile nothing is charged, and the comparendo remains. */
const isInCourse = ({ estadoComparendo, valorPagar }: Row): boolean =>
  valorPagar === 0 && /\bCURSO\b/.test(fold(estadoComparendo ?? ''))

/**
 * `valorPagar` is rounded to whole pesos and its parts are not: a difference of up to a peso goes to the surcharge, or
 * to the discount where there is none. A larger one stays and is flagged as a mismatch.
 */
function amountsOf(row: Row): Parameters<typeof debt>[1] {
  const subTotal = row.valor
  const total = row.valorPagar
  const discount = addMoney([row.valorDescuentoCapital, row.valorDescuentoIntereses])
  const surcharge = addMoney([row.valorIntereses, row.valorGestion])
  if (isInCourse(row)) return { subTotal, discount: addMoney([subTotal, surcharge]), surcharge, total }
  const rest = addMoney([total, -subTotal, discount, -surcharge])
  if (rest === 0 || Math.abs(rest) > 1) return { subTotal, discount, surcharge, total }
  return surcharge + rest >= 0
    ? { subTotal, discount, surcharge: addMoney([surcharge, rest]), total }
    : { subTotal, discount: addMoney([discount, -rest]), surcharge, total }
}

/** An ISO date or moment; null where the source gives none. */
const dateOf = (text: string | null | undefined): string | null => {
  const date = isoDate(text ?? '') ?? null
  return date?.startsWith('1900-01-01') ? null : date
}

/** Whether it is a camera fine: the source has two fields, and a contradiction is unknown. */
const isElectronic = ({ comparendoElectronico, comparendosElectronicos }: Row): boolean | null => {
  const byCode = comparendosElectronicos ? comparendosElectronicos === 'S' : null
  const flag = comparendoElectronico ?? byCode
  return byCode === null || byCode === flag ? flag : null
}

/** The facts that decide how long a fine has a discount. */
const noticeOf = (row: Row): RowFacts => {
  const electronic = isElectronic(row)
  const notifiedOn = dateOf(row.fechaNotificacion)?.slice(0, 10)
  const discount = row.valorDescuentoProntoPago
  return {
    ...(electronic === null ? {} : { electronic }),
    ...(notifiedOn ? { notifiedOn } : {}),
    ...(discount ? { promptPaymentDiscount: discount } : {}),
  }
}

const debtOf = (row: Row): DebtRow => {
  const what = row.infracciones.map(({ codigoInfraccion, descripcionInfraccion }) =>
    [codigoInfraccion, descripcionInfraccion].filter((text) => text).join(' '),
  )
  const state = isInCourse(row) ? 'En curso, sin cobro mientras se toma' : row.estadoCartera
  const where = [what.join('; ') || 'Infracción', row.organismoTransito, state].filter((text) => text)
  return debt(clip(where.join(' · ')), amountsOf(row), {
    folio: numberOf(row),
    dateTime: dateOf(row.fechaComparendo),
    ...noticeOf(row),
  })
}

/** One result per payment reference; rows without one are payable together. */
export function resultsOf(type: 1 | 13, name: string, rows: readonly Row[], sumMismatch: boolean): ResourceResult[] {
  const groups = Map.groupBy(rows, ({ referenciaPago }) => referenciaPago)
  return [...groups].map(([paymentLine, group]) =>
    payable(type, name, group.map(debtOf), sumMismatch ? { paymentLine, sumMismatch } : { paymentLine }),
  )
}
