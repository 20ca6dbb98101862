// Rules of the dashboards: the periods, the two debt families of a country, and which document types are policies.
import type { Country } from '../places/countries.ts'

/**
 * The periods in the order of their buttons. 0: all dates; -1: the coming month (spec bulk §9); -2: without a date.
 */
export const PERIODS = [
  { months: 0, period: 'Todo' },
  { months: 1, period: 'Último Mes' },
  { months: 3, period: 'Trimestre' },
  { months: 6, period: 'Semestre' },
  { months: 12, period: 'Año' },
  { months: -2, period: 'Sin fecha' },
  { months: -1, period: 'Siguiente mes' },
] as const
export type Months = (typeof PERIODS)[number]['months']
/** The coming period, which contains payment lines. */
export const isAhead = (months: number): boolean => months === -1
/** The period of debts without a date. */
export const UNDATED = -2

/** Entries of a top list (spec bulk §9). */
export const TOP = 10
/** Vehicles listed for each next action; the others are in the catalogue. */
export const ACTIONS_LISTED = 10
export const NEXT_DAYS = 30

export type Family = 'tickets' | 'tenencias'
type FamilyOf = { title: string; one: string; many: string; types: readonly number[] }

/** Colombia has no tenencia: its second family is comparendos. Refrendo and other debts are in the sum of all debts. */
export const FAMILIES: Record<Country, Record<Family, FamilyOf>> = {
  MX: {
    tickets: { title: 'Multas', one: 'multa', many: 'multas', types: [1, 9, 7] },
    tenencias: { title: 'Tenencias', one: 'tenencia', many: 'tenencias', types: [0] },
  },
  CO: {
    tickets: { title: 'Multas', one: 'multa', many: 'multas', types: [1] },
    tenencias: { title: 'Comparendos', one: 'comparendo', many: 'comparendos', types: [13] },
  },
}

export const DASHBOARDS = ['general', 'tickets', 'tenencias'] as const
export type DashboardName = (typeof DASHBOARDS)[number]
/** The two dashboards of a kind of debt are named after it. */
export const dashboardTitle = (name: DashboardName, country: Country): string =>
  name === 'general' ? 'Dashboard general' : `Dashboard de ${FAMILIES[country][name].many}`

/** A document type with such a name is an insurance policy; compared without accents or case. */
export const POLICY_WORDS = ['poliza', 'seguro', 'soat'] as const
