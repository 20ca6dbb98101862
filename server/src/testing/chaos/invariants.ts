// Invariants after a chaos run, computed from stored rows and the simulator's answers, without the engine's parsing or
// storing. Every rule returns the rows that break it; an empty list is correct.
import type { Country } from '@padron/contract/places/countries'
import type pg from 'pg'
import type { ChaosEnvironment } from './environment.ts'
import type { ChaosVehicle } from './fleet.ts'
import { CLEAR, queryRows, type RuleResult, toneOf } from './report.ts'
import { columnsAgree } from './rules-columns.ts'
import { verifyRows } from './rules-once.ts'
import { inEnd, isWritten, loadStatusHistory, neverClear, reportsNothing, type Watched } from './rules-status.ts'

/**
 * The simulator's debts at the end are those we store, by name; in Mexico City to the cent, at one value of the unit of
 * account for all.
 */
const debtsAreHeld = async (
  system: pg.Pool,
  fleet: readonly ChaosVehicle[],
  environment: ChaosEnvironment,
): Promise<RuleResult> => {
  const held = await queryRows(
    system,
    `
      select vehicle_id, coalesce(folio, '') || ' ' || description as what, total::float8 as total
      from debt
      where ended_at is null`,
  )
  const byVehicle = Map.groupBy(held, ({ vehicle_id }) => vehicle_id)
  // A folio of Mexico City is the name alone; SIMIT's begins with the place.
  const unit = Number(held.find(({ what }) => String(what).startsWith('SEGUNDA'))?.total) / 5
  const isTotal = (country: Country, total: unknown, amount: number) =>
    country === 'CO' || Math.abs(Number(total) - unit * amount) < 0.005
  const broken = fleet
    .filter(({ kind }) => kind === 'debts')
    .flatMap((vehicle) => {
      const own = byVehicle.get(vehicle.vehicleId) ?? []
      const findRows = (id: string) => own.filter(({ what }) => String(what).includes(id))
      const missing = [...environment.owes(vehicle)].filter(
        ([id, amount]) => !findRows(id).some(({ total }) => isTotal(vehicle.country, total, amount)),
      )
      const left = ['PRIMERA', 'SEGUNDA'].filter((id) => !environment.owes(vehicle).has(id) && findRows(id).length > 0)
      return [
        ...missing.map(([id, amount]) => `${vehicle.plate} lacks ${id} ${amount}`),
        ...left.map((id) => `${vehicle.plate} still has ${id}`),
      ]
    })
  return { rule: 'at the end the written debts are held, and no others of theirs', broken }
}

export const verifyRun = async (
  system: pg.Pool,
  vehicles: readonly ChaosVehicle[],
  environment: ChaosEnvironment,
): Promise<RuleResult[]> => {
  const fleet = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]))
  const ever = await loadStatusHistory(system)
  const theft: Watched = ({ kind }, { typeId }) => kind === 'theft' && typeId === 4
  const clean: Watched = ({ kind, scenario }, { portal }) =>
    kind === 'scenario' && environment.names[scenario - 1] === 'clean' && environment.offers(portal, 'clean')
  const ruleResults: RuleResult[] = [
    neverClear('a plate with debts is never clear', fleet, ever, isWritten),
    neverClear('a source that says nothing good is never clear', fleet, ever, reportsNothing(environment)),
    inEnd('at the end debts are told', fleet, ever, isWritten, ({ status }) => toneOf(status) === 'debt'),
    inEnd('at the end no theft is told where the report is gone', fleet, ever, theft, ({ status }) => status === 5),
    inEnd('at the end the clean are clear', fleet, ever, clean, ({ status }) => CLEAR.has(status)),
    await debtsAreHeld(system, vehicles, environment),
    await columnsAgree(system),
  ]
  return [...ruleResults, ...(await verifyRows(system))]
}

/** While theft reports are in force, no vehicle is ever clear; call it before they are lifted. */
export const verifyTheft = async (system: pg.Pool, vehicles: readonly ChaosVehicle[]): Promise<RuleResult> => {
  const fleet = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]))
  const ever = await loadStatusHistory(system)
  return neverClear(
    'a theft report in force is never clear',
    fleet,
    ever,
    ({ kind }, { typeId }) => kind === 'theft' && typeId === 4,
  )
}
