// A page of the catalogue with its exact total, by the fastest of three methods that return the same result: the
// columns in memory, the counts of a status, or an index of the database.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import { STATUS_COLUMNS } from '@padron/contract/resources'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { type FleetVersion, fleetVersion } from '../../db/fleet-version.ts'
import { fleetViewOf } from '../../db/fleet-view.ts'
import { scopeOf } from '../../db/scope.ts'
import { dependsOnChecks, hasUnversionedData } from '../additional-filters.ts'
import { orderBy } from '../order.ts'
import {
  countAll,
  idsOf,
  listPage,
  type Page,
  type RowJson,
  type RowScope,
  rowJsonByKey,
  type Where,
} from '../rows.queries.ts'
import { type Fleet, whereOf } from '../where.ts'
import type { FigureCache } from './figure-cache.ts'
import type { FleetCache } from './fleet-cache.ts'
import { groupingOf, pageByGroups } from './grouped-page.ts'
import { type Beginnings, findAll, findPage, momentsOf, searchOf, splitQuery } from './search.ts'

/** The caches of this process; `lists` has few entries, because each contains all ids of a list. */
export type Memory = { figures: FigureCache; fleets: FleetCache; lists: FigureCache }
export type Listed = { vehicles: RowJson; totalCount: number }
/** The company and which columns its rows have. */
export type ListScope = Fleet & RowScope

/** Pages up to this offset are read from the start, without the total. */
const NEAR = 1_000

const hasStatus = ({ vehicleClass: { vehicleAsset = {} } }: FleetQuery): boolean =>
  STATUS_COLUMNS.some((column) => vehicleAsset[column] !== undefined)
const movesWithChecks = (query: FleetQuery): boolean => hasStatus(query) || dependsOnChecks(query.vehicleClass)
/**
 * Some data, such as the date of the last check, changes without a version: counts that depend on it are not cached.
 */
const isUncacheable = ({ vehicleClass, dateFilters = [] }: FleetQuery): boolean =>
  hasUnversionedData(vehicleClass) || dateFilters.some(({ dateParameter }) => dateParameter === 'processedDate')

/** The cache key of a figure; days depend on the time zone. */
const cacheKey = ({ timeZone }: Fleet, query: FleetQuery): string => `${timeZone} ${JSON.stringify(query)}`

/** The count, cached under the version that a change of its data raises. */
const totalOf = async (
  tx: Tx,
  company: Fleet,
  query: FleetQuery,
  where: Where,
  at: FleetVersion,
  figures: FigureCache,
): Promise<number> => {
  const count = () => countAll(tx, where)
  if (isUncacheable(query)) return count()
  const view = await fleetViewOf(tx, company.tenantId)
  return movesWithChecks(query)
    ? figures(view, at.version, `checks ${cacheKey(company, query)}`, count)
    : figures(view, at.fieldsVersion, `fields ${cacheKey(company, query)}`, count)
}

/** When the days of the query's date filters begin in the company's time zone, in the format of the columns. */
const beginningsOf = async (tx: Tx, { dateFilters = [] }: FleetQuery, timeZone: string): Promise<Beginnings> => {
  const days = momentsOf(dateFilters)
  if (days.length === 0) return new Map()
  const { rows } = await sql<{ day: string; moment: string }>`
    select day, (day::timestamp at time zone ${timeZone})::text as moment
    from unnest(${days}::text[]) day`.execute(tx)
  return new Map(rows.map(({ day, moment }) => [day, moment]))
}

/** @returns undefined if columns cannot answer the query in this order */
const fromColumns = async (tx: Tx, company: Fleet, query: FleetQuery, sortBy: Page['sortBy'], fleets: FleetCache) => {
  const isPart = scopeOf(tx) !== undefined
  if (!searchOf(query, sortBy, new Map(), isPart)) return undefined
  const [{ fieldsVersion }, beginnings] = await Promise.all([
    fleetVersion(tx, company.tenantId),
    beginningsOf(tx, query, company.timeZone),
    fleetViewOf(tx, company.tenantId),
  ])
  const search = searchOf(query, sortBy, beginnings, isPart)
  const fleet = search && (await fleets(tx, company.tenantId, search.fields, fieldsVersion))
  return search && fleet ? { search, fleet } : undefined
}

/** More than any fleet has. */
const ALL = 2 ** 30
/** More ids than this do not help the database. */
const FEW = 20_000

/** More ids than this are not fetched for sorting here. */
const SORTED_HERE = 300_000
/**
 * Columns contain no data that checks write: the database finds these vehicles and the columns sort them. Cost: the
 * database returns 8 bytes per vehicle, unsorted; without the columns it would also read and sort their texts.
 */
const halfFromColumns = async (
  tx: Tx,
  company: Fleet,
  query: FleetQuery,
  page: Page,
  { fleets }: Pick<Memory, 'fleets'>,
) => {
  const { indexed, rest } = splitQuery(query)
  const isPart = scopeOf(tx) !== undefined
  const isWhole = searchOf(query, page.sortBy, new Map(), isPart) !== undefined // columns could answer, but were busy
  const isNamed = query.vehicleClass.vehicleAsset?.vehicleAssetId !== undefined // few vehicles, whatever the rest
  const isInOrder = page.sortBy === undefined || page.sortBy === 'plate' // an index orders the whole fleet
  if (isWhole || isNamed || (isInOrder && !isPart)) return undefined
  const first = await fromColumns(tx, company, indexed, page.sortBy, fleets)
  if (!first) return undefined
  const few = findAll(first.fleet, first.search, FEW)
  const { assetHistoric } = query.vehicleClass
  const where = whereOf({ vehicleClass: { ...rest.vehicleClass, assetHistoric } }, company)
  const only = await idsOf(tx, few ? sql`${where} and v.vehicle_id = any(${few}::bigint[])` : where, SORTED_HERE)
  // Requested again, because columns must be used before the next await.
  const found = only && (await fromColumns(tx, company, indexed, page.sortBy, fleets))
  return found && findPage(found.fleet, found.search, page, only)
}

/**
 * The query as SQL, in which texts, numbers, dates and tags are replaced by the ids that columns find, if those are no
 * more than `few`.
 */
export const narrowQuery = async (
  tx: Tx,
  company: Fleet,
  query: FleetQuery,
  fleets: FleetCache,
  few = FEW,
): Promise<Where> => {
  const { indexed, rest } = splitQuery(query)
  const found = await fromColumns(tx, company, indexed, 'plate', fleets)
  const ids = found && findAll(found.fleet, found.search, few)
  return ids ? sql`${whereOf(rest, company)} and v.vehicle_id = any(${ids}::bigint[])` : whereOf(query, company)
}

const pageFromIndex = async (
  tx: Tx,
  company: ListScope,
  query: FleetQuery,
  page: Page,
  { figures, fleets }: Memory,
): Promise<Listed> => {
  const { tenantId } = company
  const where = await narrowQuery(tx, company, query, fleets)
  const grouping = groupingOf(page.sortBy)
  if (grouping) {
    const [{ version }, view] = await Promise.all([fleetVersion(tx, tenantId), fleetViewOf(tx, tenantId)])
    return pageByGroups(tx, where, company, page, grouping, (count) =>
      isUncacheable(query) ? count() : figures(view, version, `${page.sortBy} ${cacheKey(company, query)}`, count),
    )
  }
  if ((page.page - 1) * page.pageSize <= NEAR) {
    // Both queries are sent together; the count follows only if it is not cached.
    const [at, { vehicles, found }] = await Promise.all([
      fleetVersion(tx, tenantId),
      listPage(tx, where, company, page),
    ])
    // A page that is not full is the last one: no count is needed.
    if (found < page.pageSize && (found > 0 || page.page === 1))
      return { vehicles, totalCount: (page.page - 1) * page.pageSize + found }
    return { vehicles, totalCount: await totalOf(tx, company, query, where, at, figures) }
  }
  const totalCount = await totalOf(tx, company, query, where, await fleetVersion(tx, tenantId), figures)
  const { vehicles } = await listPage(tx, where, company, page, totalCount)
  return { vehicles, totalCount }
}

/**
 * A page for a user who sees a part. No index orders a part, so the database reads each of its vehicles once per
 * version, filter and order; every page is a slice of that list.
 */
const pageOfPart = async (tx: Tx, company: ListScope, query: FleetQuery, page: Page, { fleets, lists }: Memory) => {
  const { sortBy, sortFilterOrder } = page
  const [{ version }, view] = await Promise.all([fleetVersion(tx, company.tenantId), fleetViewOf(tx, company.tenantId)])
  const ids = await lists(view, version, `${sortBy} ${sortFilterOrder} ${cacheKey(company, query)}`, async () => {
    const half = await halfFromColumns(tx, company, query, { ...page, page: 1, pageSize: ALL }, { fleets })
    const where = half ? undefined : await narrowQuery(tx, company, query, fleets)
    return half?.ids ?? (where && (await idsOf(tx, where, ALL, orderBy(sortBy, sortFilterOrder)))) ?? []
  })
  const before = (page.page - 1) * page.pageSize
  return { ids: ids.slice(before, before + page.pageSize), total: ids.length }
}

/** The id, if the query is one vehicle by id and nothing else. */
const onlyOne = ({ vehicleClass, dateFilters = [] }: FleetQuery, { page }: Page): number | undefined => {
  const { vehicleAsset: { vehicleAssetId: id, ...others } = {}, ...groups } = vehicleClass
  const isAll = page === 1 && dateFilters.length === 0 && isEmpty(others) && isEmpty(groups)
  return isAll && typeof id === 'number' ? id : undefined
}
const isEmpty = (group: object): boolean => Object.values(group).every((value) => value === undefined)

export const listVehicles = async (
  tx: Tx,
  company: ListScope,
  query: FleetQuery,
  page: Page,
  memory: Memory,
): Promise<Listed> => {
  const id = onlyOne(query, page)
  if (id !== undefined) {
    const vehicles = await rowJsonByKey(tx, company, [id])
    return { vehicles, totalCount: vehicles.length }
  }
  const columns = await fromColumns(tx, company, query, page.sortBy, memory.fleets)
  const isListed = scopeOf(tx) !== undefined && !isUncacheable(query)
  const found = columns
    ? findPage(columns.fleet, columns.search, page)
    : await (isListed ? pageOfPart : halfFromColumns)(tx, company, query, page, memory)
  if (!found) return pageFromIndex(tx, company, query, page, memory)
  return { vehicles: await rowJsonByKey(tx, company, found.ids), totalCount: found.total }
}
