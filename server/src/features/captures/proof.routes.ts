// Serves evidence files at a signed address, inline. They come from people and sources: only a PDF or image by its
// content, with the detected type, and nothing in it may run.
import { resourceStatus } from '@padron/contract/resource-status'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { isUuid } from '../../db/uuid.ts'
import { notFound } from '../../errors/http-problem.ts'
import type { FileStore } from '../../files/contents/file-store.ts'
import { inPlace } from '../../files/in-place.ts'
import type { LinkQuery, SignedLinks } from '../../files/signed-links.ts'
import { sendStored } from '../../http/replies/send-stored.ts'
import type { Kit } from '../../http/serve.ts'
import { readAsLink } from '../../jobs/link-requester.ts'

type Route = { Params: { tenantId: string; fileId: string }; Querystring: LinkQuery }
/** A stored proof, or a PDF that waits for a person. */
type Kind = 'proof' | 'reading'
type Proof = { path: string; name: string; type: string; size: number }

/** @returns undefined if it was deleted or the company is suspended */
const find = (
  kit: Kit,
  tenantId: number,
  { kind, fileId, requester }: { kind: Kind; fileId: string; requester: string | undefined },
): Promise<Proof | undefined> =>
  readAsLink(kit.db, tenantId, { requester, needs: resourceStatus.byResource.needs }, async (tx) => {
    const { rows } = await sql<Proof>`
      select e.path, e.file_name as name, ${kind === 'proof' ? sql`e.media_type` : sql`'application/pdf'`} as type,
        e.size
      from ${sql.table(kind === 'proof' ? 'evidence_file' : 'capture_reading')} e
      join company c on c.tenant_id = e.tenant_id and c.suspended_at is null
      where e.tenant_id = ${tenantId}
        and e.${sql.ref(kind === 'proof' ? 'file_id' : 'reading_id')} = ${fileId}`.execute(tx)
    return rows[0]
  })

export const proofs = (app: FastifyInstance, kit: Kit, links: SignedLinks, evidence: FileStore): void => {
  for (const kind of ['proof', 'reading'] as const)
    app.get<Route>(`/files/${kind}/:tenantId/:fileId`, { schema: { hide: true } }, async (request, reply) => {
      const { tenantId, fileId } = request.params
      const valid = await links.isValid(`/files/${kind}/${tenantId}/${fileId}`, request.query)
      if (!isUuid(fileId) || !valid) throw notFound()
      const found = await find(kit, Number(tenantId), { kind, fileId, requester: request.query.u })
      return sendStored(reply, evidence, found, inPlace)
    })
}
