// A job's result, opened by a signed address: from the panel for minutes, from a letter for as long as the file is kept.
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readAsTenant } from '../../db/client.ts'
import { attachment } from '../../files/attachment.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import type { FileStore } from '../../files/store.ts'
import { notFound } from '../../http/problem.ts'
import type { Kit } from '../../http/serve.ts'

type Route = { Params: { tenantId: string; itemId: string }; Querystring: { e?: string; s?: string } }
type Result = { path: string; name: string; type: string; size: number }

/** @returns undefined once it is past its time, its job is gone, or the company is suspended */
const find = (kit: Kit, tenantId: number, itemId: string): Promise<Result | undefined> =>
  readAsTenant(kit.db, tenantId, async (tx) => {
    const { rows } = await sql<Result>`
      select q.file_path as path, q.file_name as name, q.file_type as type, q.file_size as size
      from queue_item q join company c on c.tenant_id = q.tenant_id and c.suspended_at is null
      where q.tenant_id = ${tenantId} and q.queue_item_id = ${itemId} and q.file_path is not null and q.file_until > now()`.execute(
      tx,
    )
    return rows[0]
  })

export const jobResults = (app: FastifyInstance, kit: Kit, links: SignedLinks, files: FileStore): void => {
  app.get<Route>('/files/results/:tenantId/:itemId', { schema: { hide: true } }, async (request, reply) => {
    const { tenantId, itemId } = request.params
    const valid = await links.isValid(`/files/results/${tenantId}/${itemId}`, request.query)
    if (!/^[\da-f-]{36}$/.test(itemId) || !valid) throw notFound()
    const found = await find(kit, Number(tenantId), itemId)
    const file = found && (await files.read(found.path))
    if (!found || !file) throw notFound()
    return reply.headers(attachment(found.name, found.type)).header('content-length', found.size).send(file)
  })
}
