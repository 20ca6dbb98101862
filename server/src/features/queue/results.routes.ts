// A job's result by signed address: from the panel for minutes, checked against the requester's current permissions;
// from an email for as long as the file is stored. What was made of a part of the fleet opens only while its requester
// sees that part.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { readAsTenant, type Tx } from '../../db/client.ts'
import { isUuid } from '../../db/uuid.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { attachment } from '../../files/attachment.ts'
import type { FileStore } from '../../files/contents/file-store.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import { sendStored } from '../../http/replies/send-stored.ts'
import type { Kit } from '../../http/serve.ts'
import { type LinkRequester, parseLinkRequester, readLinkRequesterAccess } from '../../jobs/link-requester.ts'
import { mayOpenResult, PART_CHANGED, resultPath, resultPathFor, seesAnotherPart } from '../../jobs/result-file.ts'
import type { NeedsOf } from './job-access.ts'

type Query = { e?: string; s?: string }
type Route = { Params: { tenantId: string; itemId: string }; Querystring: Query }
type RouteFor = { Params: { tenantId: string; requester: string; itemId: string }; Querystring: Query }
type Result = {
  path: string
  name: string
  type: string
  size: number
  queueId: number
  roles: string[] | null
  whoId: number | null
}
type ResultRequest = { tenantId: number; itemId: string; requester?: LinkRequester }
type Results = {
  files: FileStore
  needsOf: NeedsOf
}

/** @returns undefined if the file expired, its job was deleted, or the company is suspended */
const find = async (tx: Tx, { tenantId, itemId }: ResultRequest): Promise<Result | undefined> => {
  const { rows } = await sql<Result>`
    select q.file_path as path, q.file_name as name, q.file_type as type, q.file_size as size,
      q.queue_id as "queueId", q.file_roles as roles, (q.actor->>'id')::bigint as "whoId"
    from queue_item q
    join company c on c.tenant_id = q.tenant_id and c.suspended_at is null
    where q.tenant_id = ${tenantId}
      and q.queue_item_id = ${itemId}
      and q.file_path is not null
      and q.file_until > now()`.execute(tx)
  return rows[0]
}

/** @throws 403 if its requester now sees another part of the fleet than the one in the file */
const refuseOtherPart = async (tx: Tx, { tenantId, itemId }: ResultRequest, userId: number): Promise<void> => {
  if (await seesAnotherPart(tx, { tenantId, itemId }, userId)) throw refuse(403, PART_CHANGED)
}

const mayOpen = async (
  tx: Tx,
  request: ResultRequest,
  requester: LinkRequester,
  { roles, queueId, whoId }: Result,
  { needsOf }: Results,
) => {
  const needs = needsOf(queueId)
  const access = await readLinkRequesterAccess(tx, request.tenantId, requester, needs, true)
  if (access.refused !== undefined || !mayOpenResult(access.roles, needs, roles)) return false
  if (access.isScoped && whoId !== requester.userId) return false
  await refuseOtherPart(tx, request, requester.userId)
  return true
}

const send = async (reply: FastifyReply, kit: Kit, results: Results, request: ResultRequest) => {
  const { tenantId, requester } = request
  const found = await readAsTenant(kit.db, tenantId, async (tx) => {
    const result = await find(tx, request)
    if (!result) return undefined
    if (requester) return (await mayOpen(tx, request, requester, result, results)) ? result : undefined
    if (result.whoId !== null) await refuseOtherPart(tx, request, result.whoId)
    return result
  })
  return sendStored(reply, results.files, found, attachment)
}

export const jobResults = (app: FastifyInstance, kit: Kit, links: SignedLinks, results: Results): void => {
  /** @throws 404 if the signature does not match */
  const proven = async (path: string, query: Query, request: ResultRequest): Promise<ResultRequest> => {
    if (!isUuid(request.itemId) || !(await links.isValid(path, query))) throw notFound()
    return request
  }
  app.get<Route>('/files/results/:tenantId/:itemId', { schema: { hide: true } }, async ({ params, query }, reply) => {
    const request = { tenantId: Number(params.tenantId), itemId: params.itemId }
    return send(reply, kit, results, await proven(resultPath(request.tenantId, request.itemId), query, request))
  })
  app.get<RouteFor>(
    '/files/results/:tenantId/:requester/:itemId',
    { schema: { hide: true } },
    async ({ params, query }, reply) => {
      const requester = parseLinkRequester(params.requester)
      if (!requester) throw notFound()
      const request = { tenantId: Number(params.tenantId), itemId: params.itemId, requester }
      return send(
        reply,
        kit,
        results,
        await proven(resultPathFor(request.tenantId, requester, request.itemId), query, request),
      )
    },
  )
}
