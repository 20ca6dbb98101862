// SIMIT's rows. The array names lie: `multas` holds comparendos too, so the row's own flag tells them apart, and a
// comparendo with a resolution is a multa. The offender's name and document are not kept.
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import { z } from 'zod/mini'
import { isoDate } from '../parsing/dates.ts'
import { coMoney, maybe, rowsOf, text, whole } from '../parsing/fields.ts'
import { debt, payable } from '../parsing/payables.ts'
import { clip, fold } from '../parsing/text.ts'

const Row = z.looseObject({
  placa: text,
  comparendo: z.boolean(),
  valor: coMoney,
  valorPagar: coMoney,
  valorDescuentoCapital: coMoney,
  valorDescuentoIntereses: coMoney,
  valorIntereses: coMoney,
  valorGestion: coMoney,
  infracciones: rowsOf(z.looseObject({ codigoInfraccion: maybe, descripcionInfraccion: maybe })),
  numeroComparendo: maybe,
  numeroResolucion: maybe,
  fechaComparendo: maybe,
  referenciaPago: maybe,
  organismoTransito: maybe,
  estadoCartera: maybe,
  estadoPago: maybe,
})
export type Row = z.infer<typeof Row>

export const Account = z.looseObject({
  multas: rowsOf(Row),
  comparendos: z.optional(z.nullable(rowsOf(Row))),
  acuerdosPago: z.nullable(rowsOf(z.unknown())),
  totalMultasPagar: coMoney,
  cantMultasPagar: whole,
  totalAcuerdosPagar: coMoney,
})
export type Account = z.infer<typeof Account>

const numberOf = ({ numeroComparendo, numeroResolucion }: Row): string | null => numeroComparendo ?? numeroResolucion

/** Both arrays as one list, each row once. Rows without a number all count: if one came twice, the totals tell. */
export function rowsIn({ multas, comparendos }: Account): Row[] {
  const seen = new Set(multas.map(numberOf))
  return [...multas, ...(comparendos ?? []).filter((row) => numberOf(row) === null || !seen.has(numberOf(row)))]
}

export const isComparendo = ({ comparendo, numeroResolucion }: Row): boolean => comparendo && !numeroResolucion

/** Only what the source itself calls paid and asks nothing for. */
export const isPaid = ({ estadoPago, valorPagar }: Row): boolean =>
  valorPagar === 0 && /^PAGAD[AO]$/.test(fold(estadoPago ?? ''))
/** Folios of the rows listed as paid, to be spread into a finding. */
export const paidIn = (rows: readonly Row[]): { paid?: string[] } => {
  const paid = rows.flatMap((row) => (isPaid(row) ? (numberOf(row) ?? []) : []))
  return paid.length ? { paid } : {}
}

const debtOf = (row: Row): DebtRow => {
  const what = row.infracciones.map(({ codigoInfraccion, descripcionInfraccion }) =>
    [codigoInfraccion, descripcionInfraccion].filter((part) => part).join(' '),
  )
  const where = [what.join('; ') || 'Infracción', row.organismoTransito, row.estadoCartera].filter((part) => part)
  return debt(
    clip(where.join(' · ')),
    {
      subTotal: row.valor,
      discount: (row.valorDescuentoCapital * 100 + row.valorDescuentoIntereses * 100) / 100,
      surcharge: (row.valorIntereses * 100 + row.valorGestion * 100) / 100,
      total: row.valorPagar,
    },
    { folio: numberOf(row), dateTime: isoDate(row.fechaComparendo ?? '') },
  )
}

/** One result per payment reference; rows without one are payable together. */
export function resultsOf(type: 1 | 13, name: string, rows: readonly Row[], sumMismatch: boolean): ResourceResult[] {
  const groups = Map.groupBy(rows, ({ referenciaPago }) => referenciaPago)
  return [...groups].map(([paymentLine, group]) =>
    payable(type, name, group.map(debtOf), sumMismatch ? { paymentLine, sumMismatch } : { paymentLine }),
  )
}
