// Templates to download: the empty one at once; those that come filled by a signed address, written while they are read.
import { PassThrough } from 'node:stream'
import { ACTIVE, assetStatusText } from '@padron/contract/assets'
import type { FleetQuery } from '@padron/contract/catalogue'
import { FleetQuery as FleetQuerySchema } from '@padron/contract/catalogue'
import { Id } from '@padron/contract/common'
import { asCountry, type Country } from '@padron/contract/countries'
import { IMPORT_NEEDS, XLSX } from '@padron/contract/imports'
import { STATES } from '@padron/contract/states'
import type { TemplateField } from '@padron/contract/template-columns'
import { type TemplateKind, templateKind } from '@padron/contract/template-kinds'
import { SYSTEM_STATUS } from '@padron/contract/template-rules'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { readAsTenant, type Tx } from '../../db/client.ts'
import { attachment } from '../../files/attachment.ts'
import { pack, unpack } from '../../files/packed-path.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import { notFound, refuse } from '../../http/problem.ts'
import type { Kit } from '../../http/serve.ts'
import type { Session } from '../../http/sessions.ts'
import { standingOf } from '../../jobs/orderer.ts'
import { whereOf } from '../catalogue/catalogue.filters.ts'
import { countAll } from '../catalogue/catalogue.queries.ts'
import { companyFacts, fleetIds } from '../exports/fleet-rows.ts'
import { columnOf, STORED_FIELDS } from './import-columns.ts'
import { type TemplateRow, writeTemplate } from './template-book.ts'

/** As many as one workbook is read with. */
const VEHICLES_AT_MOST = 100_000
const CHUNK = 500
const LISTED_AT_MOST = 2_000

const listsOf = async (tx: Tx, tenantId: number) => {
  const { rows: tags } = await sql<{ name: string }>`
    select c.category_name || ': ' || g.tag_name as name from tag g join tag_category c on c.tenant_id = g.tenant_id and c.tag_category_id = g.tag_category_id
    where g.tenant_id = ${tenantId} order by 1 limit ${LISTED_AT_MOST}`.execute(tx)
  const { rows: brands } = await sql<{ name: string }>`
    select brand_name as name from vehicle where tenant_id = ${tenantId} and brand_name is not null and asset_status_id = ${sql.lit(ACTIVE)}
    group by 1 order by 1 limit ${LISTED_AT_MOST}`.execute(tx)
  return { tags: tags.map(({ name }) => name), brands: brands.map(({ name }) => name) }
} // biome-ignore format: two statements

type Asking = { session: Session; tx: Tx; now: Date; reply: FastifyReply }

export const emptyTemplate = async ({ session, tx, now, reply }: Asking, kind: TemplateKind) => {
  const lists = await listsOf(tx, session.tenantId)
  const file = new PassThrough()
  const written = writeTemplate(file, { kind, country: session.country, thisYear: now.getUTCFullYear(), lists })
  written.catch((error: unknown) => file.destroy(error instanceof Error ? error : new Error(String(error))))
  return reply.headers(attachment(templateKind(kind).fileName, XLSX)).send(file)
}

const Wanted = z.strictObject({ userId: Id, query: FleetQuerySchema })

const refuseTooMany = (count: number): void => {
  if (count <= VEHICLES_AT_MOST) return
  const [most, found] = [VEHICLES_AT_MOST, count].map((n) => n.toLocaleString('es-MX'))
  throw refuse(422, `Una plantilla lleva hasta ${most} vehículos y el filtro tiene ${found}: acote el filtro del catálogo.`)
} // biome-ignore format: one sentence

export const filledTemplate = async (
  tx: Tx,
  session: Session,
  kit: Kit,
  kind: TemplateKind,
  query: FleetQuery,
): Promise<{ fileUrl: string; totalCount: number }> => {
  const totalCount = await countAll(tx, whereOf(query, session))
  refuseTooMany(totalCount)
  const path = `/files/templates/${session.tenantId}/${kind}/${pack({ userId: session.userId, query })}`
  return { fileUrl: kit.signFile(path), totalCount }
}

type Filled = Record<string, string | number | null> & {
  vehicleAssetId: number
  rowVersion: number
  assetStatusId: number
  plate: string
  vin: string
}

const COLUMNS = sql.raw(STORED_FIELDS.map((field) => `v.${columnOf(field)} as "${field}"`).join(', '))

const readChunk = async (tx: Tx, tenantId: number, ids: readonly number[], withTags: boolean): Promise<Filled[]> => {
  const tags = withTags
    ? sql`(select string_agg(c.category_name || ': ' || g.tag_name, ', ' order by c.category_name, g.tag_name)
        from vehicle_tag x join tag g on g.tenant_id = x.tenant_id and g.tag_id = x.tag_id
          join tag_category c on c.tenant_id = g.tenant_id and c.tag_category_id = g.tag_category_id
        where x.tenant_id = v.tenant_id and x.vehicle_id = v.vehicle_id)`
    : sql`null`
  const { rows } = await sql<Filled>`
    select v.vehicle_id as "vehicleAssetId", v.row_version as "rowVersion", v.asset_status_id as "assetStatusId", ${tags} as tags, ${COLUMNS}
    from unnest(${ids}::bigint[]) with ordinality as wanted(id, place) join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = wanted.id
    where v.replaced_by is null order by wanted.place`.execute(tx)
  return rows
}

const words = (row: Filled, field: string): string | number | null => {
  const value = row[field] ?? null
  if (field === 'stateId') return STATES.find(({ stateId }) => stateId === value)?.stateName ?? null
  if (field === 'assetStatusId') return value === SYSTEM_STATUS ? null : assetStatusText(Number(value))
  return value
}
const EDITED: readonly TemplateField[] = ['vehicleAssetId', 'assetStatusId', 'rowVersion', 'tags', ...STORED_FIELDS.filter((field) => field !== 'acquisitionReasonId')] // biome-ignore format: one list

const asRow: Readonly<Record<'edit' | 'replace', (row: Filled) => TemplateRow>> = {
  edit: (row) => new Map(EDITED.map((field) => [field, words(row, field)])),
  replace: ({ vehicleAssetId, plate, vin }) =>
    new Map<TemplateField, string | number>([['vehicleAssetId', vehicleAssetId], ['currentPlate', plate], ['currentVin', vin]]),
} // biome-ignore format: pairs

type Route = { Params: { tenantId: string; kind: string; '*': string }; Querystring: { e?: string; s?: string } }

const open = (kit: Kit, tenantId: number, kind: 'edit' | 'replace', { userId, query }: z.infer<typeof Wanted>) =>
  readAsTenant(kit.db, tenantId, async (tx) => {
    const standing = await standingOf(tx, tenantId, userId, IMPORT_NEEDS[kind])
    if (standing.refused !== undefined) return undefined
    const facts = await companyFacts(tx, tenantId)
    const ids = await fleetIds(tx, query, {}, facts, VEHICLES_AT_MOST + 1)
    refuseTooMany(ids.length)
    const country: Country = asCountry(facts.country)
    return { ids, country, lists: await listsOf(tx, tenantId), withTags: standing.roles.has('tags_read') }
  })

export const templateDownloads = (app: FastifyInstance, kit: Kit, links: SignedLinks): void => {
  app.get<Route>('/files/templates/:tenantId/:kind/*', { schema: { hide: true } }, async (request, reply) => {
    const { '*': packed, kind, tenantId: tenant } = request.params
    const valid = await links.isValid(`/files/templates/${tenant}/${kind}/${packed}`, request.query)
    const wanted = valid ? Wanted.safeParse(unpack(packed)).data : undefined
    if (!wanted || (kind !== 'edit' && kind !== 'replace')) throw notFound()
    const tenantId = Number(tenant)
    const opened = await open(kit, tenantId, kind, wanted)
    if (!opened) throw notFound()
    const { ids, country, lists, withTags } = opened
    async function* rows(): AsyncGenerator<TemplateRow> {
      for (let at = 0; at < ids.length; at += CHUNK) {
        const chunk = ids.slice(at, at + CHUNK)
        for (const row of await readAsTenant(kit.db, tenantId, (tx) => readChunk(tx, tenantId, chunk, withTags)))
          yield asRow[kind as 'edit' | 'replace'](row)
      }
    }
    const file = new PassThrough()
    writeTemplate(file, { kind, country, thisYear: kit.now().getUTCFullYear(), lists, rows: rows() }).catch(
      (error: unknown) => {
        request.log.error({ err: error }, 'a template broke off')
        file.destroy(error instanceof Error ? error : new Error(String(error)))
      },
    )
    return reply.headers(attachment(templateKind(kind).fileName, XLSX)).send(file)
  })
}
