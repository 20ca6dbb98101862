// PDFs of portals that wait for a person. They are stored and read on arrival and shown beside the form. When the
// person stores a statement, its PDF becomes the proof.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Input, Reply } from '@padron/contract/call'
import {
  type captureReadings,
  type PdfFields,
  READING_DAYS,
  READINGS_AT_MOST,
} from '@padron/contract/captures/readings'
import { STATEMENT_TYPES } from '@padron/contract/captures/statement'
import { DAY_MS } from '@padron/contract/days'
import { sql } from 'kysely'
import { bareIdentifier } from '../../../checks/connectors/parsing/text.ts'
import { type Actor, asSystem, asTenant, type Db, readAsTenant, type Tx } from '../../../db/client.ts'
import { isAway } from '../../../db/is-away.ts'
import { asJsonb } from '../../../db/json.ts'
import { lockVehicles } from '../../../db/lock-vehicles.ts'
import { notFound, refuse } from '../../../errors/http-problem.ts'
import { cleanName } from '../../../files/clean-name.ts'
import type { FileStore, StoredFile } from '../../../files/contents/file-store.ts'
import { passChecked } from '../../../files/evidence.ts'
import { readPdfText, UNREADABLE_PDF } from '../../../files/pdf/read-text.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { identityChangedSince } from '../changed-identity.ts'
import { createStatement } from '../create.ts'
import { BEST_FIRST, vehiclesNamedIn } from '../named-vehicles.ts'
import { fieldsOf, portalOf } from './recognise.ts'

type Reading = Reply<typeof captureReadings.upload>
type WriteContext = { session: Session; now: Date; actor: Actor }
type Upload = { fileName: string; file: Readable }

const PDF = 'application/pdf'
const PLATES_NAMED = 3

type Row = Omit<Reading, 'state'> & { unreadable: boolean; candidates: number }
type Whole = Row & { fields: PdfFields | null; portalKey: string | null }

const asReading = ({ unreadable, candidates, ...row }: Row): Reading => {
  const noVehicle = candidates > 1 ? 'ambiguous' : 'unknown'
  return { ...row, state: unreadable ? 'unreadable' : row.vehicleAssetId === null ? noVehicle : 'ready' }
}

const CHANGED =
  'La placa o el VIN del vehículo cambió después de subir este PDF: descártelo y, si es de los datos actuales, ' +
  'súbalo de nuevo.'

const columns = sql`
  q.reading_id as "readingId", q.file_name as "fileName", q.size::float8 as size, q.uploaded_at as "uploadedAt",
  q.uploaded_by->>'name' as "uploadedBy", v.plate, v.vehicle_id as "vehicleAssetId", p.portal_name as portal,
  case when x.identity_changed then ${CHANGED} else q.note end as note, q.unreadable,
  cardinality(q.candidates) as candidates`
// A PDF of a deleted vehicle, or of one whose plate or VIN changed since, counts as a PDF that names none.
const joined = (tenantId: number) => sql`
  from capture_reading q
  cross join lateral (
    select ${identityChangedSince(tenantId, sql`q.vehicle_id`, sql`q.uploaded_at`)} as identity_changed) x
  left join vehicle v on v.tenant_id = q.tenant_id and v.vehicle_id = q.vehicle_id and not x.identity_changed
  left join portal p on p.portal_key = q.portal_key`

export const listReadings = async (tx: Tx, tenantId: number): Promise<Reading[]> => {
  const { rows } = await sql<Row>`
    select ${columns} ${joined(tenantId)}
    where q.tenant_id = ${tenantId}
    order by q.uploaded_at, q.reading_id
    limit ${READINGS_AT_MOST}`.execute(tx)
  return rows.map(asReading)
}

/** The portals with data about the vehicle, each by its first resource; the given portal comes first. */
const portalsOf = async (tx: Tx, tenantId: number, vehicleId: number, first: string | null) => {
  const { rows } = await sql<{ resourceId: number; portal: string }>`
    select min(r.resource_id) as "resourceId", p.portal_name as portal
    from vehicle_resource f
    join resource r on r.resource_id = f.resource_id and not r.retired and r.purpose = 'status'
      and r.resource_type_id = any(${STATEMENT_TYPES}::int[])
    join portal p on p.portal_key = r.portal_key
    where f.tenant_id = ${tenantId} and f.vehicle_id = ${vehicleId}
    group by p.portal_key, p.portal_name
    order by p.portal_key is distinct from ${first}, p.portal_name`.execute(tx)
  return rows
}

/** @param url signs the address of the file */
export const readReading = async (tx: Tx, tenantId: number, readingId: string, url: string) => {
  const { rows } = await sql<Whole>`
    select ${columns}, q.fields, q.portal_key as "portalKey" ${joined(tenantId)}
    where q.tenant_id = ${tenantId} and q.reading_id = ${readingId}`.execute(tx)
  const [row] = rows
  if (!row) throw notFound()
  const { fields, portalKey, ...reading } = row
  const vehicleId = reading.vehicleAssetId
  const portals = vehicleId === null ? [] : await portalsOf(tx, tenantId, vehicleId, portalKey)
  return { ...asReading(reading), url, fields, portals }
}

/** @throws HttpProblem if the maximum number of PDFs is waiting */
const refuseMore = async (tx: Tx, tenantId: number): Promise<void> => {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting
    from capture_reading
    where tenant_id = ${tenantId}`.execute(tx)
  if ((rows[0]?.waiting ?? 0) < READINGS_AT_MOST) return
  throw refuse(429, `Ya hay ${READINGS_AT_MOST} PDF por revisar en su empresa: revise o descarte alguno.`)
}

type Recognised = {
  vehicleId: number | null
  candidates: number[]
  unreadable: boolean
  portalKey: string | null
  note: string | null
  fields: PdfFields | null
}

/** @throws HttpProblem if the PDF cannot be opened */
const recognise = async (db: Db, { tenantId, country }: Session, pdf: Buffer): Promise<Recognised> => {
  const text = await readPdfText(pdf)
  if ('unreadable' in text) {
    if (text.unreadable === 'encrypted') throw refuse(422, UNREADABLE_PDF.encrypted, 'file')
    const note = UNREADABLE_PDF[text.unreadable]
    return { vehicleId: null, candidates: [], unreadable: true, portalKey: null, note, fields: null }
  }
  const lines = text.pages.flat()
  const { all, best } = await readAsTenant(db, tenantId, (tx) => vehiclesNamedIn(tx, tenantId, lines))
  const portal = portalOf(lines)
  const [first, ...others] = best
  const plates = best.slice(0, PLATES_NAMED).map(({ plate }) => plate)
  const several = `El PDF nombra varios vehículos de su flota: ${plates.join(', ')}. Diga de cuál es.`
  const none = 'El PDF no nombra la placa ni el VIN de ningún vehículo de su flota.'
  return {
    vehicleId: first && others.length === 0 ? first.vehicleId : null,
    candidates: all.map(({ vehicleId }) => vehicleId),
    unreadable: false,
    portalKey: portal?.portalKey ?? null,
    note: !first ? none : others.length > 0 ? several : null,
    fields: fieldsOf(lines, portal, country),
  }
}

/** @throws HttpProblem if the same file is waiting, or is already a proof of the vehicle */
const refuseTwice = async (tx: Tx, tenantId: number, sha256: string, vehicleId: number | null): Promise<void> => {
  const { rows } = await sql<{ name: string; used: boolean }>`
    select file_name as name, false as used
    from capture_reading
    where tenant_id = ${tenantId} and sha256 = ${sha256}
    union all
    select file_name, true
    from evidence_file
    where tenant_id = ${tenantId} and vehicle_id = ${vehicleId} and sha256 = ${sha256} and run_id is not null
    limit 1`.execute(tx)
  const [same] = rows
  if (!same) return
  const text = same.used
    ? `Este PDF ya es prueba de una captura de su vehículo: ${same.name}.`
    : `Este PDF ya está por revisar: ${same.name}.`
  throw refuse(409, text, 'file')
}

const writeDown = (
  db: Db,
  { session, now, actor }: WriteContext,
  upload: Upload,
  id: string,
  stored: StoredFile,
  found: Recognised,
) =>
  asTenant(
    db,
    session.tenantId,
    async (tx) => {
      const { tenantId, userId, username } = session
      await sql`select pg_advisory_xact_lock(hashtextextended('capture_reading ' || current_tenant(), 0))`.execute(tx)
      await refuseMore(tx, tenantId)
      await refuseTwice(tx, tenantId, stored.sha256, found.vehicleId)
      await sql`
        insert into capture_reading (tenant_id, reading_id, vehicle_id, file_name, size, sha256, path, unreadable,
          candidates, portal_key, note, fields, uploaded_at, uploaded_by)
        values (${tenantId}, ${id}, ${found.vehicleId}, ${cleanName(upload.fileName, PDF)}, ${stored.size},
          ${stored.sha256}, ${stored.path}, ${found.unreadable}, ${found.candidates}::bigint[], ${found.portalKey},
          ${found.note}, ${found.fields && asJsonb(found.fields)}::jsonb, ${now.toISOString()},
          ${asJsonb({ id: userId, name: username })}::jsonb)`.execute(tx)
      const { url: _, fields: _fields, portals: _portals, ...reading } = await readReading(tx, tenantId, id, '')
      return reading
    },
    actor,
  )

/** @throws HttpProblem if it is not a PDF, too large, locked or a duplicate; nothing is stored then */
export const storeReading = async (
  db: Db,
  store: FileStore,
  context: WriteContext,
  upload: Upload,
): Promise<Reading> => {
  await readAsTenant(db, context.session.tenantId, (tx) => refuseMore(tx, context.session.tenantId))
  const id = randomUUID()
  const stored = await store.write(id, context.now, (into) => passChecked(upload.file, PDF, into))
  try {
    const file = await store.read(stored.path)
    const found = await recognise(db, context.session, file ? await buffer(file) : Buffer.alloc(0))
    return await writeDown(db, context, upload, id, stored, found)
  } catch (error) {
    // After a lost connection the row may have been written: the sweep deletes the file if it has no row.
    if (!isAway(error)) await store.remove(stored.path).catch(() => undefined)
    throw error
  }
}

type Waiting = StoredFile & {
  vehicleId: number | null
  unreadable: boolean
  candidates: number[]
  fileName: string
  uploadedAt: string
  uploadedBy: object
}

const lockReading = async (tx: Tx, tenantId: number, readingId: string): Promise<Waiting> => {
  const { rows } = await sql<Waiting>`
    select vehicle_id::float8 as "vehicleId", unreadable, candidates::float8[] as candidates, file_name as "fileName",
      size::float8 as size, sha256, path, uploaded_at as "uploadedAt", uploaded_by as "uploadedBy"
    from capture_reading
    where tenant_id = ${tenantId} and reading_id = ${readingId}
    for update`.execute(tx)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** @throws HttpProblem if the vehicle got another plate or VIN since the upload */
const refuseChangedIdentity = async (
  tx: Tx,
  tenantId: number,
  vehicleId: number,
  { uploadedAt }: Waiting,
): Promise<void> => {
  const { rows } = await sql<{ changed: boolean }>`
    select ${identityChangedSince(tenantId, sql`${vehicleId}::bigint`, sql`${uploadedAt}::timestamptz`)} as changed`.execute(
    tx,
  )
  if (rows[0]?.changed) throw refuse(409, CHANGED)
}

/** Sets the vehicle: one of those that the PDF's text names; any vehicle only if the PDF has no text. */
export const setReadingVehicle = async (tx: Tx, tenantId: number, readingId: string, typed: string): Promise<void> => {
  const reading = await lockReading(tx, tenantId, readingId)
  const { unreadable, candidates } = reading
  const plate = bareIdentifier(typed)
  const { rows } = await sql<{ vehicleId: number }>`
    select vehicle_id::float8 as "vehicleId"
    from vehicle
    where tenant_id = ${tenantId} and plate = ${plate}
    order by ${BEST_FIRST}`.execute(tx)
  const [vehicle] = rows
  if (!vehicle) throw refuse(422, 'Ningún vehículo de su flota tiene esa placa.', 'plate')
  if (!unreadable && !rows.some(({ vehicleId }) => candidates.includes(vehicleId)))
    throw refuse(422, `El PDF no nombra la placa ${plate}.`, 'plate')
  await refuseChangedIdentity(tx, tenantId, vehicle.vehicleId, reading)
  await sql`
    update capture_reading
    set vehicle_id = ${vehicle.vehicleId}, note = case when unreadable then note end
    where tenant_id = ${tenantId} and reading_id = ${readingId}`.execute(tx)
}

const drop = (tx: Tx, tenantId: number, readingId: string) =>
  sql`delete from capture_reading where tenant_id = ${tenantId} and reading_id = ${readingId}`.execute(tx)

/** Stores the person's statement by the usual rules, with the PDF as its proof. @param tx with the actor */
export const acceptReading = async (
  tx: Tx,
  session: Session,
  { params: { readingId }, body }: Input<typeof captureReadings.accept>,
  now: Date,
): Promise<void> => {
  const { tenantId } = session
  const reading = await lockReading(tx, tenantId, readingId)
  const { vehicleId, fileName, size, sha256, path, uploadedAt, uploadedBy } = reading
  if (vehicleId === null) throw refuse(422, 'Falta decir de qué vehículo es el PDF.')
  await lockVehicles(tx, tenantId, [vehicleId])
  await refuseChangedIdentity(tx, tenantId, vehicleId, reading)
  await sql`
    insert into evidence_file (file_id, vehicle_id, file_name, media_type, size, sha256, path, uploaded_at, uploaded_by)
    select ${readingId}, vehicle_id, ${fileName}, ${PDF}, ${size}, ${sha256}, ${path}, ${uploadedAt},
      ${asJsonb(uploadedBy)}::jsonb
    from vehicle
    where tenant_id = ${tenantId} and vehicle_id = ${vehicleId}`.execute(tx)
  // The proof cannot show what the portal said after its upload.
  const seenAt = new Date(Math.min(Date.parse(body.seenAt), Date.parse(uploadedAt))).toISOString()
  await createStatement(tx, session, { ...body, seenAt, vehicleAssetId: vehicleId, fileIds: [readingId] }, now)
  await drop(tx, tenantId, readingId)
}

/** The next sweep (features/captures/sweep-evidence.ts) deletes its file, which no row refers to any more. */
export const refuseReading = async (tx: Tx, tenantId: number, readingId: string): Promise<void> => {
  await lockReading(tx, tenantId, readingId)
  await drop(tx, tenantId, readingId)
}

export const deleteOldReadings = (db: Db, now: Date): Promise<unknown> =>
  asSystem(db, (tx) =>
    sql`
      delete from capture_reading
      where uploaded_at < ${new Date(now.getTime() - READING_DAYS * DAY_MS).toISOString()}`.execute(tx),
  )
