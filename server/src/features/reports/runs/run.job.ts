// The job of scheduled reports. It runs one report after another; one that fails does not stop the others.
import { QUEUE_ID } from '@padron/contract/queue'
import { reports as rows } from '@padron/contract/reports'
import { SCHEDULED_EMAILS_A_DAY } from '@padron/contract/reports/rules'
import { countOf, numberText } from '@padron/contract/texts/count-of'
import { readAsTenant } from '../../../db/client.ts'
import { type JobKind, JobRefused, JobRetry, type JobRun, JobStopped } from '../../../jobs/job.ts'
import { NOTHING_NEW } from '../content/compose-report.ts'
import { type RunPayload, readOrders } from './orders.ts'
import { isDone, type Outcome, readOutcomes } from './rounds.ts'
import { runOne } from './run-report.ts'

const countOutcomes = (outcomes: readonly Outcome[], ...wanted: readonly Outcome['outcome'][]): number =>
  outcomes.filter(({ outcome }) => wanted.includes(outcome)).length

const explain = ({ name, outcome, why = '' }: Outcome): string =>
  `«${name}» ${outcome === 'failed' ? 'no se pudo generar ' : ''}(${why.replace(/\.$/, '')})`

/** «3 reportes: 12 correos, 1 sin novedades.» */
export const describeOutcomes = (outcomes: readonly Outcome[], configured: boolean): string => {
  const emails = outcomes.reduce((sum, outcome) => sum + outcome.letters, 0)
  const unsent = outcomes.flatMap((outcome) => outcome.unsent ?? [])
  const notices = outcomes.reduce((sum, outcome) => sum + (outcome.notices ?? 0), 0)
  const quiet = outcomes.filter(({ why }) => why === NOTHING_NEW).length
  const explained = outcomes.filter(({ why }) => why !== undefined && why !== NOTHING_NEW)
  const parts = [
    countOf(emails, 'correo', 'correos'),
    ...(notices > 0 ? [countOf(notices, 'aviso a canales', 'avisos a canales')] : []),
    ...(quiet > 0 ? [`${quiet} sin novedades`] : []),
    ...explained.map(explain),
    ...(unsent.length > 0
      ? [
          `sin enviar a ${unsent.join(', ')} (su empresa llegó a ${numberText(SCHEDULED_EMAILS_A_DAY)} correos ` +
            'programados en 24 horas)',
        ]
      : []),
  ]
  const storedOnly =
    configured || emails === 0 ? '' : ' Este servidor no tiene correo configurado: se guardaron sin enviar.'
  return `${countOf(outcomes.length, 'reporte', 'reportes')}: ${parts.join(', ')}.${storedOnly}`
}

const NONE = 'Los reportes de este envío se pusieron en pausa o se eliminaron antes de prepararlos.'

const runAll = async (job: JobRun) => {
  const { db, item, mailbox, progress } = job
  const { tenantId, itemId } = item
  const { orders, done } = await readAsTenant(db, tenantId, async (tx) => ({
    orders: await readOrders(tx, tenantId, item.payload as RunPayload),
    done: await readOutcomes(tx, tenantId, itemId),
  }))
  const total = orders.length
  let again = false
  for (const [index, order] of orders.entries()) {
    await progress(index, total, `Preparando «${order.name}»`)
    if (!isDone(done, order)) again = (await runOne(job, order, { done: index, total })) || again
  }
  if (again) throw new JobRetry('a report is to be tried again')
  await progress(total, total, 'Correos escritos')
  const outcomes = await readAsTenant(db, tenantId, (tx) => readOutcomes(tx, tenantId, itemId))
  if (outcomes.length === 0) return { message: NONE }
  const message = describeOutcomes(outcomes, mailbox.configured)
  if (countOutcomes(outcomes, 'failed') === outcomes.length) throw new JobRefused(message)
  return { message }
}

/** Reports count their own attempts, so after any other error the job runs again. */
const run = (job: JobRun) =>
  runAll(job).catch((error: unknown) => {
    if (error instanceof JobRefused || error instanceof JobStopped || error instanceof JobRetry) throw error
    throw new JobRetry('the round did not end', { cause: error })
  })

export const scheduledReports: JobKind = {
  queueId: QUEUE_ID.scheduledReports,
  needs: rows.send.needs,
  cancellable: true,
  ofPart: true,
  run,
}
