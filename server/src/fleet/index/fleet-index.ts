// The interface of the fleet index for the rest of the server: a page of the list, the vehicles of a query, and the
// values of a field.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import type { SuggestedField } from '@padron/contract/vehicles/fields'
import type { Db, Tx } from '../../db/client.ts'
import { fleetVersion } from '../../db/fleet-version.ts'
import { scopeOf } from '../../db/scope.ts'
import type { Page, Where } from '../rows.queries.ts'
import type { Fleet } from '../where.ts'
import { backgroundReader } from './background-reads.ts'
import type { ColumnField } from './column-fields.ts'
import { createFigureCache, type FigureCache } from './figure-cache.ts'
import { createFleetCache, withoutWaiting } from './fleet-cache.ts'
import { type Listed, type ListScope, listVehicles, narrowQuery } from './page.ts'
import { readAhead, warmUp } from './read-ahead.ts'
import { findContaining, findRanked } from './search.ts'
import { suggestions } from './suggestions.ts'

export type FleetIndex = {
  page: (tx: Tx, company: ListScope, query: FleetQuery, page: Page) => Promise<Listed>
  /**
   * The query as SQL, with the ids that cached columns find; it does not wait for columns.
   * @param few more ids than this are not used
   */
  ids: (tx: Tx, fleet: Fleet, query: FleetQuery, few: number) => Promise<Where>
  /**
   * The vehicles whose plate, VIN or identifier contains one of these texts, ordered by plate.
   * @param version of the fleet's fields in the transaction
   * @returns undefined if the columns are not cached yet: it does not wait for them
   */
  findByIdentifier: (
    tx: Tx,
    tenantId: number,
    version: number,
    texts: readonly string[],
    atMost: number,
  ) => Promise<number[] | undefined>
  /**
   * The vehicles whose fields match one of the texts best, best first.
   * @returns undefined if the columns cannot be read
   */
  findRanked: (
    tx: Tx,
    tenantId: number,
    fields: readonly ColumnField[],
    texts: readonly string[],
    atMost: number,
  ) => Promise<number[] | undefined>
  suggest: (tx: Tx, tenantId: number, field: SuggestedField, like: string) => Promise<string[]>
  /** Counts, cached until the fleet changes. */
  figures: FigureCache
  /** Reads the large fleets of signed-in users, so that a restart does not slow them. */
  warmUp: () => Promise<void>
}

/** Cached lists of parts of fleets: some megabytes each for a large part. */
const LISTS_AT_MOST = 24
const IDENTIFIERS = ['plate', 'vin', 'customId'] as const

/** @param leaving aborts the background reads */
export const createFleetIndex = (db: Db, leaving: AbortSignal): FleetIndex => {
  const fleets = createFleetCache({ background: backgroundReader(db, leaving) })
  const ahead = readAhead(fleets)
  const figures = createFigureCache()
  const lists = createFigureCache(LISTS_AT_MOST)
  return {
    page: async (tx, company, query, page) => {
      const listed = await listVehicles(tx, company, query, page, { figures, fleets, lists })
      if (scopeOf(tx) === undefined) ahead(company.tenantId, listed.totalCount)
      return listed
    },
    ids: (tx, fleet, query, few) => narrowQuery(tx, fleet, query, withoutWaiting(fleets), few),
    findByIdentifier: async (tx, tenantId, version, texts, atMost) => {
      const fleet = await withoutWaiting(fleets)(tx, tenantId, IDENTIFIERS, version)
      return fleet && findContaining(fleet, IDENTIFIERS, texts, atMost)
    },
    findRanked: async (tx, tenantId, fields, texts, atMost) => {
      const { fieldsVersion } = await fleetVersion(tx, tenantId)
      const fleet = await fleets(tx, tenantId, fields, fieldsVersion)
      return fleet && findRanked(fleet, fields, texts, atMost)
    },
    suggest: (tx, tenantId, field, like) => suggestions(tx, tenantId, field, like, fleets),
    figures,
    warmUp: () => warmUp(db, ahead),
  }
}
