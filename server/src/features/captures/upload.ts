// Uploads a file for a capture: streams it to disk while checking it, then records it. A file that no capture uses is
// deleted after a day.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { type Actor, asTenant, type Db, limitToPart, readAsTenant, type Tx } from '../../db/client.ts'
import { isAway } from '../../db/is-away.ts'
import { asJsonb } from '../../db/json.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { cleanName } from '../../files/clean-name.ts'
import type { FileStore, StoredFile } from '../../files/contents/file-store.ts'
import { passChecked } from '../../files/evidence.ts'
import { readPdfText, UNREADABLE_PDF } from '../../files/pdf/read-text.ts'
import type { Session } from '../../http/access/sessions.ts'
import { vehiclesNamedIn } from './named-vehicles.ts'

/** The limit per user, so that one user does not block colleagues, and per company. */
export const LOOSE_AT_MOST = { user: 50, company: 500 } as const

export type Upload = {
  vehicleId: number
  /** null: of any of the vehicle's resources. */
  resourceId: number | null
  fileName: string
  /** The declared type: one of the call's types. */
  mediaType: string
  file: Readable
}
export type Uploaded = { fileId: string; fileName: string; size: number; mediaType: string; note: string | null }
type WriteContext = { session: Session; now: Date; actor: Actor }

const refuseMore = (whose: string, most: number) =>
  refuse(429, `${whose} tiene ${most} archivos subidos sin captura: guarde sus capturas o espere un día.`)

/** @throws HttpProblem if the check does not exist, or too many files wait for their captures */
const refuseUnfit = async (tx: Tx, { tenantId, userId }: Session, { vehicleId, resourceId }: Upload): Promise<void> => {
  const { rows } = await sql<{ known: boolean; all: number; own: number }>`
    select exists (
      select from vehicle_resource
      where tenant_id = ${tenantId}
        and vehicle_id = ${vehicleId}
        and (${resourceId}::bigint is null or resource_id = ${resourceId}::bigint)) as known,
      e.all, e.own
    from (select count(*)::int as all, (count(*) filter (where (uploaded_by->>'id')::bigint = ${userId}))::int as own
      from evidence_file
      where tenant_id = ${tenantId} and run_id is null) e`.execute(tx)
  const [found] = rows
  if (!found?.known) throw notFound()
  if (found.own >= LOOSE_AT_MOST.user) throw refuseMore('Usted', LOOSE_AT_MOST.user)
  if (found.all >= LOOSE_AT_MOST.company) throw refuseMore('Su empresa', LOOSE_AT_MOST.company)
}

const writeDown = async (
  db: Db,
  { session, actor }: WriteContext,
  upload: Upload,
  fileId: string,
  stored: StoredFile,
) => {
  const { tenantId, userId, username } = session
  const fileName = cleanName(upload.fileName, upload.mediaType)
  await asTenant(
    db,
    tenantId,
    async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('evidence_file ' || current_tenant(), 0))`.execute(tx)
      await refuseUnfit(tx, session, upload)
      await sql`
        insert into evidence_file (file_id, vehicle_id, resource_id, file_name, media_type, size, sha256, path,
        uploaded_by)
        values (${fileId}, ${upload.vehicleId}, ${upload.resourceId}, ${fileName}, ${upload.mediaType}, ${stored.size},
          ${stored.sha256}, ${stored.path}, ${asJsonb({ id: userId, name: username })}::jsonb)`.execute(tx)
    },
    actor,
  )
  return fileName
}

/**
 * @returns why the text of a PDF could not be read; such a PDF is still a proof
 * @throws HttpProblem if it cannot be opened, or names other vehicles of the company and not this one
 */
const readProof = async (db: Db, tenantId: number, vehicleId: number, pdf: Buffer): Promise<string | null> => {
  const text = await readPdfText(pdf)
  if ('unreadable' in text) {
    if (text.unreadable === 'encrypted') throw refuse(422, UNREADABLE_PDF.encrypted, 'file')
    return UNREADABLE_PDF[text.unreadable]
  }
  const { all } = await readAsTenant(limitToPart(db), tenantId, (tx) =>
    vehiclesNamedIn(tx, tenantId, text.pages.flat()),
  )
  const [other] = all
  if (!other || all.some((vehicle) => vehicle.vehicleId === vehicleId)) return null
  throw refuse(422, `El PDF es de otra placa de su flota, ${other.plate}, y no nombra la de este vehículo.`, 'file')
}

const readStored = async (store: FileStore, path: string): Promise<Buffer> => {
  const stored = await store.read(path)
  return stored ? buffer(stored) : Buffer.alloc(0)
}

/**
 * @throws HttpProblem for a file of another type or vehicle, too large, locked, or for an unknown check; then nothing
 * is stored
 */
export const storeUpload = async (
  db: Db,
  store: FileStore,
  context: WriteContext,
  upload: Upload,
): Promise<Uploaded> => {
  const { mediaType } = upload
  await readAsTenant(db, context.session.tenantId, (tx) => refuseUnfit(tx, context.session, upload))
  const fileId = randomUUID()
  const stored = await store.write(fileId, context.now, (into) => passChecked(upload.file, mediaType, into))
  try {
    const isPdf = mediaType === 'application/pdf'
    const note = isPdf
      ? await readProof(db, context.session.tenantId, upload.vehicleId, await readStored(store, stored.path))
      : null
    const fileName = await writeDown(db, context, upload, fileId, stored)
    return { fileId, fileName, size: stored.size, mediaType, note }
  } catch (error) {
    // After a lost connection the row may have been written: the file stays, and the sweep deletes it if it has no row.
    if (!isAway(error)) await store.remove(stored.path).catch(() => undefined)
    throw error
  }
}
