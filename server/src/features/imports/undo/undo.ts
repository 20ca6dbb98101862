// Undoes an import batch by batch, one transaction each, so that a run that dies leaves whole batches and the next
// continues. Vehicles changed since stay as they are, with the reason.
import type { ImportKind } from '@padron/contract/imports'
import type { Country } from '@padron/contract/places/countries'
import { countOf } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import { bulkAsTenant, type Tx } from '../../../db/client.ts'
import { touchFleet } from '../../../db/fleet-version.ts'
import { MANY_VEHICLES, requestStatistics } from '../../../fleet/request-statistics.ts'
import { lockTags } from '../../../fleet/tag-limits.ts'
import { JobRefused, type JobResult, type JobRun } from '../../../jobs/job.ts'
import { importLink } from '../apply/email.ts'
import { nextStates, type UndoContext, type VehicleState } from './batch.ts'
import { undoReport } from './report.ts'
import { unchangedReasons } from './unchanged-reasons.ts'
import { undoVehicles } from './vehicles.ts'

const DOING = 'Deshaciendo'

type Begun = { kind: ImportKind; fileName: string; country: Country; state: string; total: number; left: number }

/** Stores the total with the import, so that all runs and jobs count from it. It counts rows of the sheet. */
const begin = async (tx: Tx, tenantId: number, importId: string): Promise<Begun> => {
  await sql`
    update vehicle_import i set undone = jsonb_build_object('restored', 0, 'kept', 0, 'total',
      (select count(distinct d.row_number)
      from vehicle_import_change d
      where d.tenant_id = i.tenant_id and d.import_id = i.import_id))
    where i.tenant_id = ${tenantId} and i.import_id = ${importId} and i.undone is null`.execute(tx)
  const { rows } = await sql<Begun>`
    select i.kind, i.file_name as "fileName", c.country, i.state, (i.undone->>'total')::int as total,
      (select count(distinct d.row_number)::int from vehicle_import_change d
        where d.tenant_id = i.tenant_id and d.import_id = i.import_id and d.skip_reason is null) as left
    from vehicle_import i join company c on c.tenant_id = i.tenant_id
    where i.tenant_id = ${tenantId} and i.import_id = ${importId}`.execute(tx)
  const [found] = rows
  if (!found) throw new JobRefused('El archivo ya no existe.')
  if (found.state === 'undone') throw new JobRefused('Este archivo ya se deshizo.')
  if (found.state !== 'undoing' && found.state !== 'applied')
    throw new JobRefused('El archivo no está aplicado: no hay nada que deshacer.')
  return found
}

const storeReasons = (
  { tx, tenantId, importId }: UndoContext,
  reasons: ReadonlyMap<number, string>,
): Promise<unknown> =>
  sql`update vehicle_import_change d set skip_reason = w.why
    from unnest(${[...reasons.keys()]}::int[], ${[...reasons.values()]}::text[]) as w(row_number, why)
    where d.tenant_id = ${tenantId} and d.import_id = ${importId} and d.row_number = w.row_number`.execute(tx)

const rowsOf = (states: readonly VehicleState[]): number => new Set(states.map(({ rowNumber }) => rowNumber)).size

/**
 * @param onDone called in the batch's own transaction with its number of rows
 * @returns that number; 0 if none is left
 */
const undoBatch = async (context: UndoContext, onDone: (rows: number) => Promise<void>): Promise<number> => {
  const { tx, tenantId, kind } = context
  await lockTags(tx, tenantId) // before any vehicle, as a deletion of tags does
  const states = await nextStates(context)
  if (states.length === 0) return 0
  const reasons = unchangedReasons(kind, states)
  const free = states.filter(({ rowNumber }) => !reasons.has(rowNumber))
  if (reasons.size > 0) await storeReasons(context, reasons)
  await undoVehicles(context, free)
  await onDone(rowsOf(states))
  if (free.length > 0)
    await touchFleet(
      tx,
      tenantId,
      free.map(({ vehicleId }) => vehicleId),
    )
  return rowsOf(states)
}

const ARCHIVED = 'Soporte puede recuperarlos durante 30 días.'
const RESTORED: Readonly<Record<ImportKind, (restored: number) => string>> = {
  add: (n) =>
    `${countOf(n, 'vehículo dado de alta se quitó', 'vehículos dados de alta se quitaron')} de la ` +
    `flota.${n > 0 ? ` ${ARCHIVED}` : ''}`,
  edit: (n) => `${countOf(n, 'vehículo volvió', 'vehículos volvieron')} a como ${n === 1 ? 'estaba' : 'estaban'}.`,
  replace: (n) => `${countOf(n, 'reemplazo se deshizo', 'reemplazos se deshicieron')}.`,
}

const unchangedWords = (unchangedCount: number): string =>
  unchangedCount === 0
    ? ''
    : ` ${countOf(unchangedCount, 'fila se quedó como está', 'filas se quedaron como están')}: descargue el archivo para ` +
      'ver por qué.'

type Undone = { restored: number; kept: number; tenantId: number; now: () => Date }

/** Written in the same transaction as the end of the job. */
const finish =
  (importId: string, { fileName }: Begun, { restored, kept: unchangedCount, tenantId, now }: Undone) =>
  async (tx: Tx): Promise<void> => {
    if (restored >= MANY_VEHICLES) await requestStatistics(tx, tenantId, now())
    await sql`
      update vehicle_import set state = 'undone', undone_at = now(), undone_by = current_actor()->>'name',
        undone = ${JSON.stringify({ restored, kept: unchangedCount })}::jsonb
      where tenant_id = current_tenant() and import_id = ${importId}`.execute(tx)
    const details = JSON.stringify({
      vehicles_restored: [null, restored],
      ...(unchangedCount > 0 ? { vehicles_kept: [null, unchangedCount] } : {}),
    })
    await sql`
      select record_activity(current_tenant(), 'import', null, ${fileName}, 'update', ${details}::jsonb)`.execute(tx)
  }

export const undoImport = async (run: JobRun, importId: string): Promise<JobResult> => {
  const { db, item, progress, progressIn, now } = run
  const { tenantId, itemId, actor } = item
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => bulkAsTenant(db, tenantId, work, actor)
  const undoState = await inTransaction((tx) => begin(tx, tenantId, importId))
  const { kind, country, total, fileName } = undoState
  let done = total - undoState.left
  await progress(done, total, DOING)
  for (;;) {
    const rows = await inTransaction((tx) =>
      undoBatch({ tx, tenantId, country, importId, kind, itemId }, (more) =>
        progressIn(tx, Math.min(done + more, total), total, DOING),
      ),
    )
    if (rows === 0) break
    done += rows
  }
  const unchangedCount = await inTransaction(async (tx) => {
    const { rows } = await sql<{ unchanged: number }>`
      select count(distinct row_number)::int as unchanged
      from vehicle_import_change
      where tenant_id = ${tenantId} and import_id = ${importId}`.execute(tx)
    return rows[0]?.unchanged ?? 0
  })
  const restored = total - unchangedCount
  const message = RESTORED[kind](restored) + unchangedWords(unchangedCount)
  return {
    message,
    email: { lines: [`${fileName}: ${message}`], link: importLink(kind, importId) },
    ...(unchangedCount > 0 ? { file: await undoReport(run, importId, fileName) } : {}),
    onEnd: finish(importId, undoState, { restored, kept: unchangedCount, tenantId, now }),
  }
}
