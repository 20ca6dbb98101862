// Whether an official calendar is active, why not, and its occurrences within some days. Pure.
import { weekOf } from '@padron/contract/days'

export type Span = { from: string; to: string }
export type StoredRule = {
  ruleKey: string
  title: string
  stateIds: number[] | null
  where: string
  digits: number[] | null
  plateYear: number | null
  spans: Span[]
  /** Applies to weekdays or days of the month, so it has no date. */
  daily: boolean
  says: string
  validFrom: string | null
  validTo: string | null
  source: string
  sourceDate: string | null
  note: string | null
  disagreement: string | null
  enabledOverride: boolean | null
}

/**
 * The first reason that applies. The operator's switch only matters for a rule that is in force and has dates.
 */
export const reasonInactive = (rule: StoredRule, today: string): string | null => {
  const { spans, daily, validFrom, validTo, disagreement, enabledOverride } = rule
  if (validTo !== null && validTo < today) return `Su vigencia terminó el ${validTo}.`
  if (validFrom !== null && validFrom > today) return `Su vigencia empieza el ${validFrom}.`
  if (daily) return 'Es de todos los días, no un vencimiento.'
  if (spans.length === 0) return 'Sin fecha en la fuente.'
  if (enabledOverride === false) return 'Lo apagó el operador de este servidor.'
  if (enabledOverride === null && disagreement !== null) return disagreement
  return null
}

/** 29 February becomes the last day of February in other years. */
const ofYear = (day: string, year: number): string => {
  if (day.length > 5) return day
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29
  return `${year}-${day === '02-29' && !leap ? '02-28' : day}`
}

const latest = (a: string, b: string | null): string => (b !== null && b > a ? b : a)
const earlier = (a: string, b: string | null): string => (b !== null && b < a ? b : a)

/** Whole occurrences that touch the given days, limited to the rule's validity, by date. */
export const occurrencesOf = ({ spans, validFrom, validTo }: StoredRule, from: string, to: string): Span[] => {
  const years = Array.from(
    { length: Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1 },
    (_, i) => Number(from.slice(0, 4)) + i,
  )
  const all = spans.flatMap((span) => {
    const dated = span.from.length > 5 ? [0] : years
    return dated.map((year) => ({ from: ofYear(span.from, year), to: ofYear(span.to, year) }))
  })
  return all
    .map((span) => ({ from: latest(span.from, validFrom), to: earlier(span.to, validTo) }))
    .filter((span) => span.from <= span.to && span.from <= to && span.to >= from)
    .toSorted((a, b) => a.from.localeCompare(b.from))
}

/** The days of the listed weeks, used when none are given. */
export const usualDays = (from: string, weeks: number): Span => ({ from, to: weekOf(from, weeks - 1).to })

/** Vehicles by state, last digit of the plate and, where a rule needs it, year of the plate. */
export type FleetGroup = { stateId: number; digit: number | null; plateYear: number | null; n: number }

/** A plate without digits belongs to no calendar by digit. */
export const countOf = ({ stateIds, digits, plateYear }: StoredRule, groups: readonly FleetGroup[]): number =>
  groups
    .filter(({ stateId }) => stateIds === null || stateIds.includes(stateId))
    .filter(({ digit }) => digits === null || (digit !== null && digits.includes(digit)))
    .filter((group) => plateYear === null || group.plateYear === plateYear)
    .reduce((sum, { n }) => sum + n, 0)
