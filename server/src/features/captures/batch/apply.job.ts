// The job that stores a batch in one transaction, or undoes it. A killed run has written nothing; a run that finds the
// batch done only ends the job.
import { randomUUID } from 'node:crypto'
import type { Country } from '@padron/contract/places/countries'
import { QUEUE_ID } from '@padron/contract/queue'
import { countOf } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import { inRounds } from '../../../checks/store/in-rounds.ts'
import { bulkAsTenant, type Tx } from '../../../db/client.ts'
import { touchChecks } from '../../../db/fleet-version.ts'
import { asJsonb } from '../../../db/json.ts'
import { lockVehicles } from '../../../db/lock-vehicles.ts'
import { type JobItem, type JobKind, JobRefused, type JobRun } from '../../../jobs/job.ts'
import { identityChangedSince } from '../changed-identity.ts'
import { heldWords, readHolders } from '../leases.ts'
import { type Capturer, type Statement, storeStatements } from '../statement.ts'
import { loadBatch } from './batches.queries.ts'
import { type BatchStatement, NO_ACTIVE_VEHICLE } from './statements.rules.ts'
import { undoBatch } from './undo.ts'

export type BatchPayload = { batchId: string; undo?: boolean }

const AT_ONCE = 250

const readCapturer = async (tx: Tx, { tenantId, actor }: JobItem): Promise<Capturer> => {
  const { rows } = await sql<{ timeZone: string; country: Country }>`
    select time_zone as "timeZone", country from company where tenant_id = ${tenantId}`.execute(tx)
  if (!rows[0] || actor.id === undefined || actor.id === null) throw new JobRefused('La empresa ya no existe.')
  return { tenantId, userId: actor.id, username: actor.name, ...rows[0] }
}

const CHANGED = 'La placa o el VIN del vehículo cambió desde que se envió el archivo; envíe uno nuevo.'

/** Locks the vehicles. @returns why a vehicle is left, if it changed since the batch was sent */
const lockUnchanged = async (
  tx: Tx,
  tenantId: number,
  batchId: string,
  list: readonly BatchStatement[],
): Promise<(statement: BatchStatement) => string | undefined> => {
  const ids = list.map(({ body }) => body.vehicleAssetId)
  await lockVehicles(tx, tenantId, ids)
  const { rows } = await sql<{ id: number; plate: string; changed: boolean }>`
    select v.vehicle_id as id, v.plate, ${identityChangedSince(tenantId, sql`v.vehicle_id`, sql`b.created_at`)} as changed
    from vehicle v
    join capture_batch b on b.tenant_id = v.tenant_id and b.batch_id = ${batchId}
    where v.tenant_id = ${tenantId} and v.vehicle_id = any(${ids}::bigint[]) and v.asset_status_id = 1`.execute(tx)
  const vehicles = new Map(rows.map((row) => [row.id, row]))
  return ({ body, plate }) => {
    const vehicle = vehicles.get(body.vehicleAssetId)
    if (vehicle?.plate !== plate) return NO_ACTIVE_VEHICLE
    return vehicle.changed ? CHANGED : undefined
  }
}

/** Saves the data that undo needs before it is replaced: the checks' rows, debts and dates. */
const keepBefore = async (tx: Tx, tenantId: number, batchId: string, some: readonly BatchStatement[]) => {
  const list = some.flatMap(({ body, rows }) =>
    body.answers.map(({ resourceId }) => ({ vehicle: body.vehicleAssetId, resource: resourceId, rows })),
  )
  await sql`
    insert into capture_batch_change (batch_id, vehicle_id, resource_id, rows, before)
    select ${batchId}, f.vehicle_id, f.resource_id, x.rows, jsonb_build_object(
      'check', to_jsonb(f), 'processedAt', v.processed_at,
      'debts', coalesce((
        select jsonb_agg(to_jsonb(d))
        from debt d
        where d.tenant_id = f.tenant_id and d.vehicle_id = f.vehicle_id and d.resource_id = f.resource_id), '[]'),
      'dates', coalesce((
        select jsonb_agg(to_jsonb(o))
        from obligation o
        where o.tenant_id = f.tenant_id and o.vehicle_id = f.vehicle_id and o.resource_id = f.resource_id), '[]'))
    from jsonb_to_recordset(${asJsonb(list)}::jsonb) as x(vehicle bigint, resource int, rows int[])
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = x.vehicle
    join vehicle_resource f on f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id
      and f.resource_id = x.resource`.execute(tx)
}

/** Records each check's new run, and removes the changes of refused statements. */
const keepRuns = async (tx: Tx, tenantId: number, batchId: string, refused: readonly BatchStatement[]) => {
  const list = refused.flatMap(({ body }) =>
    body.answers.map(({ resourceId }) => ({ vehicle: body.vehicleAssetId, resource: resourceId })),
  )
  await sql`
    delete from capture_batch_change c
    using jsonb_to_recordset(${asJsonb(list)}::jsonb) as x(vehicle bigint, resource int)
    where c.tenant_id = ${tenantId} and c.batch_id = ${batchId} and c.vehicle_id = x.vehicle
      and c.resource_id = x.resource`.execute(tx)
  await sql`
    update capture_batch_change c
    set run_id = f.good_run_id
    from vehicle_resource f
    where c.tenant_id = ${tenantId} and c.batch_id = ${batchId} and c.run_id is null
      and f.tenant_id = c.tenant_id and f.vehicle_id = c.vehicle_id and f.resource_id = c.resource_id`.execute(tx)
}

/** Rounds with each vehicle at most once, in the order in which every writer locks vehicles. */
const roundsOf = (statements: readonly BatchStatement[]): BatchStatement[][] => {
  const vehicleOf = ({ body }: BatchStatement): number => body.vehicleAssetId
  return inRounds(
    statements.toSorted((a, b) => vehicleOf(a) - vehicleOf(b)),
    vehicleOf,
  )
}

type SkippedRow = { row: number; reason: string }
const writeSkipped = (tx: Tx, tenantId: number, batchId: string, left: readonly SkippedRow[]) =>
  sql`
    update capture_batch_row r
    set outcome = x.reason
    from jsonb_to_recordset(${asJsonb(left)}::jsonb) as x(row int, reason text)
    where r.tenant_id = ${tenantId} and r.batch_id = ${batchId} and r.row_number = x.row`.execute(tx)

const lockBatch = async (tx: Tx, tenantId: number, batchId: string) => {
  const { rows } = await sql<{ state: string; fileName: string; message: string | null }>`
    select state, file_name as "fileName", message
    from capture_batch
    where tenant_id = ${tenantId} and batch_id = ${batchId}
    for update`.execute(tx)
  if (!rows[0]) throw new JobRefused('El archivo ya no existe.')
  return rows[0]
}

const sentence = (stored: number, left: number): string =>
  `${countOf(stored, 'estado de cuenta guardado', 'estados de cuenta guardados')}.` +
  (left > 0 ? ` ${countOf(left, 'quedó como estaba', 'quedaron como estaban')}: vea por qué en sus filas.` : '')

/** The report of changes expects that events commit within a minute of their time, and this transaction may take more. */
const stampEvents = (tx: Tx, tenantId: number, batchId: string) =>
  sql`
    update check_event e
    set recorded_at = clock_timestamp()
    from capture_batch_change c
    where c.tenant_id = ${tenantId} and c.batch_id = ${batchId}
      and e.tenant_id = c.tenant_id and e.vehicle_id = c.vehicle_id and e.run_id = c.run_id`.execute(tx)

const store = async (run: JobRun, tx: Tx, batchId: string): Promise<string> => {
  const { item, progress, progressIn } = run
  const { tenantId } = item
  const { state, fileName, message } = await lockBatch(tx, tenantId, batchId)
  if (state === 'applied' && message) return message
  if (state !== 'queued') throw new JobRefused('El archivo se descartó o se corrigió de nuevo.')
  const who = await readCapturer(tx, item)
  const now = run.now()
  const { statements, unmatched, errors, files } = await loadBatch(tx, who, batchId, now)
  const left: SkippedRow[] = []
  let skipped = 0
  const skip = (rows: readonly number[], reason: string): void => {
    skipped++
    left.push(...rows.map((row) => ({ row, reason })))
  }
  const faultOf = (rows: readonly number[]) => rows.flatMap((row) => errors.get(row) ?? [])[0]?.message
  // The vehicle or its portal changed since the preview.
  for (const rows of unmatched) skip(rows, faultOf(rows) ?? '')
  const vehicleIds = statements.map(({ body }) => body.vehicleAssetId)
  const holders = await readHolders(tx, who, vehicleIds, now)
  const valid = statements.filter((statement) => {
    const holder = holders.get(statement.body.vehicleAssetId)
    const reason = faultOf(statement.rows) ?? (holder && heldWords(holder, who.timeZone))
    if (reason !== undefined) skip(statement.rows, reason)
    return reason === undefined
  })
  let done = 0
  for (const round of roundsOf(valid))
    for (let from = 0; from < round.length; from += AT_ONCE) {
      const next = round.slice(from, from + AT_ONCE)
      await progress(done, valid.length, 'Guardando')
      // Locked first, so that nobody changes what undo restores before the batch replaces it.
      const whyLeft = await lockUnchanged(tx, tenantId, batchId, next)
      const some = next.filter((statement) => {
        const reason = whyLeft(statement)
        if (reason !== undefined) skip(statement.rows, reason)
        return reason === undefined
      })
      await keepBefore(tx, tenantId, batchId, some)
      const list = some.map(
        ({ body, fileIds }): Statement => ({
          body,
          // A file that proves two portals has a row for each.
          proofs: fileIds.flatMap((id) => {
            const file = files.get(id)
            if (!file) return []
            const { name, mediaType, size, sha256, path } = file
            return [{ fileId: randomUUID(), name, mediaType, size, sha256, path }]
          }),
        }),
      )
      const faults = await storeStatements(tx, who, list, now)
      const refused = some.filter((statement, i) => {
        const fault = faults[i]?.[0]
        if (fault) skip(statement.rows, fault.message)
        return fault
      })
      await keepRuns(tx, tenantId, batchId, refused)
      done += next.length
    }
  const result = sentence(statements.length + unmatched.length - skipped, skipped)
  await writeSkipped(tx, tenantId, batchId, left)
  await sql`
    delete from capture_batch_file where tenant_id = ${tenantId} and batch_id = ${batchId}`.execute(tx)
  await sql`
    update capture_batch
    set state = 'applied', applied_at = now(), message = ${result}
    where tenant_id = ${tenantId} and batch_id = ${batchId}`.execute(tx)
  const details = JSON.stringify({ captured: [null, result] })
  await sql`select record_activity(${tenantId}, 'import', null, ${fileName}, 'create', ${details}::jsonb)`.execute(tx)
  await progressIn(tx, valid.length, valid.length, 'Guardando')
  await stampEvents(tx, tenantId, batchId)
  await touchChecks(tx, tenantId)
  return result
}

const undo = async (run: JobRun, tx: Tx, batchId: string): Promise<string> => {
  const { tenantId } = run.item
  const { state, fileName, message } = await lockBatch(tx, tenantId, batchId)
  if (state === 'undone' && message) return message
  if (state !== 'undoing') throw new JobRefused('Solo se deshace un archivo que está aplicado.')
  const { undone, left } = await undoBatch(tx, tenantId, batchId)
  const unchanged =
    left.length > 0 ? ` ${countOf(left.length, 'se dejó como está', 'se dejaron como están')}: vea por qué.` : ''
  const result = `${countOf(undone, 'captura deshecha', 'capturas deshechas')}.${unchanged}`
  await writeSkipped(
    tx,
    tenantId,
    batchId,
    left.flatMap(({ rows, reason }) => rows.map((row) => ({ row, reason }))),
  )
  await sql`
    update capture_batch
    set state = 'undone', message = ${result}
    where tenant_id = ${tenantId} and batch_id = ${batchId}`.execute(tx)
  const details = JSON.stringify({ captured: [result, null] })
  await sql`select record_activity(${tenantId}, 'import', null, ${fileName}, 'update', ${details}::jsonb)`.execute(tx)
  await run.progressIn(tx, undone, undone, 'Deshaciendo')
  return result
}

export const batchJob: JobKind = {
  queueId: QUEUE_ID.captures,
  needs: 'processing_admin',
  cancellable: true,
  pastCancelling: async (tx, itemIds) => {
    const { rows } = await sql<{ id: string }>`
      select queue_item_id as id
      from capture_batch
      where tenant_id = current_tenant() and queue_item_id = any(${[...itemIds]}::uuid[])
        and state in ('applied', 'undone')`.execute(tx)
    return rows.map(({ id }) => id)
  },
  run: async (run) => {
    const { batchId, undo: isUndo = false } = run.item.payload as BatchPayload
    const { db, item } = run
    const work = (tx: Tx) => (isUndo ? undo(run, tx, batchId) : store(run, tx, batchId))
    return { message: await bulkAsTenant(db, item.tenantId, work, item.actor) }
  },
}
