// The debts of a fleet, summed while its vehicles and debts are written: in total, by type and by state, with what is
// unknown.
import type { Country } from '@padron/contract/places/countries'
import { MONEY_TYPES, resourceTypesOf, typeName } from '@padron/contract/resources'
import type { UnknownDebts } from '@padron/contract/texts/unknown-debts-text'
import type { DebtLine } from './debt-lines.ts'
import type { ReportRow } from './rows.queries.ts'

export type Sum = {
  by: 'Total' | 'Tipo' | 'Lugar'
  name: string
  vehicles: number
  withDebts: number
  debts: number
  withoutAmount: number
  cents: number
  /** The time of the oldest answer. */
  oldest: string | undefined
  /** The vehicle whose debts were added last. */
  last: number
} & UnknownDebts

const noSum = (by: Sum['by'], name: string): Sum => ({
  by,
  name,
  vehicles: 0,
  withDebts: 0,
  debts: 0,
  withoutAmount: 0,
  cents: 0,
  unknown: 0,
  missing: 0,
  byHand: 0,
  oldest: undefined,
  last: 0,
})

const addVehicle = (sum: Sum, missing: boolean, byHand: boolean, at: string | undefined): void => {
  sum.vehicles++
  if (missing || byHand) sum.unknown++
  if (missing) sum.missing++
  if (byHand) sum.byHand++
  if (at && (!sum.oldest || at < sum.oldest)) sum.oldest = at
}

const addLine = (sum: Sum, { source: { vehicleId }, total }: DebtLine): void => {
  if (sum.last !== vehicleId) sum.withDebts++
  sum.last = vehicleId
  sum.debts++
  if (total === null) sum.withoutAmount++
  else sum.cents += Math.round(total * 100)
}

export type FleetSums = {
  vehicle: (row: ReportRow) => void
  /** The lines of a vehicle must be consecutive. */
  line: (line: DebtLine) => void
  total: Readonly<Sum>
  types: () => readonly Sum[]
  states: () => readonly Sum[]
}

export const fleetSums = (country: Country): FleetSums => {
  const total = noSum('Total', 'Todos los vehículos')
  const money = resourceTypesOf(country).filter(({ id }) => MONEY_TYPES.has(id))
  const types = new Map(money.map(({ id }) => [id, noSum('Tipo', typeName(id, country))]))
  const states = new Map<string, Sum>()
  const stateOf = (name: string): Sum => {
    const known = states.get(name) ?? noSum('Lugar', name)
    states.set(name, known)
    return known
  }
  return {
    vehicle: (row) => {
      const byHand = row.byHand.length > 0
      // The debt of a vehicle is unknown if no source ever answered for it.
      const missing = row.missing.length > 0 || (row.debtTotal === null && !byHand)
      let oldest: string | undefined
      for (const { resourceTypeId, at } of row.freshness) {
        const sum = types.get(resourceTypeId)
        if (sum && at && (!sum.oldest || at < sum.oldest)) sum.oldest = at
        if (sum && at && (!oldest || at < oldest)) oldest = at
      }
      for (const [id, sum] of types) addVehicle(sum, row.missing.includes(id), row.byHand.includes(id), undefined)
      for (const sum of [total, stateOf(row.stateName)]) addVehicle(sum, missing, byHand, oldest)
    },
    line: (line) => {
      const type = types.get(line.source.typeId)
      for (const sum of [total, stateOf(line.source.stateName), ...(type ? [type] : [])]) addLine(sum, line)
    },
    total,
    types: () => [...types.values()],
    states: () => [...states.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'es')),
  }
}
