// The stored answer of a check, as the source gave it. It is hostile input kept as evidence: shown as plain text, in a
// sandbox, never as a page. Opened by a signed address, because a browser's link carries no token.
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readAsTenant } from '../../db/client.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import { notFound } from '../../http/problem.ts'
import type { Kit } from '../../http/serve.ts'
import type { RawAnswer } from '../../resources/connector.ts'

type Route = { Params: { tenantId: string; runId: string }; Querystring: { e?: string; s?: string } }

const asText = (startedAt: string, sha256: string, answers: readonly RawAnswer[]): string =>
  [
    `Consulta del ${startedAt}`,
    `SHA-256 de la respuesta guardada: ${sha256}`,
    ...answers.map(
      ({ request, status, contentType, body }) => `\n──── ${request} → ${status} ${contentType}\n\n${body}`,
    ),
  ].join('\n')

export const evidence = (app: FastifyInstance, kit: Kit, links: SignedLinks): void => {
  app.get<Route>('/files/evidence/:tenantId/:runId', { schema: { hide: true } }, async (request, reply) => {
    const { tenantId, runId } = request.params
    const valid = await links.isValid(`/files/evidence/${tenantId}/${runId}`, request.query)
    if (!/^[\da-f-]{36}$/.test(runId) || !valid) throw notFound()
    const run = await readAsTenant(kit.db, Number(tenantId), (tx) =>
      tx
        .selectFrom('check_run as r')
        // One answer about a holder's vehicles is kept with the first of them.
        .leftJoin('check_run as k', (on) =>
          on.onRef('k.tenant_id', '=', 'r.tenant_id').onRef('k.run_id', '=', 'r.raw_of'),
        )
        .select(['r.started_at', sql<Buffer | null>`coalesce(r.raw, k.raw)`.as('raw')])
        .where('r.tenant_id', '=', Number(tenantId))
        .where('r.run_id', '=', runId)
        .executeTakeFirst(),
    )
    if (!run?.raw) throw notFound()
    const unpacked = gunzipSync(run.raw)
    const answers = JSON.parse(unpacked.toString('utf8')) as RawAnswer[]
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', `inline; filename="evidencia-${runId}.txt"`)
      .header('cache-control', 'private, no-store')
      .send(asText(run.started_at, createHash('sha256').update(unpacked).digest('hex'), answers))
  })
}
