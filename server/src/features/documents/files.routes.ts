// Serves the files of documents at signed addresses, to display or to save. The media type comes only from the
// database, and only types that cannot run code are displayed.
import { documents } from '@padron/contract/documents'
import { DOCUMENT_FILES } from '@padron/contract/rules/document-rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { HttpProblem, notFound } from '../../errors/http-problem.ts'
import { attachment } from '../../files/attachment.ts'
import { byteRange } from '../../files/byte-range.ts'
import { type ContentStore, contentKey } from '../../files/contents/content-store.ts'
import { asReadTrouble } from '../../files/contents/store-trouble.ts'
import { inPlace } from '../../files/in-place.ts'
import type { LinkQuery, SignedLinks } from '../../files/signed-links.ts'
import type { Kit } from '../../http/serve.ts'
import { readAsLink } from '../../jobs/link-requester.ts'
import { filePath, previewOf } from './documents.queries.ts'

type Route = {
  Params: { tenantId: string; documentId: string; version: string }
  Querystring: LinkQuery
}
type Found = { sha256: string; name: string; type: string; size: number }

/** @returns undefined if the file or document does not exist, was removed, or the company is suspended */
const find = (
  kit: Kit,
  tenantId: number,
  { documentId, version, requester }: { documentId: number; version: number; requester: string | undefined },
): Promise<Found | undefined> =>
  readAsLink(kit.db, tenantId, { requester, needs: documents.files.needs }, async (tx) => {
    const { rows } = await sql<Found>`
      select x.sha256, x.file_name as name, s.media_type as type, s.size
      from document_version x
      join document d on d.tenant_id = x.tenant_id and d.document_id = x.document_id and d.removed_at is null
      join stored_file s on s.tenant_id = x.tenant_id and s.sha256 = x.sha256
      join company c on c.tenant_id = x.tenant_id and c.suspended_at is null
      where x.tenant_id = ${tenantId} and x.document_id = ${documentId} and x.version = ${version}`.execute(tx)
    return rows[0]
  })

const KNOWN = new Set<string>(DOCUMENT_FILES.map(({ type }) => type))
const headersOf = ({ name, type }: Found, saved: boolean): Record<string, string> => {
  if (!KNOWN.has(type)) return attachment(name, 'application/octet-stream')
  return saved || previewOf(type) === null ? attachment(name, type) : inPlace(name, type)
}

export const documentFiles = (app: FastifyInstance, kit: Kit, links: SignedLinks, contents: ContentStore): void => {
  const answer = (saved: boolean) => async (request: FastifyRequest<Route>, reply: FastifyReply) => {
    const [tenantId, documentId, version] = [
      request.params.tenantId,
      request.params.documentId,
      request.params.version,
    ].map(Number) as [number, number, number]
    const path = filePath(tenantId, documentId, version)
    if (!(await links.isValid(saved ? `${path}/save` : path, request.query))) throw notFound()
    const found = await find(kit, tenantId, { documentId, version, requester: request.query.u })
    if (!found) throw notFound()
    const range = byteRange(request.headers.range, found.size)
    if (range === 'none')
      throw new HttpProblem(416, 'El archivo no tiene los bytes que se piden.', undefined, {
        'content-range': `bytes */${found.size}`,
      })
    const file = await contents.read(contentKey(tenantId, found.sha256), range).catch((error: unknown) => {
      throw asReadTrouble(error)
    })
    if (!file) throw notFound()
    const length = range ? range.end - range.start + 1 : found.size
    if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${found.size}`)
    return reply
      .headers(headersOf(found, saved))
      .header('accept-ranges', 'bytes')
      .header('content-length', length)
      .send(file)
  }
  const schema = { hide: true }
  app.get<Route>('/files/documents/:tenantId/:documentId/:version', { schema }, answer(false))
  app.get<Route>('/files/documents/:tenantId/:documentId/:version/save', { schema }, answer(true))
}
