// The catalogue's calls: the paged list, the search box, the totals of the menu and the screen's reference lists.
import { ASSET_STATUSES, bareIdentifier } from '@padron/contract/assets'
import { PAGE_SIZE, type catalogue as rows } from '@padron/contract/catalogue'
import { statesOf } from '@padron/contract/states'
import type { Handlers } from '../../http/serve.ts'
import { resourcesFor } from '../../resources/catalogue.ts'
import { askedPortals, basicStats, bestMatch, countAll, fleetVersion, listPage, whereOf } from './catalogue.queries.ts'
import { keepFigures } from './counts.ts'

export const catalogue = (kept = keepFigures()): Handlers<typeof rows> => ({
  list: async ({ body, session: { tenantId }, tx }) => {
    const where = whereOf(body.vehicleClass, tenantId)
    const pagination = body.pagination ?? { page: 1, pageSize: PAGE_SIZE }
    // Both travel together; the count follows only when the fleet or the filter is new.
    const [version, vehicles] = await Promise.all([
      fleetVersion(tx, tenantId),
      listPage(tx, where, tenantId, pagination),
    ])
    const totalCount = await kept(tenantId, version, JSON.stringify(body.vehicleClass), () => countAll(tx, where))
    return { vehicles, totalCount }
  },

  bestMatch: async ({ body, session: { tenantId }, tx }) => {
    const typed = body.like.trim()
    const fragments = [...new Set([typed, bareIdentifier(typed)])].filter((fragment) => fragment !== '')
    return fragments.length > 0 ? bestMatch(tx, tenantId, fragments) : []
  },

  assetStatuses: () => ASSET_STATUSES.map(({ id, text }) => ({ vehicleAssetStatusId: id, assetStatus: text })),

  basicStats: async ({ session: { tenantId }, tx }) => {
    const version = await fleetVersion(tx, tenantId)
    return { vehicles: await kept(tenantId, version, 'basicStats', () => basicStats(tx, tenantId)) }
  },

  states: async ({ session: { country }, tx }) => {
    const asked = await askedPortals(tx)
    const sources = (stateId: number) => [
      ...new Set(
        resourcesFor(country, stateId).flatMap(({ connector, portal, type }) =>
          connector && asked.has(portal) ? [type] : [],
        ),
      ),
    ]
    return {
      states: statesOf(country).map(({ stateId, stateName }) => ({ stateId, stateName, sources: sources(stateId) })),
    }
  },
})
