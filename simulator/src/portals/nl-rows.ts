// Nuevo León statement rows: what a plate owes by concept. Shares of plates: fines 24 %, tenencia 11 %, refrendo 10 %,
// other debts 5 %. Fines come and go in cycles of 240 days; yearly duties are drawn afresh each year.

import { between, chance, cycle, pick } from '../chance.ts'
import { isoDay, type Moment } from '../clock.ts'
import { dailySurcharge, surcharge, tenenciaOf } from '../debts-mx.ts'
import { type Rows, settled } from '../ledger.ts'
import { finesNuevoLeon, miscNuevoLeon, refrendoCents, umaOn } from '../reference/money-mx.ts'
import { factsOfPlate } from '../vehicle-facts.ts'

/** `paid`: listed as paid, on the day, in a table of its own. */
export type Row = { concept: string; year: number; cents: number; paid?: true }

/** A yearly duty and, once it is late, its surcharge as a row of its own; the concept keeps both of one kind. */
function duty(concept: string, cents: number, year: number, moment: Moment): Row[] {
  const late = surcharge(cents, year, moment)
  const row = { concept, year, cents }
  return late ? [row, { concept: `RECARGOS DE ${concept}`, year, cents: late }] : [row]
}

const refrendoOf = (plate: string, { year }: Moment): number => refrendoCents.nuevoLeon(factsOfPlate(plate, year).year)

function fine(day: number, ...words: (string | number)[]): Row {
  const { concept, from, to } = pick(finesNuevoLeon, 'concept', ...words)
  const date = isoDay(day)
  return { concept, year: Number(date.slice(0, 4)), cents: umaOn(date) * between(from, to, 'units', ...words) }
}

function fines(plate: string, moment: Moment): Row[] {
  const { index, day } = cycle(moment.day, 240, 'nl', plate)
  if (chance('nl-fines', plate, index) >= 0.24) return []
  return Array.from({ length: between(1, 3, 'nl-count', plate, index) }, (_, n) => fine(day - n * 23, plate, index, n))
}

export function naturalRows(plate: string, moment: Moment): Row[] {
  const { year } = moment
  const owes = (what: string, part: number) => chance('nl', what, plate, year) < part
  const years = Array.from({ length: between(1, 2, 'nl-years', plate) }, (_, n) => year - n)
  const misc = pick(miscNuevoLeon, 'nl-which', plate)
  return [
    ...(owes('tenencia', 0.11) ? years.flatMap((y) => duty('TENENCIA', tenenciaOf(plate, y), y, moment)) : []),
    ...(owes('refrendo', 0.1) ? duty('REFRENDO', refrendoOf(plate, moment), year, moment) : []),
    ...fines(plate, moment),
    ...(owes('misc', 0.05) ? singleRow(misc.concept, misc.cents, moment) : []),
  ]
}

export const singleRow = (concept: string, cents: number, { year }: Moment): Row[] => [{ concept, year, cents }]

export const oneRow = (plate: string, moment: Moment): Row[] => singleRow('REFRENDO', refrendoOf(plate, moment), moment)

export const growingRows = (plate: string, moment: Moment): Row[] => [
  ...oneRow(plate, moment),
  ...singleRow('RECARGOS DE REFRENDO', dailySurcharge(refrendoOf(plate, moment), moment), moment),
]

/** 45 rows of all four kinds. */
export const manyRows = (plate: string, moment: Moment): Row[] => [
  ...oneRow(plate, moment),
  ...[0, 1].flatMap((n) =>
    singleRow('TENENCIA', tenenciaOf(plate, moment.year - n), { ...moment, year: moment.year - n }),
  ),
  ...miscNuevoLeon.slice(0, 2).flatMap(({ concept, cents }) => singleRow(concept, cents, moment)),
  ...Array.from({ length: 40 }, (_, n) => fine(moment.day - 10 - n * 19, plate, 'many', n)),
]

const written: Rows<Row> = {
  make: ({ id, day, cents }) => ({
    concept: `MULTA DE TRANSITO ${id.toUpperCase()}`,
    year: Number(isoDay(day).slice(0, 4)),
    cents: cents ?? 113140,
  }),
  is: ({ concept }, id) => concept.includes(id.toUpperCase()),
  pay: (row) => ({ ...row, paid: true }),
}

/** What a plate owes after what was written of it in the book. */
export const settledRows = (plate: string, rows: Row[]): Row[] => settled('nl', plate, rows, written)
