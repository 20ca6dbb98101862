// Serves the stored answer of a check. It is hostile input: shown as plain text in a sandbox, never as a page. The
// address is signed, because a browser's link carries no token.
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { RawAnswer } from '../../checks/connectors/connector.ts'
import { readAsTenant } from '../../db/client.ts'
import { isUuid } from '../../db/uuid.ts'
import { notFound } from '../../errors/http-problem.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import type { Kit } from '../../http/serve.ts'

type StoredAnswer = { startedAt: string; raw: Buffer | null; sha256: Buffer | null }
type Route = { Params: { tenantId: string; runId: string }; Querystring: { e?: string; s?: string } }

const DIFFERS = 'ATENCIÓN: La respuesta guardada no coincide con su huella'

/** @returns undefined if it cannot be unpacked, which means that it was altered */
const unpack = (raw: Buffer): { sha256: string; answers: readonly RawAnswer[] } | undefined => {
  try {
    const text = gunzipSync(raw)
    const answers: unknown = JSON.parse(text.toString('utf8'))
    if (!Array.isArray(answers)) return undefined
    return { sha256: createHash('sha256').update(text).digest('hex'), answers }
  } catch {
    return undefined
  }
}

/** @param print the hash stored with the answer: a hash computed from the file would always match */
const asText = (startedAt: string, print: string | undefined, raw: Buffer): string => {
  const read = unpack(raw)
  const head = [`Consulta del ${startedAt}`, `SHA-256 de la respuesta guardada: ${print ?? 'no se guardó'}`]
  if (!read) return [...head, `${DIFFERS}: ya no se puede abrir.`].join('\n')
  const differs = read.sha256 === print ? [] : [`${DIFFERS}: lo que sigue tiene la huella ${read.sha256}.`]
  const answers = read.answers.map(
    ({ request, status, contentType, body }) => `\n──── ${request} → ${status} ${contentType}\n\n${body}`,
  )
  return [...head, ...differs, ...answers].join('\n')
}

/**
 * An answer about several vehicles of a holder is stored with the first of them.
 * @returns undefined if the company is suspended
 */
const find = (kit: Kit, tenantId: number, runId: string): Promise<StoredAnswer | undefined> =>
  readAsTenant(kit.db, tenantId, async (tx) => {
    const { rows } = await sql<StoredAnswer>`
      select r.started_at as "startedAt", coalesce(r.raw, k.raw) as raw, case
        when r.raw is null then k.raw_sha256
        else r.raw_sha256 end as sha256
      from check_run r
      join company c on c.tenant_id = r.tenant_id and c.suspended_at is null
      left join check_run k on k.tenant_id = r.tenant_id and k.run_id = r.raw_of
      where r.tenant_id = ${tenantId} and r.run_id = ${runId}`.execute(tx)
    return rows[0]
  })

export const evidence = (app: FastifyInstance, kit: Kit, links: SignedLinks): void => {
  app.get<Route>('/files/evidence/:tenantId/:runId', { schema: { hide: true } }, async (request, reply) => {
    const { tenantId, runId } = request.params
    const valid = await links.isValid(`/files/evidence/${tenantId}/${runId}`, request.query)
    if (!isUuid(runId) || !valid) throw notFound()
    const run = await find(kit, Number(tenantId), runId)
    if (!run?.raw) throw notFound()
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', `inline; filename="evidencia-${runId}.txt"`)
      .header('cache-control', 'private, no-store')
      .send(asText(run.startedAt, run.sha256?.toString('hex'), run.raw))
  })
}
