// The job behind the three bulk screens: applies a validated import in one transaction, or undoes it. A run killed
// before its commit has written nothing; a run that finds the import applied only ends the job.
import { setTimeout as pause } from 'node:timers/promises'
import { GUARD_SHARE, IMPORT_NEEDS, type ImportKind } from '@padron/contract/imports'
import type { Country } from '@padron/contract/places/countries'
import { TEMPLATE_KINDS, type TemplateKindRow } from '@padron/contract/template/kinds'
import { countOf } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import { queueEnrolment } from '../../../checks/services/enrol.ts'
import { enrolAgain } from '../../../checks/services/enrol-again.ts'
import { asSystem, asTenant, bulkAsTenant, type Tx } from '../../../db/client.ts'
import { lockCompany } from '../../../db/company-lock.ts'
import { touchFleet } from '../../../db/fleet-version.ts'
import { MANY_VEHICLES, requestStatistics } from '../../../fleet/request-statistics.ts'
import { type JobKind, JobRefused, type JobResult, type JobRun, JobStopped } from '../../../jobs/job.ts'
import { undoImport } from '../undo/undo.ts'
import type { Totals } from '../validation/totals.ts'
import { applyAdd } from './add.ts'
import { type Applied, type ApplyContext, type ImportPayload, planForMany, STALE, stale } from './context.ts'
import { applyEdit } from './edit.ts'
import { appliedEmail } from './email.ts'
import { failureEmail, pastCancelling } from './endings.ts'
import { applyReplace } from './replace.ts'

type Stored = {
  kind: ImportKind
  totals: Totals
  newTags: { names: string[]; count: number }
  state: string
  fileName: string
  country: Country
  applied: Applied | null
}

const APPLY: Readonly<Record<ImportKind, (context: ApplyContext) => Promise<Applied>>> = {
  add: applyAdd,
  edit: applyEdit,
  replace: applyReplace,
}

const RECORDED: Readonly<Record<ImportKind, { action: 'create' | 'update'; of: string }>> = {
  add: { action: 'create', of: 'vehicles' },
  edit: { action: 'update', of: 'vehicles_edited' },
  replace: { action: 'update', of: 'vehicles_replaced' },
}

/** Locks the import: only one of two runs continues. */
const lockImport = async (tx: Tx, tenantId: number, importId: string): Promise<Stored> => {
  const { rows } = await sql<Stored>`
    select i.kind, i.judged->'totals' as totals, jsonb_build_object('names', coalesce(i.judged->'newTags', '[]'),
        'count', i.judged->'newTagCount') as "newTags", i.state, i.file_name as "fileName", c.country,
      i.judged->'applied' as applied
    from vehicle_import i join company c on c.tenant_id = i.tenant_id
    where i.tenant_id = ${tenantId} and i.import_id = ${importId} for update of i`.execute(tx)
  if (!rows[0]) throw new JobRefused('El archivo ya no existe.')
  return rows[0]
}

/** The fleet may have shrunk since validation, so that removing these vehicles needs a confirmation. */
const refuseGutting = async (tx: Tx, tenantId: number, { affected, active }: Totals): Promise<void> => {
  const { rows } = await sql<{ now: number }>`
    select count(*)::int as now from vehicle where tenant_id = ${tenantId} and asset_status_id = 1`.execute(tx)
  const share = affected / Math.max(1, rows[0]?.now ?? 0)
  if (affected > 0 && share > GUARD_SHARE && affected <= active * GUARD_SHARE)
    throw stale(`Ahora saldría el ${Math.round(100 * share)} % de su flota, y eso se confirma escribiéndolo.`)
}

/** Applies the import; everything is in this transaction. */
const write = async (run: JobRun, importId: string, tx: Tx): Promise<Applied> => {
  const {
    item: { tenantId, actor },
    progress,
    progressIn,
    now,
  } = run
  const stored = await lockImport(tx, tenantId, importId)
  const { kind, totals, state, applied: before, fileName, country, newTags } = stored
  if (state === 'applied' && before) return before
  if (state !== 'queued') throw new JobRefused('El archivo se descartó o se revisó de nuevo.')
  await lockCompany(tx, tenantId)
  // One import of a company at a time: a second one sees what the first has written.
  await sql`select pg_advisory_xact_lock(hashtextextended('vehicle import', ${tenantId}))`.execute(tx)
  await refuseGutting(tx, tenantId, totals)
  await planForMany(tx, totals.counts.rows)
  const context = { tx, tenantId, country, importId, fileName, newTags, onProgress: progress }
  const applied = await APPLY[kind](context)
  const total = kind === 'add' ? applied.created : applied.changed + applied.replaced
  // Other rows changed than those that were validated.
  if (total !== totals.counts.new + totals.counts.changed) throw new JobRefused(STALE)
  await sql`
    update vehicle_import set state = 'applied', applied_at = now(), applied_by = ${actor.name},
      judged = judged || jsonb_build_object('applied', ${JSON.stringify(applied)}::jsonb)
    where tenant_id = ${tenantId} and import_id = ${importId}`.execute(tx)
  const recorded = RECORDED[kind]
  const details = JSON.stringify({ [recorded.of]: [null, total] })
  await sql`
    select record_activity(${tenantId}, 'import', null, ${fileName}, ${recorded.action}, ${details}::jsonb)`.execute(tx)
  if (applied.firstNew !== undefined) await queueEnrolment(tx, tenantId, applied.firstNew)
  if (total >= MANY_VEHICLES) await requestStatistics(tx, tenantId, now())
  await progressIn(tx, total, total, 'Guardando')
  await touchFleet(tx, tenantId)
  return applied
}

/** From this many new vehicles on the planner needs new statistics (008-imports.sql, 091-analyze-checks.sql). */
const COUNTED_FROM = 1_000
/**
 * Enrols new vehicles with their sources. Cancelling is too late here; if this run dies, a later one enrols the rest.
 */
const enrol = async ({ db, progress }: JobRun, total: number): Promise<void> => {
  let failure: unknown
  const reportProgress = (vehicles: number): void => {
    void progress(Math.min(vehicles, total), total, 'Preparando las consultas a las fuentes').catch(
      (error: unknown) => {
        failure = error
      },
    )
  }
  await enrolAgain((work) => asSystem(db, work), { onProgress: reportProgress, rest: pause })
  if (failure instanceof JobStopped && failure.why !== 'cancelled') throw failure
}

const SENTENCES: Readonly<Record<ImportKind, (applied: Applied) => string>> = {
  add: ({ created }) => `${countOf(created, 'vehículo dado de alta', 'vehículos dados de alta')}.`,
  edit: ({ changed }) => `${countOf(changed, 'vehículo editado', 'vehículos editados')}.`,
  replace: ({ replaced }) => `${countOf(replaced, 'vehículo reemplazado', 'vehículos reemplazados')}.`,
}

const apply = async (run: JobRun, kind: ImportKind, importId: string): Promise<JobResult> => {
  const { db, item } = run
  const applied = await bulkAsTenant(db, item.tenantId, (tx) => write(run, importId, tx), item.actor)
  if (applied.created > COUNTED_FROM)
    await bulkAsTenant(db, item.tenantId, (tx) => sql`select analyze_fleet()`.execute(tx))
  if (applied.firstNew !== undefined) await enrol(run, applied.created)
  if (applied.created > COUNTED_FROM)
    await bulkAsTenant(db, item.tenantId, (tx) => sql`select analyze_checks()`.execute(tx))
  // Requested again: earlier statistics count the new vehicles as unchecked.
  if (applied.created >= MANY_VEHICLES)
    await asTenant(db, item.tenantId, (tx) => requestStatistics(tx, item.tenantId, run.now()))
  const message = SENTENCES[kind](applied)
  const email = await asTenant(db, item.tenantId, (tx) => appliedEmail(tx, item, { kind, importId, message }))
  return { message, email }
}

const kindOf = ({ kind, queueId }: TemplateKindRow): JobKind => ({
  queueId,
  needs: IMPORT_NEEDS[kind],
  cancellable: true,
  pastCancelling,
  failureEmail,
  run: async (run) => {
    const { importId, undo = false } = run.item.payload as ImportPayload
    return undo ? undoImport(run, importId) : apply(run, kind, importId)
  },
})

export const importJobs: readonly JobKind[] = TEMPLATE_KINDS.map(kindOf)
