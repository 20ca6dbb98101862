// The direct download: a signed address carries the query, and the workbook is written while it is read, a few
// vehicles at a time, so that neither its size nor a slow client costs memory or a connection.
import type { Writable } from 'node:stream'
import { Sorting } from '@padron/contract/catalogue'
import { FleetQuery } from '@padron/contract/catalogue/filter'
import { DOWNLOAD_AT_MOST, exports as rows } from '@padron/contract/exports'
import { numberText } from '@padron/contract/texts/count-of'
import { Columns } from '@padron/contract/views'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import type { Db } from '../../db/client.ts'
import { readFromReplica } from '../../db/replica.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { datedFileName } from '../../files/dated-file-name.ts'
import { pack, unpack } from '../../files/packed-path.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import { writeWorkbook } from '../../files/xlsx/write/writer.ts'
import { mayQuery, mayQueryTags } from '../../fleet/access.ts'
import { fleetIds } from '../../fleet/chunks.ts'
import { type CompanyFacts, companyFacts } from '../../fleet/company.ts'
import { tagNamesOf } from '../../fleet/describe-filter.ts'
import { type FleetSource, fleetSheets } from '../../fleet/workbook/fleet-workbook.ts'
import type { WorkbookRequest } from '../../fleet/workbook/vehicles-sheet.ts'
import { streamWorkbook } from '../../http/replies/stream-workbook.ts'
import type { Kit } from '../../http/serve.ts'
import { LinkRequester, readAsLinkRequester } from '../../jobs/link-requester.ts'
import { withLocale } from '../../locale.ts'

const DownloadRequest = z.strictObject({
  ...LinkRequester.shape,
  query: FleetQuery,
  sort: Sorting,
  columns: z.optional(Columns),
})
export type DownloadRequest = z.infer<typeof DownloadRequest>

/** The signed path: the tenant, and the packed request, because an address must be short. */
export const downloadPath = (tenantId: number, request: DownloadRequest): string =>
  `/files/vehicles/${tenantId}/${pack(request)}`

const read = (packed: string): DownloadRequest | undefined => DownloadRequest.safeParse(unpack(packed)).data

/** @throws 422 if more vehicles match than when the address was made */
export const refuseTooMany = (count: number, found = numberText(count)): void => {
  if (count <= DOWNLOAD_AT_MOST) return
  const limit = numberText(DOWNLOAD_AT_MOST)
  throw refuse(422, `La descarga directa llega a ${limit} vehículos y el filtro tiene ${found}: use Generar Reporte.`)
}

type Found = { facts: CompanyFacts; ids: readonly number[]; tagNames: FleetSource['tagNames'] }
type Sent = Omit<WorkbookRequest, 'readAt'>

/** Streams the workbook while it is written. */
export const sendFleet = (reply: FastifyReply, db: Db, request: Sent, found: Found) => {
  const { facts } = found
  const { tenantId } = facts
  const read: FleetSource['read'] = (work) => readFromReplica(db, tenantId, work)
  return withLocale(facts.country, () => {
    const { sheets } = fleetSheets({ ...request, readAt: request.at }, { ...found, read })
    const name = datedFileName(facts.companyName, request.at, facts.timeZone, 'Vehículos')
    return streamWorkbook(reply, { tenantId, name, write: (into: Writable) => writeWorkbook(into, sheets) })
  })
}

/** Reads with the requester's current permissions: the address outlives a session but no permission. */
const open = (kit: Kit, tenantId: number, { userId, tokenId, query, sort }: DownloadRequest) =>
  readAsLinkRequester(kit.db, tenantId, { userId, tokenId }, rows.download.needs, async (tx, access, db) => {
    if (!mayQuery(access.roles, query) || !mayQueryTags(access.roles, query, sort.sortBy)) return undefined
    const facts = await companyFacts(tx, tenantId)
    const ids = await fleetIds(tx, query, sort, facts, DOWNLOAD_AT_MOST + 1)
    withLocale(facts.country, () => refuseTooMany(ids.length, 'más'))
    const withTags = access.roles.has('tags_read')
    const tagNames = withTags ? await tagNamesOf(tx, tenantId, query) : undefined
    return { db, who: access.username, withTags, facts, ids, tagNames }
  })

type Route = { Params: { tenantId: string; '*': string }; Querystring: { e?: string; s?: string } }

export const vehiclesDownload = (app: FastifyInstance, kit: Kit, links: SignedLinks): void => {
  app.get<Route>('/files/vehicles/:tenantId/*', { schema: { hide: true } }, async (request, reply) => {
    const { '*': packed } = request.params
    const tenantId = Number(request.params.tenantId)
    const valid = await links.isValid(`/files/vehicles/${request.params.tenantId}/${packed}`, request.query)
    const download = valid ? read(packed) : undefined
    const opened = download && (await open(kit, tenantId, download))
    if (!opened) throw notFound()
    const { db, who, withTags, ...found } = opened
    return sendFleet(reply, db, { ...download, who, withTags, at: kit.now() }, found)
  })
}
