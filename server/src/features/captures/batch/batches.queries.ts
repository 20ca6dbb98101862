// Batches of captures as they are stored: found, read, validated again, and their rows.
import { setImmediate as breathe } from 'node:timers/promises'
import {
  BATCH_PAGE,
  BATCH_PROOF_ERRORS,
  type CaptureBatch,
  type CaptureBatchRow,
} from '@padron/contract/captures/batches'
import { BATCH_UNDO_DAYS } from '@padron/contract/captures/book'
import { STATEMENT_TYPES } from '@padron/contract/captures/statement'
import { DAY_MS } from '@padron/contract/days'
import { type RawBuilder, sql } from 'kysely'
import { bareIdentifier } from '../../../checks/connectors/parsing/text.ts'
import type { StoredEvidence } from '../../../checks/engine/check-result.ts'
import type { Tx } from '../../../db/client.ts'
import { asJsonb } from '../../../db/json.ts'
import { notFound, refuse } from '../../../errors/http-problem.ts'
import type { Capturer } from '../statement.ts'
import type { Cells, ReadRow } from './read-book.ts'
import { type BatchProof, type BookVehicle, type Validated, validateBatch } from './statements.rules.ts'

type Stored = Omit<CaptureBatch, 'undoUntil'>

/** A job that ended without applying or undoing leaves the batch as it was. */
const state = sql`case
  when b.queue_item_id is null or (q.queue_item_id is not null and q.finished_at is null) then b.state
  when b.state = 'queued' then 'open'
  when b.state = 'undoing' then 'applied'
  else b.state end`

/** @param which a condition on `b` */
export const readBatches = async (tx: Tx, tenantId: number, which: RawBuilder<unknown>): Promise<CaptureBatch[]> => {
  const { rows } = await sql<Stored>`
    select b.batch_id as "batchId", b.file_name as "fileName", ${state} as state, b.who, b.created_at as "createdAt",
      b.applied_at as "appliedAt", coalesce(r.rows, 0)::int as rows, b.statements, coalesce(r.refused, 0)::int
        as "refusedRows", coalesce(f.proofs, 0)::int as proofs, coalesce(f.refused, 0)::int as "refusedProofs",
      coalesce(e.list, '[]') as "proofErrors", coalesce(q.error_message, b.message) as message
    from capture_batch b
    left join queue_item q on q.tenant_id = b.tenant_id and q.queue_item_id = b.queue_item_id
    left join lateral (
      select count(*) as rows, count(*) filter (where r.errors <> '[]') as refused
      from capture_batch_row r
      where r.tenant_id = b.tenant_id and r.batch_id = b.batch_id) r on true
    left join lateral (
      select count(*) as proofs, count(*) filter (where f.error is not null or f.refusal is not null) as refused
      from capture_batch_file f
      where f.tenant_id = b.tenant_id and f.batch_id = b.batch_id) f on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('name', x.file_name, 'message', x.reason)) as list
      from (
        select f.file_name, coalesce(f.error, f.refusal) as reason
        from capture_batch_file f
        where f.tenant_id = b.tenant_id and f.batch_id = b.batch_id and coalesce(f.error, f.refusal) is not null
        order by f.file_name
        limit ${BATCH_PROOF_ERRORS}) x) e on true
    where b.tenant_id = ${tenantId} and ${which}
    order by b.created_at desc
    limit 20`.execute(tx)
  return rows.map((row) => ({
    ...row,
    undoUntil:
      row.state === 'applied' && row.appliedAt
        ? new Date(Date.parse(row.appliedAt) + BATCH_UNDO_DAYS * DAY_MS).toISOString()
        : null,
  }))
}

/** @throws HttpProblem 404 if another person sent it */
export const findBatch = async (
  tx: Tx,
  { tenantId, userId }: Pick<Capturer, 'tenantId' | 'userId'>,
  batchId: string,
): Promise<CaptureBatch> => {
  const [found] = await readBatches(tx, tenantId, sql`b.batch_id = ${batchId} and b.user_id = ${userId}`)
  if (!found) throw notFound()
  return found
}

const NOT_OPEN = 'Este archivo ya se está aplicando o ya se aplicó.'

/** Locks the batch. @throws HttpProblem if it is not open */
export const lockOpenBatch = async (
  tx: Tx,
  who: Pick<Capturer, 'tenantId' | 'userId'>,
  batchId: string,
): Promise<CaptureBatch> => {
  await sql`
    select from capture_batch
    where tenant_id = ${who.tenantId} and batch_id = ${batchId} and user_id = ${who.userId}
    for update`.execute(tx)
  const batch = await findBatch(tx, who, batchId)
  if (batch.state !== 'open') throw refuse(409, NOT_OPEN)
  return batch
}

export const insertRows = (tx: Tx, batchId: string, rows: readonly ReadRow[]): Promise<unknown> =>
  sql`
    insert into capture_batch_row (batch_id, row_number, cells)
    select ${batchId}, x.row, x.cells
    from jsonb_to_recordset(${asJsonb(rows)}::jsonb) as x(row int, cells jsonb)`.execute(tx)

export const readBatchRows = async (tx: Tx, tenantId: number, batchId: string): Promise<ReadRow[]> => {
  const { rows } = await sql<{ row: number; cells: Cells }>`
    select row_number as row, cells
    from capture_batch_row
    where tenant_id = ${tenantId} and batch_id = ${batchId}
    order by row_number`.execute(tx)
  return rows
}

const readSentAt = async (tx: Tx, tenantId: number, batchId: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: string }>`
    select created_at as at
    from capture_batch
    where tenant_id = ${tenantId} and batch_id = ${batchId}`.execute(tx)
  return rows[0] && new Date(rows[0].at)
}

type BatchFile = StoredEvidence & BatchProof
const readFiles = async (tx: Tx, tenantId: number, batchId: string): Promise<BatchFile[]> => {
  const { rows } = await sql<BatchFile>`
    select file_id as "fileId", file_name as name, media_type as "mediaType", size::float8 as size, sha256, path,
      plates, error
    from capture_batch_file
    where tenant_id = ${tenantId} and batch_id = ${batchId}
    order by file_name`.execute(tx)
  return rows
}

type VehicleRow = BookVehicle['resources'][number] & { vehicleId: number; plate: string }

/** The active vehicles of the plates, by bare plate. */
const readVehicles = async (tx: Tx, tenantId: number, plates: readonly string[]): Promise<Map<string, BookVehicle>> => {
  const { rows } = await sql<VehicleRow>`
    select v.vehicle_id as "vehicleId", v.plate, r.resource_id as "resourceId", r.resource_name as name,
      r.resource_type_id as "typeId", r.portal_key as "portalKey", false as past, f.good_at as "goodAt",
      p.portal_name as portal
    from vehicle v
    join vehicle_resource f on f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id
    join resource r on r.resource_id = f.resource_id and not r.retired and r.purpose = 'status'
      and r.resource_type_id = any(${STATEMENT_TYPES}::int[])
    join portal p on p.portal_key = r.portal_key
    where v.tenant_id = ${tenantId} and v.asset_status_id = 1 and v.plate = any(${[...plates]}::text[])`.execute(tx)
  const vehicles = new Map<string, BookVehicle>()
  for (const { vehicleId, plate, ...resource } of rows) {
    const vehicle = vehicles.get(bareIdentifier(plate)) ?? { vehicleId, plate, resources: [] }
    vehicle.resources.push(resource)
    vehicles.set(bareIdentifier(plate), vehicle)
  }
  return vehicles
}

const GROUPS_A_TURN = 200

export type Loaded = Validated & { files: ReadonlyMap<string, BatchFile> }

/** Validates the stored rows against the fleet as it is. */
export const loadBatch = async (tx: Tx, who: Capturer, batchId: string, now: Date): Promise<Loaded> => {
  const { tenantId, timeZone, country } = who
  const rows = await readBatchRows(tx, tenantId, batchId)
  const files = await readFiles(tx, tenantId, batchId)
  const plates = [...new Set(rows.map(({ cells }) => bareIdentifier(cells.plate ?? '')))]
  const vehicles = await readVehicles(tx, tenantId, plates)
  const sentAt = (await readSentAt(tx, tenantId, batchId)) ?? now
  const validated = await validateBatch(rows, vehicles, files, { now, sentAt, timeZone, country }, async (index) => {
    if (index % GROUPS_A_TURN === 0) await breathe()
  })
  return { ...validated, files: new Map(files.map((file) => [file.fileId, file])) }
}

/** Validates the batch and stores its faults by row and by file. */
export const validateStored = async (tx: Tx, who: Capturer, batchId: string, now: Date): Promise<void> => {
  const { tenantId } = who
  const { errors, proofErrors, count } = await loadBatch(tx, who, batchId, now)
  const faults = [...errors].map(([row, list]) => ({ row, list }))
  const refusals = [...proofErrors].map(([id, reason]) => ({ id, reason }))
  await sql`
    update capture_batch_row r
    set errors = coalesce(x.list, '[]'), outcome = null
    from capture_batch_row o
    left join jsonb_to_recordset(${asJsonb(faults)}::jsonb) as x(row int, list jsonb) on x.row = o.row_number
    where r.tenant_id = ${tenantId} and r.batch_id = ${batchId}
      and o.tenant_id = r.tenant_id and o.batch_id = r.batch_id and o.row_number = r.row_number
      and r.errors is distinct from coalesce(x.list, '[]')`.execute(tx)
  await sql`
    update capture_batch_file f
    set refusal = x.reason
    from capture_batch_file o
    left join jsonb_to_recordset(${asJsonb(refusals)}::jsonb) as x(id uuid, reason text) on x.id = o.file_id
    where f.tenant_id = ${tenantId} and f.batch_id = ${batchId}
      and o.tenant_id = f.tenant_id and o.batch_id = f.batch_id and o.file_id = f.file_id
      and f.refusal is distinct from x.reason`.execute(tx)
  await sql`
    update capture_batch
    set statements = ${count}
    where tenant_id = ${tenantId} and batch_id = ${batchId}`.execute(tx)
}

export const readRowsPage = async (
  tx: Tx,
  tenantId: number,
  batchId: string,
  { show, page }: { show: 'all' | 'refused' | 'left'; page: number },
): Promise<{ rows: CaptureBatchRow[]; totalCount: number }> => {
  const condition = { all: sql`true`, refused: sql`errors <> '[]'`, left: sql`outcome is not null` }[show]
  const own = sql`from capture_batch_row where tenant_id = ${tenantId} and batch_id = ${batchId} and ${condition}`
  const [{ rows }, counted] = await Promise.all([
    sql<CaptureBatchRow>`
      select row_number as row, cells, errors, outcome ${own}
      order by row_number
      limit ${BATCH_PAGE}
      offset ${(page - 1) * BATCH_PAGE}`.execute(tx),
    sql<{ count: number }>`select count(*)::int as count ${own}`.execute(tx),
  ])
  return { rows, totalCount: counted.rows[0]?.count ?? 0 }
}

export type Correction = { row: number; cells: Cells; omit: boolean }
/** An empty text empties the cell. */
export const correctRows = async (tx: Tx, tenantId: number, batchId: string, list: readonly Correction[]) => {
  await sql`
    update capture_batch_row r
    set cells = jsonb_strip_nulls(r.cells || x.cells)
    from jsonb_to_recordset(${asJsonb(
      list.map(({ row, cells }) => ({
        row,
        cells: Object.fromEntries(Object.entries(cells).map(([field, text]) => [field, text.trim() || null])),
      })),
    )}::jsonb) as x(row int, cells jsonb)
    where r.tenant_id = ${tenantId} and r.batch_id = ${batchId} and r.row_number = x.row`.execute(tx)
  const omitted = list.flatMap(({ row, omit }) => (omit ? [row] : []))
  await sql`
    delete from capture_batch_row
    where tenant_id = ${tenantId} and batch_id = ${batchId} and row_number = any(${omitted}::int[])`.execute(tx)
}
