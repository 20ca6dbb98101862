// The catalogue query behind each figure of a dashboard: the same vehicles by the same rules. Pure.
import { ACTIVE, ASSET_STATUSES } from '../assets.ts'
import type { FleetQuery, OwedDebts, VehicleFilter } from '../catalogue/filter.ts'
import type { DashboardFacts, NextActions, PeriodStatistics } from '../dashboard.ts'
import { addDays } from '../days.ts'
import type { Country } from '../places/countries.ts'
import type { ObligationKind } from '../rules/obligation-kinds.ts'
import type { ExactField } from '../vehicles/fields.ts'
import { FAMILIES, type Family, isAhead, NEXT_DAYS, UNDATED } from './rules.ts'

type Days = { from: string | null; to: string | null }
export type PeriodRange = Pick<PeriodStatistics, 'months' | 'from' | 'to'>

/** Figures count active vehicles only. */
export const active = (more: VehicleFilter = {}): FleetQuery => ({
  vehicleClass: { assetHistoric: { assetStatusId: ACTIVE }, ...more },
})

const within = ({ from, to }: Days) => ({ ...(from !== null && { from }), ...(to !== null && { to }) })

/**
 * Vehicles that owe in the period; for the coming period, with a payment line that falls due in it.
 * @param types absent: every kind of debt
 */
export const owing = (
  { months, ...days }: PeriodRange,
  types?: readonly number[],
  narrowed: Days = days,
): VehicleFilter => {
  const kinds = types ? { types: [...types] } : {}
  if (months === UNDATED) return { debts: { ...kinds, undated: true } }
  if (!isAhead(months)) return { debts: { ...kinds, ...within(narrowed) } }
  return { due: { kinds: ['payment'], ...kinds, from: narrowed.from ?? '', to: narrowed.to ?? '' } }
}

export const exactly = (field: ExactField, value: string | null): VehicleFilter => ({ exact: { [field]: value } })

const typesOf = (family: Family, country: Country) => FAMILIES[country][family].types

export const familyOwing = (period: PeriodRange, family: Family, country: Country, narrowed?: Days): VehicleFilter =>
  owing(period, typesOf(family, country), narrowed)

/** Debts of the family without a date. */
export const familyUndated = (family: Family, country: Country): VehicleFilter => ({
  debts: { types: [...typesOf(family, country)], undated: true },
})

/** Vehicles with a status that needs manual capture. */
const NEEDS_PERSON: VehicleFilter = { anyStatus: [13] }

/** @param withDocuments whether documents of policies count */
export const policies = (withDocuments: boolean, from: string, to: string): VehicleFilter => ({
  due: { kinds: [withDocuments ? 'policy' : 'insurance'], from, to },
})
/** Before every stored date. */
export const LONG_AGO = '1950-01-01'
/** No Mexican source reports whether a vehicle is insured, so there a policy with a past date has expired. */
const expiredPolicies = (withDocuments: boolean, today: string, country: Country): VehicleFilter =>
  country === 'MX' ? policies(withDocuments, LONG_AGO, addDays(today, -1)) : { vehicleAsset: { insuranceStatus: 8 } }
export const inspections = (from: string, to: string): VehicleFilter => ({ due: { kinds: ['inspection'], from, to } })
export const expiring = (kind: ObligationKind, from: string, to: string): VehicleFilter => ({
  due: { kinds: [kind], from, to },
})

/** The last day of the day's month. */
export const lastOfMonth = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** The thirty days from today: a policy that expires today is still valid. */
export const nextThirty = (today: string) => ({ from: today, to: addDays(today, NEXT_DAYS - 1) })

/** The query behind each figure of a card. */
export const cardQueries = (
  period: PeriodRange,
  { today, papers: withDocuments }: Pick<DashboardFacts, 'today' | 'papers'>,
  country: Country,
) => {
  const { from, to } = nextThirty(today)
  return {
    totalVehicleCount: active(),
    vehiclesWithDebt: active(owing(period)),
    vehiclesWithManualInterventionNeeded: active(NEEDS_PERSON),
    vehiclesWithTickets: active(familyOwing(period, 'tickets', country)),
    vehiclesWithTenencias: active(familyOwing(period, 'tenencias', country)),
    vehiclesWithEnsuranceExpired: active(expiredPolicies(withDocuments, today, country)),
    ensuranceToExpire: active(policies(withDocuments, from, to)),
    vehiclesWithInspectionExpired: active({ vehicleAsset: { inspectionStatus: 23 } }),
    inspectionToExpire: active(inspections(from, to)),
    vehiclesWithStolenReport: active({ vehicleAsset: { stolenStatus: 4 } }),
    others: { vehicleClass: { assetHistoric: { assetStatusId: [0, 2, 3, 4, 7, 8, 9] } } } satisfies FleetQuery,
  }
}

/**
 * Vehicles that the company no longer has (stolen, sold, total loss), and whose new debts it should not pay.
 */
export const GONE: readonly number[] = [3, 8, 9]

/**
 * The query behind each next action. `discounts`: by window, null if the catalogue would find other vehicles too;
 * `blocked`: by rule.
 */
export const actionQueries = ({ today, weekEnds, discounts, blocked }: NextActions) => ({
  payments: active({ due: { kinds: ['payment'], from: today, to: weekEnds } }),
  discounts: discounts.windows.map(({ exact, states, types, from, to }) =>
    exact ? active({ ...inStates(states), debts: { types, from, to } }) : null,
  ),
  blocked: blocked.map(({ states, types }) => active({ ...inStates(states), debts: { types } })),
  growing: ofStatuses(GONE, { afterStatus: true }),
  /** Vehicles of every status. */
  stillListed: ofStatuses(
    ASSET_STATUSES.map(({ id }) => id),
    { marked: true },
  ),
})

const inStates = (states: readonly number[] | null): VehicleFilter =>
  states && states.length > 0 ? { state: { stateId: [...states] } } : {}
const ofStatuses = (statuses: readonly number[], debts: OwedDebts): FleetQuery => ({
  vehicleClass: { assetHistoric: { assetStatusId: [...statuses] }, debts },
})
