// Serves a file of an email by its signed address, for as long as it is stored.
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readAsTenant } from '../../db/client.ts'
import { attachment } from '../../files/attachment.ts'
import type { FileStore } from '../../files/contents/file-store.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import { notFound } from '../../http/problem.ts'
import type { Kit } from '../../http/serve.ts'
import { emailFilePath } from './email-files.ts'

type Route = { Params: { tenantId: string; fileId: string }; Querystring: { e?: string; s?: string } }
type Found = { path: string; name: string; type: string; size: number }

/** @returns undefined if the file expired or the company is suspended */
const find = (kit: Kit, tenantId: number, fileId: string): Promise<Found | undefined> =>
  readAsTenant(kit.db, tenantId, async (tx) => {
    const { rows } = await sql<Found>`
      select f.path, f.file_name as name, f.media_type as type, f.size
      from report_file f join company c on c.tenant_id = f.tenant_id and c.suspended_at is null
      where f.tenant_id = ${tenantId} and f.file_id = ${fileId} and f.until > ${kit.now().toISOString()}`.execute(tx)
    return rows[0]
  })

export const emailFileRoutes = (app: FastifyInstance, kit: Kit, links: SignedLinks, files: FileStore): void => {
  app.get<Route>('/files/letters/:tenantId/:fileId', { schema: { hide: true } }, async (request, reply) => {
    const { tenantId, fileId } = request.params
    const valid = await links.isValid(emailFilePath(Number(tenantId), fileId), request.query)
    if (!/^[\da-f-]{36}$/.test(fileId) || !valid) throw notFound()
    const found = await find(kit, Number(tenantId), fileId)
    const file = found && (await files.read(found.path))
    if (!found || !file) throw notFound()
    return reply.headers(attachment(found.name, found.type)).header('content-length', found.size).send(file)
  })
}
