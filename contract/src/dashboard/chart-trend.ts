// The rows of debts over time: a column for each kind of debt, a row for each day. Unknown is not zero. Pure.
import type { DashboardFacts } from '../dashboard.ts'
import { typeName } from '../resources.ts'
import { numericDay } from '../texts/day-texts.ts'
import type { ChartBody, ChartFacts } from './chart-table.ts'
import { active } from './queries.ts'
import { FAMILIES, type Family } from './rules.ts'

type Point = DashboardFacts['trend'][number]

/** Null: unknown, or without an amount. */
const owedOn = ({ types }: Point, id: number): number | null => {
  const one = types.find(({ typeId }) => typeId === id)
  return one === undefined || (one.amount === 0 && one.withoutAmount > 0) ? null : one.amount
}

const newest = (points: readonly Point[], id: number): number =>
  points.map((point) => owedOn(point, id)).findLast((amount) => amount !== null) ?? 0

/** Kinds of debt with some debt on some day; the largest amounts first. */
const typesOwed = ({ trend }: DashboardFacts, only?: readonly number[]): number[] => {
  const owed = trend.flatMap(({ types }) => types.filter(({ amount, count }) => amount !== 0 || count > 0))
  return [...new Set(owed.map(({ typeId }) => typeId))]
    .filter((id) => only?.includes(id) ?? true)
    .sort((a, b) => newest(trend, b) - newest(trend, a) || a - b)
}

export const trend =
  (family?: Family) =>
  ({ facts, country }: ChartFacts): ChartBody => {
    const types = typesOwed(facts, family && FAMILIES[country][family].types)
    return {
      labels: 'Fecha',
      columns: types.map((id) => ({ title: typeName(id, country), kind: 'money' as const })),
      rows: (types.length > 0 ? facts.trend : []).map((point, place) => ({
        label: numericDay(point.day),
        day: point.day,
        values: types.map((id) => owedOn(point, id)),
        query: place === facts.trend.length - 1 ? active({ debts: { types: types.toSorted((a, b) => a - b) } }) : null,
      })),
    }
  }
