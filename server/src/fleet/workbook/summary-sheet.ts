// The sheet «Resumen»: one table of totals, by type of debt and by state, that can be filtered like the others.
import { COUNTRIES } from '@padron/contract/places/countries'
import { countVerdict } from '@padron/contract/texts/count-verdict'
import { localText } from '@padron/contract/texts/local-text'
import { wallClock } from '../../files/wall-clock.ts'
import type { Cell, Sheet } from '../../files/xlsx/write/writer.ts'
import type { CompanyFacts } from '../company.ts'
import { UNKNOWN } from './cells.ts'
import type { FleetSums, Sum } from './sums.ts'

/** A zero is shown as unknown when no vehicle has complete answers. */
const figure = (value: number, { vehicles, unknown }: Sum): Cell =>
  countVerdict(value, { known: vehicles - unknown, total: vehicles }) === 'unknown' ? UNKNOWN : value

/** The total is unknown if no debt has an amount. */
const moneyOf = (sum: Sum): Cell => {
  if (sum.debts === 0) return figure(0, sum)
  return sum.withoutAmount === sum.debts ? UNKNOWN : sum.cents / 100
}

const cells = (sum: Sum, { country, timeZone }: CompanyFacts): Cell[] => [
  sum.by === 'Lugar' ? COUNTRIES[country].state : sum.by,
  sum.name,
  sum.vehicles,
  figure(sum.withDebts, sum),
  figure(sum.debts, sum),
  moneyOf(sum),
  sum.debts > 0 ? sum.withoutAmount : figure(0, sum),
  sum.unknown,
  sum.missing,
  sum.byHand,
  sum.oldest ? wallClock(sum.oldest, timeZone) : null,
]

/** Written after the vehicles and debts, whose sums it shows. */
export const summarySheet = (facts: CompanyFacts, sums: FleetSums): Sheet => {
  function* rows() {
    for (const sum of [sums.total, ...sums.types(), ...sums.states()]) yield cells(sum, facts)
  }
  return {
    name: 'Resumen',
    columns: [
      { title: 'Por', kind: 'text', width: 14 },
      { title: 'Nombre', kind: 'text', width: 30 },
      { title: 'Vehículos', kind: 'number', width: 12 },
      { title: localText('Con adeudo', facts.country), kind: 'number', width: 12 },
      { title: localText('Adeudos', facts.country), kind: 'number', width: 12 },
      { title: `Total (${COUNTRIES[facts.country].currency})`, kind: 'money', width: 18 },
      { title: localText('Adeudos sin importe', facts.country), kind: 'number', width: 14 },
      { title: 'Vehículos con información incompleta', kind: 'number', width: 20 },
      { title: 'Sin respuesta vigente de una fuente', kind: 'number', width: 18 },
      { title: 'Con consultas que hace una persona', kind: 'number', width: 18 },
      { title: 'Respuesta más antigua', kind: 'moment', width: 18 },
    ],
    rows: rows(),
  }
}
