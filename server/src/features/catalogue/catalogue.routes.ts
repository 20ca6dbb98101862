// The catalogue's calls: the paged list, the search box, the totals of the menu and the screen's reference lists.
import { ASSET_STATUSES, bareIdentifier } from '@padron/contract/assets'
import { PAGE_SIZE, type catalogue as rows } from '@padron/contract/catalogue'
import type { Coverage } from '@padron/contract/catalogue/rows'
import { statesOf } from '@padron/contract/places/states'
import { readAsTenant, type Tx } from '../../db/client.ts'
import { fleetVersion } from '../../db/fleet-version.ts'
import { fleetViewOf, wholeFleet } from '../../db/fleet-view.ts'
import { claimedType } from '../../files/evidence.ts'
import { refuseHidden, refuseTagQuery } from '../../fleet/access.ts'
import type { FleetIndex } from '../../fleet/index/fleet-index.ts'
import { asWrittenJson } from '../../http/replies/written-json.ts'
import type { Handlers } from '../../http/serve.ts'
import { bestMatch } from './best-match.ts'
import { automaticTypes, basicStats } from './catalogue.queries.ts'
import { coverageOf } from './coverage.ts'
import { createCoverageCache } from './coverage-cache.ts'
import { platesInPhoto } from './plate-photo.ts'

/** For coverage more ids are still faster than a scan of the fleet. */
const MANY = 300_000

export const catalogue = (index: FleetIndex, coverages = createCoverageCache()): Handlers<typeof rows> => ({
  list: async ({ body, session, tx }) => {
    const { dateFilters, ...page } = body.pagination ?? { page: 1, pageSize: PAGE_SIZE }
    const query = { vehicleClass: body.vehicleClass, dateFilters }
    const { tenantId, timeZone, roles } = session
    refuseTagQuery(roles, query, page.sortBy)
    refuseHidden(roles, query)
    const scope = { tenantId, timeZone, tags: roles.has('tags_read') }
    const { vehicles, totalCount } = await index.page(tx, scope, query, page)
    return asWrittenJson(`{"vehicles":[${vehicles.join(',')}],"totalCount":${totalCount}}`)
  },

  bestMatch: async ({ body, session: { tenantId }, tx }) => {
    const typed = body.like.trim()
    const fragments = [...new Set([typed, bareIdentifier(typed)])].filter((fragment) => fragment !== '')
    return fragments.length > 0 ? bestMatch(tx, tenantId, fragments, index) : []
  },

  platesInPhoto: ({ file, session, kit: { db }, request }) =>
    platesInPhoto(db, session, { file, mediaType: claimedType(request.headers) }),

  coverage: async ({ body, session, kit: { db } }) => {
    refuseTagQuery(session.roles, body)
    refuseHidden(session.roles, body)
    const { tenantId, timeZone } = session
    const fleet = { tenantId, timeZone }
    const read = <T>(work: (tx: Tx) => Promise<T>) => readAsTenant(db, tenantId, work)
    const version = async () => (await read((tx) => fleetVersion(tx, tenantId))).version
    const view = db.scope === undefined ? wholeFleet(tenantId) : await read((tx) => fleetViewOf(tx, tenantId))
    const whereIn = (tx: Tx) => index.ids(tx, fleet, body, MANY)
    const work = (limitMs: number) => read((tx) => coverageOf(tx, body, fleet, { whereIn, limitMs }))
    return (
      (await coverages(tenantId, version, `${view} ${JSON.stringify(body)}`, work)) ?? asWrittenJson<Coverage>('null')
    )
  },

  suggestions: async ({ query: { field, like = '' }, session: { tenantId }, tx }) => ({
    values: await index.suggest(tx, tenantId, field, like),
  }),

  assetStatuses: () => ASSET_STATUSES.map(({ id, text }) => ({ vehicleAssetStatusId: id, assetStatus: text })),

  basicStats: async ({ session: { tenantId }, tx }) => {
    const [{ fieldsVersion }, view] = await Promise.all([fleetVersion(tx, tenantId), fleetViewOf(tx, tenantId)])
    return { vehicles: await index.figures(view, fieldsVersion, 'basicStats', () => basicStats(tx, tenantId)) }
  },

  states: async ({ session: { country }, tx }) => {
    const types = await automaticTypes(tx, country)
    const sources = (stateId: number) => [...new Set([...(types.get(null) ?? []), ...(types.get(stateId) ?? [])])]
    return {
      states: statesOf(country).map(({ stateId, stateName }) => ({ stateId, stateName, sources: sources(stateId) })),
    }
  },
})
