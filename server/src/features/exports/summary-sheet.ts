// The sheet «Resumen»: one table of totals, by type of debt and by state, that can be filtered like the others.
import { COUNTRIES } from '@padron/contract/countries'
import type { Cell, Sheet } from '../../files/xlsx-writer.ts'
import type { CompanyFacts } from './fleet-rows.ts'
import type { FleetSums, Sum } from './fleet-sums.ts'
import { wallClock } from './report-cells.ts'

const cells = (sum: Sum, { country, timeZone }: CompanyFacts): Cell[] => [
  sum.by === 'Lugar' ? COUNTRIES[country].state : sum.by,
  sum.name,
  sum.vehicles,
  sum.withDebts,
  sum.debts,
  sum.cents / 100,
  sum.withoutAmount,
  sum.unknown,
  sum.missing,
  sum.byHand,
  sum.oldest ? wallClock(sum.oldest, timeZone) : null,
]

/** Written after the vehicles and the debts, which are added up as they go by. */
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
      { title: 'Con adeudo', kind: 'number', width: 12 },
      { title: 'Adeudos', kind: 'number', width: 12 },
      { title: `Total (${COUNTRIES[facts.country].currency})`, kind: 'money', width: 18 },
      { title: 'Adeudos sin importe', kind: 'number', width: 14 },
      { title: 'Vehículos de los que algo no se sabe', kind: 'number', width: 20 },
      { title: 'Sin respuesta vigente de una fuente', kind: 'number', width: 18 },
      { title: 'Con consultas que hace una persona', kind: 'number', width: 18 },
      { title: 'Respuesta más antigua', kind: 'moment', width: 18 },
    ],
    rows: rows(),
  }
}
