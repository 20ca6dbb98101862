// The direct download: a signed address carries what was asked, and the workbook is written while it is read, a few vehicles
// at a time, so that neither its size nor a slow reader costs memory or a connection.
import { PassThrough } from 'node:stream'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { FleetQuery, Sorting } from '@padron/contract/catalogue'
import { Id } from '@padron/contract/common'
import { Columns } from '@padron/contract/views'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { readAsTenant } from '../../db/client.ts'
import { attachment } from '../../files/attachment.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import { writeWorkbook } from '../../files/xlsx-writer.ts'
import { notFound } from '../../http/problem.ts'
import type { Kit } from '../../http/serve.ts'
import { covers, rolesFrom } from '../../identity/levels.ts'
import { companyFacts, fleetIds, fleetRows, readRows, tagNamesOf } from './fleet-rows.ts'
import { bookName, vehiclesBook, XLSX } from './vehicles-book.ts'

const Wanted = z.strictObject({
  userId: Id,
  query: FleetQuery,
  sort: Sorting,
  columns: z.optional(Columns),
  withTags: z.boolean(),
})
export type Wanted = z.infer<typeof Wanted>

const INFLATED_AT_MOST = 1_000_000

/** The path that is signed: tenant, then what was asked and by whom, packed because an address must be short. */
export const downloadPath = (tenantId: number, wanted: Wanted): string =>
  `/files/vehicles/${tenantId}/${deflateRawSync(JSON.stringify(wanted)).toString('base64url')}`

const read = (packed: string): Wanted | undefined => {
  try {
    const text = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: INFLATED_AT_MOST }).toString(
      'utf8',
    )
    return Wanted.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Who asked, where they still may: an address outlives its session, not its user's rights. */
const stillMay = (kit: Kit, tenantId: number, userId: number): Promise<string | undefined> =>
  readAsTenant(kit.db, tenantId, async (tx) => {
    const { rows } = await sql<{ ids: number[]; username: string }>`
      select u.role_ids || p.role_ids as ids, u.username from app_user u join company c on c.tenant_id = u.tenant_id
      left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id
      where u.tenant_id = ${tenantId} and u.user_id = ${userId} and u.active and c.suspended_at is null`.execute(tx)
    return rows[0] && covers(rolesFrom(rows[0].ids), ['vehicles_read']) ? rows[0].username : undefined
  })

type Route = { Params: { tenantId: string; '*': string }; Querystring: { e?: string; s?: string } }

export const vehiclesDownload = (app: FastifyInstance, kit: Kit, links: SignedLinks): void => {
  app.get<Route>('/files/vehicles/:tenantId/*', { schema: { hide: true } }, async (request, reply) => {
    const { '*': packed } = request.params
    const tenantId = Number(request.params.tenantId)
    const valid = await links.isValid(`/files/vehicles/${request.params.tenantId}/${packed}`, request.query)
    const wanted = valid ? read(packed) : undefined
    const who = wanted && (await stillMay(kit, tenantId, wanted.userId))
    if (!wanted || !who) throw notFound()
    const { facts, ids, tagNames } = await readAsTenant(kit.db, tenantId, async (tx) => {
      const facts = await companyFacts(tx, tenantId)
      const ids = await fleetIds(tx, wanted.query, wanted.sort, facts)
      return { facts, ids, tagNames: await tagNamesOf(tx, tenantId, wanted.query) }
    })
    const at = kit.now()
    const rows = fleetRows(ids, (chunk) => readAsTenant(kit.db, tenantId, (tx) => readRows(tx, tenantId)(chunk)))
    const file = new PassThrough()
    writeWorkbook(file, vehiclesBook({ ...wanted, who, at, readAt: at }, facts, ids.length, tagNames, rows)).catch(
      (error: unknown) => {
        request.log.error({ err: error }, 'a download broke off')
        file.destroy(error instanceof Error ? error : new Error(String(error)))
      },
    )
    return reply.headers(attachment(bookName(facts.companyName, at, facts.timeZone, 'Vehículos'), XLSX)).send(file)
  })
}
