// Reports a run of a job: a log line with the request that ordered it, its metrics, and its span, which belongs to the
// trace of that request.
import type { FastifyBaseLogger } from 'fastify'
import { count, type JobEnd } from '../metrics/counters.ts'
import { spanned } from '../tracing/spans.ts'
import { queueName } from './enqueue.ts'
import { type JobItem, JobStopped } from './job.ts'

/** @param runs how many runs the job had, including this one */
export type LoggedRun = Pick<JobItem, 'tenantId' | 'itemId' | 'queueId' | 'actor'> & { runId: string; runs: number }

const outcomeOf = (error: unknown): JobEnd => (error instanceof JobStopped ? 'stopped' : 'again')

/** Runs the job and logs its end. @throws the run's error, so that the job is retried */
export const logRun = async (log: FastifyBaseLogger, logged: LoggedRun, run: () => Promise<JobEnd>): Promise<void> => {
  const { tenantId, itemId, queueId, runId, runs: attempt, actor } = logged
  const kind = queueName(queueId)
  const startedAt = performance.now()
  const report = (outcome: JobEnd): void => {
    const ms = performance.now() - startedAt
    count.jobEnded(kind, outcome, ms / 1000)
    log.info(
      {
        itemId,
        runId,
        attempt,
        queueId,
        tenantId,
        userId: actor.id,
        requestId: actor.request,
        outcome,
        tookMs: Math.round(ms),
      },
      'job',
    )
  }
  const attributes = {
    'padron.item_id': itemId,
    'padron.run_id': runId,
    'padron.attempt': attempt,
    'padron.tenant_id': tenantId,
    'padron.request_id': actor.request,
  }
  await spanned(
    { name: `job ${queueId}`, kind: 'consumer', parent: actor.trace, attributes },
    async () => {
      try {
        const outcome = await run()
        report(outcome)
        return outcome
      } catch (error) {
        report(outcomeOf(error))
        throw error
      }
    },
    (outcome) => ({ 'padron.outcome': outcome }),
  )
}
