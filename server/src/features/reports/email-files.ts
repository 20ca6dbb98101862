// Files that emails attach or link: stored for thirty days and opened by a signed address. A file about a part of the
// fleet opens only while its requester sees that part.
import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@padron/contract/days'
import { REPORT_RETENTION_DAYS } from '@padron/contract/reports/rules'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { asSystem, type Db, readAsTenant, type Tx } from '../../db/client.ts'
import { isUuid } from '../../db/uuid.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { attachment } from '../../files/attachment.ts'
import type { FileStore, StoredFile } from '../../files/contents/file-store.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import { sendStored } from '../../http/replies/send-stored.ts'
import type { Kit } from '../../http/serve.ts'
import { emailFilePath } from '../../jobs/report-file.ts'
import { PART_CHANGED, seesAnotherPart } from '../../jobs/result-file.ts'

export type NewEmailFile = StoredFile & { name: string; type: string; queueItemId: string | null }

/** Records a file that the store already has. @param tx the company's own @returns its id and expiry */
export const storeEmailFile = async (
  tx: Tx,
  { path, name, type, size, queueItemId }: NewEmailFile,
  now: Date,
): Promise<{ fileId: string; until: string }> => {
  const fileId = randomUUID()
  const until = new Date(now.getTime() + REPORT_RETENTION_DAYS * DAY_MS).toISOString()
  await sql`insert into report_file (tenant_id, file_id, queue_item_id, path, file_name, media_type, size, until)
    values (current_tenant(), ${fileId}, ${queueItemId}, ${path}, ${name}, ${type}, ${size}, ${until})`.execute(tx)
  return { fileId, until }
}

const deleteExpiredRows = (db: Db, now: Date): Promise<string[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ path: string }>`
      delete from report_file
      where until < ${now.toISOString()}
      returning path`.execute(tx)
    return rows.map(({ path }) => path)
  })

/** Stored paths that no row of any company names. */
const unreferencedPaths = (db: Db, paths: readonly string[]): Promise<string[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ path: string }>`
      select path
      from unnest(${[...paths]}::text[]) path
      where not exists (select from report_file f where f.path = path.path)`.execute(tx)
    return rows.map(({ path }) => path)
  })

/**
 * Deletes expired files. It also deletes files older than a day that are half written or that no row names: their run
 * died before it recorded them.
 */
export const deleteExpiredEmailFiles = async (db: Db, files: FileStore, now: Date): Promise<void> => {
  const yesterday = new Date(now.getTime() - DAY_MS)
  const expired = [
    ...(await deleteExpiredRows(db, now)),
    ...(await unreferencedPaths(db, await files.olderThan(yesterday))),
  ]
  for (const path of expired) await files.remove(path)
  await files.removeParts(yesterday)
}

type Route = { Params: { tenantId: string; fileId: string }; Querystring: { e?: string; s?: string } }
/** `itemId`, `whoId`: the job and its requester, if the file is about a part of the fleet. */
type Found = { path: string; name: string; type: string; size: number; itemId: string | null; whoId: number | null }

/**
 * @returns undefined if the file expired or the company is suspended
 * @throws 403 once its requester sees another part
 */
const find = (kit: Kit, tenantId: number, fileId: string): Promise<Found | undefined> =>
  readAsTenant(kit.db, tenantId, async (tx) => {
    const { rows } = await sql<Found>`
      select f.path, f.file_name as name, f.media_type as type, f.size, q.queue_item_id as "itemId",
        (q.actor->>'id')::bigint as "whoId"
      from report_file f
      join company c on c.tenant_id = f.tenant_id and c.suspended_at is null
      left join queue_item q on q.tenant_id = f.tenant_id and q.queue_item_id = f.queue_item_id
        and q.vehicle_scope is not null
      where f.tenant_id = ${tenantId} and f.file_id = ${fileId} and f.until > ${kit.now().toISOString()}`.execute(tx)
    const [found] = rows
    if (
      found?.itemId &&
      found.whoId !== null &&
      (await seesAnotherPart(tx, { tenantId, itemId: found.itemId }, found.whoId))
    )
      throw refuse(403, PART_CHANGED)
    return found
  })

/** Serves a file by its signed address for as long as it is stored. */
export const emailFileRoutes = (app: FastifyInstance, kit: Kit, links: SignedLinks, files: FileStore): void => {
  app.get<Route>('/files/letters/:tenantId/:fileId', { schema: { hide: true } }, async (request, reply) => {
    const { tenantId, fileId } = request.params
    const valid = await links.isValid(emailFilePath(Number(tenantId), fileId), request.query)
    if (!isUuid(fileId) || !valid) throw notFound()
    const found = await find(kit, Number(tenantId), fileId)
    return sendStored(reply, files, found, attachment)
  })
}
