// Answers a query from columns: which columns it needs, which vehicles match, and the page in the requested order.
import type { DateFilter, FleetQuery, VehicleFilter } from '@padron/contract/catalogue/filter'
import { addDays } from '@padron/contract/days'
import { STATUS_COLUMNS } from '@padron/contract/resources'
import { VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import { ADDITIONAL_FILTERS } from '../additional-filters.ts'
import type { Page } from '../rows.queries.ts'
import { daysOf, listTextFilters, toList } from '../where.ts'
import { type CachedFleet, findPlace, inOrderOf } from './cached-fleet.ts'
import { type ColumnField, isColumnField, numberText } from './column-fields.ts'
import { beginningWith, between, codeOf, containing, type Dictionary, endingWith } from './dictionary.ts'
import { fold } from './fold.ts'

/** A condition on one column: marks, by code, of the matching values. */
type Test = { field: ColumnField; marks: (dictionary: Dictionary) => Uint8Array }
/** The start of each day, in UTC, the time zone of the columns. */
export type Beginnings = ReadonlyMap<string, string>

export type Search = { tests: readonly Test[]; sortBy: ColumnField; fields: readonly ColumnField[] }

const anyOf = (field: ColumnField, values: number | readonly number[] | undefined): Test[] => {
  const list = toList(values)
  if (!list) return []
  const marks = (dictionary: Dictionary) => {
    const found = new Uint8Array(dictionary.size + 1)
    for (const id of list) {
      const code = codeOf(dictionary, numberText(id))
      if (code !== undefined) found[code] = 1
    }
    return found
  }
  return [{ field, marks }]
}

const withTags = (tags: VehicleFilter['tags']): Test[] => {
  if (!tags || tags.length === 0) return []
  const marks = (dictionary: Dictionary) => {
    const found = new Uint8Array(dictionary.size + 1)
    for (const { tagId } of tags)
      for (const [code, has] of containing(dictionary, `,${tagId},`).entries()) if (has) found[code] = 1
    return found
  }
  return [{ field: 'tagIds', marks }]
}

const isMoment = (name: string): boolean => VEHICLE_FIELDS.find(({ field }) => field === name)?.kind === 'moment'

/** The days whose start, in the company's time zone, the query needs. */
export const momentsOf = (dates: readonly DateFilter[]): string[] =>
  dates.flatMap((date) => {
    const { from, to } = daysOf(date)
    return isMoment(date.dateParameter) ? [...(from ? [from] : []), ...(to ? [addDays(to, 1)] : [])] : []
  })

const withinDays = (date: DateFilter, beginnings: Beginnings): Test => {
  const { from, to } = daysOf(date)
  const begins = (day: string) => (isMoment(date.dateParameter) ? (beginnings.get(day) ?? day) : day)
  return {
    field: date.dateParameter,
    marks: (dictionary) => between(dictionary, from && begins(from), to && begins(addDays(to, 1))),
  }
}

const NOT_INDEXED = ['vehicleAssetId', ...STATUS_COLUMNS] as const
const CHAIN = ['replacedBy', 'replacing', 'historicGroupUUID'] as const

const isForDatabase = (filter: VehicleFilter): boolean =>
  NOT_INDEXED.some((field) => filter.vehicleAsset?.[field] !== undefined) ||
  CHAIN.some((field) => filter.assetHistoric?.[field] !== undefined) ||
  ADDITIONAL_FILTERS.some((key) => filter[key] !== undefined)

/** Splits a query into what columns can answer and the rest. */
export const splitQuery = ({ vehicleClass, dateFilters }: FleetQuery): { indexed: FleetQuery; rest: FleetQuery } => {
  const {
    vehicleAsset = {},
    exact,
    withoutYear,
    anyStatus,
    debts,
    withoutDebts,
    due,
    stolen,
    freshness,
    ...others
  } = vehicleClass
  const additional = { exact, withoutYear, anyStatus, debts, withoutDebts, due, stolen, freshness }
  const [own, rest] = [{ ...vehicleAsset }, { ...vehicleAsset }]
  for (const field of Object.keys(vehicleAsset) as (keyof typeof vehicleAsset)[])
    delete (NOT_INDEXED.some((each) => each === field) ? own : rest)[field]
  return {
    indexed: { vehicleClass: { ...others, vehicleAsset: own }, dateFilters },
    rest: { vehicleClass: { vehicleAsset: rest, ...additional } },
  }
}

/**
 * @param isPart whether the user sees a part of the fleet: no index orders a part
 * @returns undefined if a condition has no column, or if an index of the database answers as fast
 */
export const searchOf = (
  { vehicleClass, dateFilters = [] }: FleetQuery,
  sortBy: Page['sortBy'] = 'plate',
  beginnings: Beginnings = new Map(),
  isPart = false,
): Search | undefined => {
  if (!isColumnField(sortBy) || isForDatabase(vehicleClass)) return undefined
  const { vehicleAsset, state, model, vehicleInfo, tags, assetHistoric } = vehicleClass
  const status = anyOf('assetStatusId', assetHistoric?.assetStatusId)
  const others: Test[] = [
    ...anyOf('acquisitionReasonId', vehicleAsset?.acquisitionReasonId),
    ...anyOf('stateId', state?.stateId),
    ...anyOf('year', model?.year),
    ...anyOf('doors', vehicleInfo?.doors),
    ...listTextFilters(vehicleClass).map(([field, text]): Test => {
      const part = fold(text)
      return { field, marks: (dictionary) => containing(dictionary, part) }
    }),
    ...dateFilters.map((date) => withinDays(date, beginnings)),
    ...withTags(tags),
  ]
  const byIndex =
    !isPart && sortBy === 'plate' && others.length === 0 && (toList(assetHistoric?.assetStatusId)?.length ?? 1) === 1
  if (byIndex) return undefined
  const tests = [...status, ...others]
  return { tests, sortBy, fields: [...new Set<ColumnField>(['plate', sortBy, ...tests.map(({ field }) => field)])] }
}

/**
 * Marks the matching vehicles by place. Cost: one pass over the fleet per test, and a search in the column's values.
 */
const passing = (fleet: CachedFleet, tests: readonly Test[]): Uint8Array => {
  const passes = fleet.alive.slice(0, fleet.size)
  for (const { field, marks } of tests) {
    const column = fleet.columns.get(field)
    if (!column) throw new Error(`the fleet has no column ${field}`)
    const { codes } = column
    const matching = marks(column.dictionary)
    for (let place = 0; place < passes.length; place++)
      passes[place] = (passes[place] ?? 0) & (matching[codes[place] ?? 0] ?? 0)
  }
  return passes
}

/** Every matching vehicle; undefined if there are more than `atMost`. */
export const findAll = (fleet: CachedFleet, { tests }: Search, atMost: number): number[] | undefined => {
  const passes = passing(fleet, tests)
  const found: number[] = []
  for (let place = 0; place < passes.length; place++) {
    if (!passes[place]) continue
    if (found.length === atMost) return undefined
    found.push(fleet.ids[place] ?? 0)
  }
  return found
}

/** Keeps only the vehicles of these ids. Cost: a binary search for each. */
const onlyThese = (fleet: CachedFleet, passes: Uint8Array, ids: readonly number[]): Uint8Array => {
  const left = new Uint8Array(passes.length)
  for (const id of ids) {
    const place = findPlace(fleet, id)
    if (fleet.ids[place] === id) left[place] = passes[place] ?? 0
  }
  return left
}

/** The page's ids in their order, and the number of all matches. @param only limits the result to these vehicles */
export const findPage = (
  fleet: CachedFleet,
  { tests, sortBy }: Search,
  { page, pageSize, sortFilterOrder }: Page,
  only?: readonly number[],
) => {
  const passed = passing(fleet, tests)
  const passes = only ? onlyThese(fleet, passed, only) : passed
  let total = 0
  for (const each of passes) total += each
  const before = Math.min((page - 1) * pageSize, total)
  const limit = Math.min(pageSize, total - before)
  // Starts from the nearer end.
  const fromEnd = before > total - before - limit
  const order = wayThrough(fleet, sortBy, sortFilterOrder === 'desc')
  const places = walk(order, passes, fromEnd, fromEnd ? total - before - limit : before, limit)
  if (fromEnd) places.reverse()
  return { ids: places.map((place) => fleet.ids[place] ?? 0), total }
}

type Way = { length: number; at: (step: number) => number }

/** The places in their order; those without a value come last in both directions. */
const wayThrough = (fleet: CachedFleet, field: ColumnField, descending: boolean): Way => {
  const order = inOrderOf(fleet, field)
  if (!descending) return { length: order.length, at: (step) => order[step] ?? 0 }
  const column = fleet.columns.get(field)
  const isBlank = (step: number) => column?.codes[order[step] ?? 0] === column?.dictionary.size
  let [known, end] = [0, order.length]
  while (known < end) {
    const middle = (known + end) >>> 1
    if (isBlank(middle)) end = middle
    else known = middle + 1
  }
  return {
    length: order.length,
    at: (step) => order[step < known ? known - 1 - step : order.length - 1 - (step - known)] ?? 0,
  }
}

const walk = (
  { length, at }: Way,
  passes: Uint8Array,
  backwards: boolean,
  skipped: number,
  limit: number,
): number[] => {
  const found: number[] = []
  const by = backwards ? -1 : 1
  let left = skipped
  for (let step = backwards ? length - 1 : 0; found.length < limit && step >= 0 && step < length; step += by) {
    const place = at(step)
    if (passes[place] && left-- <= 0) found.push(place)
  }
  return found
}

/**
 * The vehicles with one of these texts in one of these fields, ordered by plate. Cost: a search in the
 * values of each field, and one pass over the fleet for each.
 */
export const findContaining = (
  fleet: CachedFleet,
  fields: readonly ColumnField[],
  texts: readonly string[],
  atMost: number,
): number[] => {
  const passes = new Uint8Array(fleet.size)
  for (const field of fields) {
    const column = fleet.columns.get(field)
    if (!column) throw new Error(`the fleet has no column ${field}`)
    const { codes, dictionary } = column
    for (const marks of texts.map((text) => containing(dictionary, fold(text))))
      for (let place = 0; place < passes.length; place++)
        if (marks[codes[place] ?? 0] && fleet.alive[place]) passes[place] = 1
  }
  const places = walk(wayThrough(fleet, 'plate', false), passes, false, 0, atMost)
  return places.map((place) => fleet.ids[place] ?? 0)
}

/**
 * By code, how well a value matches a text: 1 is the best, 0 no match. @param field index of the field among `fields`
 */
const ranksOf = (dictionary: Dictionary, text: string, field: number, fields: number): Uint8Array => {
  const ranks = containing(dictionary, text)
  const endMarks = endingWith(dictionary, text)
  for (let code = 0; code < ranks.length; code++) if (ranks[code]) ranks[code] = (endMarks[code] ? 2 : 3) + fields
  const { from, to } = beginningWith(dictionary, text)
  ranks.fill(2 + field, from, to)
  const whole = codeOf(dictionary, text)
  if (whole !== undefined) ranks[whole] = 1
  return ranks
}

/**
 * The same, ordered by how well they match: whole values, those that begin with it in the order of the fields, those
 * that end with it, then the others.
 */
export const findRanked = (
  fleet: CachedFleet,
  fields: readonly ColumnField[],
  texts: readonly string[],
  atMost: number,
): number[] => {
  const ranks = new Uint8Array(fleet.size)
  for (const [i, field] of fields.entries()) {
    const column = fleet.columns.get(field)
    if (!column) throw new Error(`the fleet has no column ${field}`)
    const { codes, dictionary } = column
    for (const text of texts.map(fold)) {
      const ranksByCode = ranksOf(dictionary, text, i, fields.length)
      for (let place = 0; place < ranks.length; place++) {
        const rank = ranksByCode[codes[place] ?? 0] ?? 0
        const before = ranks[place] ?? 0
        if (rank > 0 && (before === 0 || rank < before) && fleet.alive[place]) ranks[place] = rank
      }
    }
  }
  const found: number[][] = Array.from({ length: 4 + fields.length }, () => [])
  for (const place of inOrderOf(fleet, 'plate')) {
    const rank = ranks[place] ?? 0
    const ofRank = found[rank]
    if (rank > 0 && ofRank && ofRank.length < atMost) ofRank.push(place)
  }
  return found
    .flat()
    .slice(0, atMost)
    .map((place) => fleet.ids[place] ?? 0)
}

/** The values that contain a text, the most used first, each as the id of a vehicle that has it. */
export const mostUsed = (fleet: CachedFleet, field: ColumnField, part: string, atMost: number): number[] => {
  const column = fleet.columns.get(field)
  if (!column) throw new Error(`the fleet has no column ${field}`)
  const marks = containing(column.dictionary, fold(part))
  const uses = new Uint32Array(column.dictionary.size + 1)
  const examples = new Uint32Array(column.dictionary.size + 1)
  for (let place = 0; place < fleet.size; place++) {
    const code = column.codes[place] ?? 0
    if (!fleet.alive[place] || !marks[code]) continue
    uses[code] = (uses[code] ?? 0) + 1
    examples[code] = place
  }
  const used = [...marks.keys()].filter((code) => (uses[code] ?? 0) > 0)
  const best = used.sort((a, b) => (uses[b] ?? 0) - (uses[a] ?? 0) || a - b).slice(0, atMost)
  return best.map((code) => fleet.ids[examples[code] ?? 0] ?? 0)
}
