// Template downloads: an empty one at once, filled ones at a signed address, written while their vehicles are read.
import type { Writable } from 'node:stream'
import { FleetQuery } from '@padron/contract/catalogue/filter'
import { IMPORT_NEEDS } from '@padron/contract/imports'
import { type TemplateKind, templateKind } from '@padron/contract/template/kinds'
import { numberText } from '@padron/contract/texts/count-of'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { readAsTenant, type Tx } from '../../../db/client.ts'
import { notFound, refuse } from '../../../errors/http-problem.ts'
import { pack, unpack } from '../../../files/packed-path.ts'
import type { SignedLinks } from '../../../files/signed-links.ts'
import { mayQuery, mayQueryTags, refuseHidden, refuseTagQuery } from '../../../fleet/access.ts'
import { companyFacts } from '../../../fleet/company.ts'
import { countAll } from '../../../fleet/rows.queries.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { streamWorkbook } from '../../../http/replies/stream-workbook.ts'
import type { Kit } from '../../../http/serve.ts'
import { LinkRequester, linkRequesterOf, readLinkRequesterAccess } from '../../../jobs/link-requester.ts'
import { type FilledKind, fillable, fillableIds, filledRows, listsOf } from './rows.queries.ts'
import { type TemplateRow, writeTemplate } from './workbook.ts'

/** The maximum number of rows of a workbook that is read. */
const VEHICLES_AT_MOST = 100_000
const CHUNK = 500

type TemplateRequest = { session: Session; kit: Kit; now: Date; reply: FastifyReply }

export const emptyTemplate = async ({ session, kit, now, reply }: TemplateRequest, kind: TemplateKind) => {
  const { tenantId, country, roles } = session
  const lists = await readAsTenant(kit.db, tenantId, (tx) => listsOf(tx, tenantId, roles.has('tags_read')))
  const write = (into: Writable) => writeTemplate(into, { kind, country, thisYear: now.getUTCFullYear(), lists })
  return streamWorkbook(reply, { tenantId, name: templateKind(kind).fileName, write })
}

const FilledRequest = z.strictObject({ ...LinkRequester.shape, query: FleetQuery })

const refuseTooMany = (count: number): void => {
  if (count <= VEHICLES_AT_MOST) return
  const [most, found] = [VEHICLES_AT_MOST, count].map((n) => numberText(n))
  throw refuse(
    422,
    `Una plantilla lleva hasta ${most} vehículos y el filtro tiene ${found}: acote el filtro del catálogo.`,
  )
}

export const filledTemplate = async (
  tx: Tx,
  session: Session,
  kit: Kit,
  kind: TemplateKind,
  query: FleetQuery,
): Promise<{ fileUrl: string; totalCount: number }> => {
  refuseTagQuery(session.roles, query)
  refuseHidden(session.roles, query)
  const totalCount = await countAll(tx, fillable(query, session))
  refuseTooMany(totalCount)
  const path = `/files/templates/${session.tenantId}/${kind}/${pack({ ...linkRequesterOf(session), query })}`
  return { fileUrl: kit.signFile(path), totalCount }
}

type Route = { Params: { tenantId: string; kind: string; '*': string }; Querystring: { e?: string; s?: string } }

const open = (kit: Kit, tenantId: number, kind: FilledKind, { query, ...requester }: z.infer<typeof FilledRequest>) =>
  readAsTenant(kit.db, tenantId, async (tx) => {
    const access = await readLinkRequesterAccess(tx, tenantId, requester, IMPORT_NEEDS[kind])
    if (access.refused !== undefined) return undefined
    if (!mayQuery(access.roles, query) || !mayQueryTags(access.roles, query)) return undefined
    const facts = await companyFacts(tx, tenantId)
    const ids = await fillableIds(tx, query, facts, VEHICLES_AT_MOST + 1)
    refuseTooMany(ids.length)
    const withTags = access.roles.has('tags_read')
    return { ids, country: facts.country, lists: await listsOf(tx, tenantId, withTags), withTags }
  })

export const templateDownloads = (app: FastifyInstance, kit: Kit, links: SignedLinks): void => {
  app.get<Route>('/files/templates/:tenantId/:kind/*', { schema: { hide: true } }, async (request, reply) => {
    const { '*': packed, kind, tenantId: tenant } = request.params
    const valid = await links.isValid(`/files/templates/${tenant}/${kind}/${packed}`, request.query)
    const filled = valid ? FilledRequest.safeParse(unpack(packed)).data : undefined
    if (!filled || (kind !== 'edit' && kind !== 'replace')) throw notFound()
    const tenantId = Number(tenant)
    const opened = await open(kit, tenantId, kind, filled)
    if (!opened) throw notFound()
    const { ids, country, lists, withTags } = opened
    const reading = { tenantId, kind, withTags } as const
    async function* rows(): AsyncGenerator<TemplateRow> {
      for (let at = 0; at < ids.length; at += CHUNK) {
        const chunk = ids.slice(at, at + CHUNK)
        yield* await readAsTenant(kit.db, tenantId, (tx) => filledRows(tx, reading, chunk))
      }
    }
    const write = (into: Writable) =>
      writeTemplate(into, { kind, country, thisYear: kit.now().getUTCFullYear(), lists, rows: rows() })
    return streamWorkbook(reply, { tenantId, name: templateKind(kind).fileName, write })
  })
}
