// AVIT's rows. Three lists hold two kinds: a row with the number of a resolution is a multa. The portal writes one
// character before the number that SIMIT gives, and the same comparendo may be in two lists.
import { z } from 'zod/mini'
import { coMoney, date, maybe, phrase, text } from '../parsing/fields.ts'
import { debt, unpriced } from '../parsing/payables.ts'
import { clip } from '../parsing/text.ts'

const resolution = z.optional(z.nullable(z.union([z.string(), z.number()])))
/** The only word seen so far: any other is a changed answer, never a paid fine. */
const State = z.pipe(phrase, z.enum(['SE ADEUDA']))
const facts = {
  numeroComparendo: maybe,
  placa: text,
  fechaComparendo: date,
  valor: z.nullable(coMoney),
  codigoInfraccion: maybe,
  descripcionInfraccion: maybe,
  nroResolucion: resolution,
  resolucion: resolution,
  estadoCuenta: z.optional(
    z.nullable(
      z.looseObject({
        codigoInfracciones: maybe,
        descripcionInfracciones: maybe,
        secretaria: z.optional(z.nullable(z.looseObject({ nombreAutoridadTransito: maybe }))),
      }),
    ),
  ),
}
export const TicketRow = z.looseObject({ ...facts, descripcionEstado: State })
/** Rows of this list were seen without a state: a listed fine is owed. */
export const FineRow = z.looseObject({ ...facts, descripcionEstado: z.optional(z.nullable(State)) })
export type Row = z.infer<typeof FineRow>

export const resolutionOf = ({ nroResolucion, resolucion }: Row): string | null =>
  [nroResolucion, resolucion].map((number) => clip(String(number ?? ''))).find(Boolean) ?? null
/** Only the number of a resolution makes a row a multa: a row without such a field may be either. */
export const mayBeMulta = (row: Row): boolean =>
  resolutionOf(row) === null && row.nroResolucion === undefined && row.resolucion === undefined

/** The portal writes one letter before the twenty digits that SIMIT gives for the same comparendo. */
const folioOf = (row: Row): string | null =>
  row.numeroComparendo?.replace(/^[A-Z](\d{20})$/i, '$1') ?? resolutionOf(row)

export const avitDebt = (row: Row) => {
  const { codigoInfraccion, descripcionInfraccion, estadoCuenta, valor, fechaComparendo } = row
  const what = [
    codigoInfraccion ?? estadoCuenta?.codigoInfracciones,
    descripcionInfraccion ?? estadoCuenta?.descripcionInfracciones,
  ]
  const where = [
    what.filter(Boolean).join(' ') || 'Infracción',
    estadoCuenta?.secretaria?.nombreAutoridadTransito,
  ].filter(Boolean)
  const description = clip(where.join(' · '))
  const rowFacts = { folio: folioOf(row), dateTime: fechaComparendo }
  return valor === null ? unpriced(description, rowFacts) : debt(description, { subTotal: valor }, rowFacts)
}

/** Each comparendo once, as a multa if any list gives its resolution. All rows without a number count. */
export function rowsIn(lists: readonly (readonly Row[] | null | undefined)[]): Row[] {
  const all = lists
    .flatMap((rows) => rows ?? [])
    .toSorted((a, b) => Number(!resolutionOf(a)) - Number(!resolutionOf(b)))
  const firstOf = new Map(all.map((row) => [folioOf(row), row] as const).toReversed())
  return all.filter((row) => folioOf(row) === null || firstOf.get(folioOf(row)) === row)
}
