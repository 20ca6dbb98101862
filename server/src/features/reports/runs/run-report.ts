// Runs one report of a round: prepare.ts composes it and writes its file, write-result.ts records everything in one
// transaction. A run that dies before leaves nothing; the next run skips reports with an outcome. A report edited
// meanwhile is prepared again; an unexpected failure is tried three times.
import { asTenant } from '../../../db/client.ts'
import { isAway } from '../../../db/is-away.ts'
import { DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE } from '../../../db/lock-errors.ts'
import { HttpProblem } from '../../../errors/http-problem.ts'
import { asProblem } from '../../../http/problem.ts'
import { JobRefused, type JobRun, JobStopped } from '../../../jobs/job.ts'
import type { Order } from './orders.ts'
import { prepare } from './prepare.ts'
import { countTry, uncountTry } from './rounds.ts'
import { type Step, writeFailure, writeResult } from './write-result.ts'

const TIMES_AT_MOST = 3

const EDITED = 'El reporte se cambió varias veces mientras se preparaba; envíelo de nuevo.'

const prepareAndWrite = async (job: JobRun, requested: Order, step: Step): Promise<void> => {
  let order = requested
  for (let nth = 0; nth < TIMES_AT_MOST; nth++) {
    const prepared = await prepare(job, order, step)
    let unsavedFile = prepared.file
    try {
      const end = await writeResult(job, order, prepared, step)
      if (!end.changed && end.fileStored) unsavedFile = undefined
      if (!end.changed) return
      order = end.changed
    } catch (error) {
      // If the database went away, the transaction may have committed: the file stays, and retention deletes it if not.
      if (isAway(error)) unsavedFile = undefined
      throw error
    } finally {
      if (unsavedFile) await job.emailFiles.remove(unsavedFile.path).catch(() => undefined)
    }
  }
  throw new JobRefused(EDITED)
}

const UNEXPECTED = 'Ocurrió un error inesperado.'
const BUSY = 'La base de datos estaba ocupada.'
const BY_CODE: Readonly<Record<string, string>> = {
  '57014': 'Leer los vehículos del filtro tardó demasiado; elija un filtro más pequeño.',
  [LOCK_NOT_AVAILABLE]: BUSY,
  [DEADLOCK_DETECTED]: BUSY,
  '40001': BUSY,
}
const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? ''
/** The view changed after the report was saved; nothing else of a report can be forbidden when it runs. */
const HIDDEN =
  'La vista del reporte pregunta por fechas que dicen los documentos, y quien lo guardó o lo envía no puede leerlos.'
const reasonOf = (error: unknown): string => {
  if (error instanceof JobRefused) return error.message
  const problem = asProblem((error ?? {}) as Error)
  return BY_CODE[codeOf(error)] ?? (problem?.status === 403 ? HIDDEN : problem?.title) ?? UNEXPECTED
}

const THREE_ATTEMPTS = 'No se pudo generar en tres intentos'
const INTERRUPTED = `${THREE_ATTEMPTS}: el trabajo se interrumpió.`
const afterThreeAttempts = (error: unknown): string => {
  const reason = reasonOf(error)
  return `${THREE_ATTEMPTS}: ${reason.slice(0, 1).toLowerCase()}${reason.slice(1)}`
}

/** Whether another attempt would fail as well. */
const isFault = (error: unknown): boolean =>
  error instanceof JobRefused || (error instanceof HttpProblem && error.status < 500)

const inTenant = (job: JobRun, work: typeof countTry | typeof uncountTry, order: Order) =>
  asTenant(job.wholeDb, job.item.tenantId, (tx) => work(tx, job.item, order), job.item.actor)

/**
 * @returns whether it must be run again
 * @throws if the whole run must end: cancelled, taken over, the process stops, or the database is unreachable
 */
export const runOne = async (job: JobRun, order: Order, step: Step): Promise<boolean> => {
  // Counted first, so that a report that crashes the process does not block the others forever.
  const nth = (await inTenant(job, countTry, order)) ?? 1
  try {
    if (nth > TIMES_AT_MOST) await writeFailure(job, order, INTERRUPTED, step)
    else await prepareAndWrite(job, order, step)
    return false
  } catch (error) {
    if (error instanceof JobStopped && error.why === 'stopping') await inTenant(job, uncountTry, order)
    if (error instanceof JobStopped || isAway(error)) throw error
    if (!(error instanceof JobRefused))
      job.log.error({ err: error, itemId: job.item.itemId, reportId: order.reportId }, 'a report could not be made')
    if (!isFault(error) && nth < TIMES_AT_MOST) return true
    await writeFailure(job, order, isFault(error) ? reasonOf(error) : afterThreeAttempts(error), step)
    return false
  }
}
