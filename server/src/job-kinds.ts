// All kinds of job, collected from the features.
import { processing } from '@padron/contract/processing'
import type { JobKinds } from './feature.ts'
import { FEATURES } from './features/index.ts'
import { cancelOrder } from './features/processing/end-order.ts'
import type { JobKind } from './jobs/job.ts'

export const JOB_KINDS: readonly JobKind[] = FEATURES.flatMap(({ jobs = [] }) => jobs)

/** Orders of checks are not jobs: the engine runs them, and checks that have not begun can be cancelled. */
const CHECKS = 1

export const jobKinds: JobKinds = {
  needsOf: (queueId) =>
    queueId === CHECKS ? processing.update.needs : (JOB_KINDS.find((kind) => kind.queueId === queueId)?.needs ?? []),
  isCancellable: (queueId) =>
    queueId === CHECKS || JOB_KINDS.some((kind) => kind.queueId === queueId && kind.cancellable),
  pastCancelling: async (tx, items) => {
    const past = new Set<string>()
    for (const kind of JOB_KINDS) {
      const ids = items.filter(({ queueId }) => queueId === kind.queueId).map(({ id }) => id)
      if (ids.length > 0) for (const id of (await kind.pastCancelling?.(tx, ids)) ?? []) past.add(id)
    }
    return past
  },
  cancelOrder: { [CHECKS]: cancelOrder },
}
