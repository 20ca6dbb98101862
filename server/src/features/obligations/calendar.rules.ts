// What an official calendar says of some days: whether it is shown, why not, and when it falls within them. Pure.
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
  /** Of weekdays or days of the month, so that it has no date. */
  daily: boolean
  says: string
  validFrom: string | null
  validTo: string | null
  source: string
  sourceDate: string | null
  note: string | null
  disagreement: string | null
  switched: boolean | null
}

/**
 * In the order in which they are told; the operator's word counts for what is in force and has dates, and for nothing
 * else.
 */
export const reasonNotShown = (rule: StoredRule, today: string): string | null => {
  const { spans, daily, validFrom, validTo, disagreement, switched } = rule
  if (validTo !== null && validTo < today) return `Su vigencia terminó el ${validTo}.`
  if (validFrom !== null && validFrom > today) return `Su vigencia empieza el ${validFrom}.`
  if (daily) return 'Es de todos los días, no un vencimiento.'
  if (spans.length === 0) return 'Sin fecha en la fuente.'
  if (switched === false) return 'Lo apagó el operador de este servidor.'
  if (switched === null && disagreement !== null) return disagreement
  return null
}

/** The last of February in a year that has no 29th. */
const ofYear = (day: string, year: number): string => {
  if (day.length > 5) return day
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29
  return `${year}-${day === '02-29' && !leap ? '02-28' : day}`
}

const latest = (a: string, b: string | null): string => (b !== null && b > a ? b : a)
const earlier = (a: string, b: string | null): string => (b !== null && b < a ? b : a)

/** Whole occurrences that touch the days asked for and lie within the rule's own time, by date. */
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

/** Days of the weeks that are shown where none were asked for. */
export const usualDays = (from: string, weeks: number): Span => ({ from, to: weekOf(from, weeks - 1).to })

/** Vehicles by state, last digit of the plate and, where a rule asks it, year of the plate. */
export type FleetGroup = { stateId: number; digit: number | null; plateYear: number | null; n: number }

/** A plate without digits is in no calendar by digit. */
export const countOf = ({ stateIds, digits, plateYear }: StoredRule, groups: readonly FleetGroup[]): number =>
  groups
    .filter(({ stateId }) => stateIds === null || stateIds.includes(stateId))
    .filter(({ digit }) => digits === null || (digit !== null && digits.includes(digit)))
    .filter((group) => plateYear === null || group.plateYear === plateYear)
    .reduce((sum, { n }) => sum + n, 0)
