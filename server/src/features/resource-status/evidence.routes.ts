// The stored answer of a check, as the source gave it. It is hostile input kept as evidence: shown as plain text, in a
// sandbox, never as a page. Opened by a signed address, because a browser's link carries no token.
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
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
        .selectFrom('check_run')
        .select(['started_at', 'raw', 'raw_sha256'])
        .where('tenant_id', '=', Number(tenantId))
        .where('run_id', '=', runId)
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
