// What is told of a run of a job: a line of the log with the call that ordered it, its figures, and its span, which
// is part of that call's trace.
import type { FastifyBaseLogger } from 'fastify'
import { count, type JobEnd } from '../metrics/counters.ts'
import { spanned } from '../tracing/spans.ts'
import { queueName } from './enqueue.ts'
import { JobEnded, type JobItem } from './job.ts'

/** @param runs how often it was taken up, this run with it */
export type ToldRun = Pick<JobItem, 'tenantId' | 'itemId' | 'queueId' | 'actor'> & { runId: string; runs: number }

const endOf = (error: unknown): JobEnd => (error instanceof JobEnded ? 'stopped' : 'again')

/** Runs it and tells how it ended. @throws what the run throws: it is to be run again */
export const telling = async (log: FastifyBaseLogger, told: ToldRun, run: () => Promise<JobEnd>): Promise<void> => {
  const { tenantId, itemId, queueId, runId, runs: attempt, actor } = told
  const kind = queueName(queueId)
  const begun = performance.now()
  const tell = (outcome: JobEnd): void => {
    const ms = performance.now() - begun
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
        ms: Math.round(ms),
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
        tell(outcome)
        return outcome
      } catch (error) {
        tell(endOf(error))
        throw error
      }
    },
    (outcome) => ({ 'padron.outcome': outcome }),
  )
}
