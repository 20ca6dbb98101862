// All kinds of job, collected from the features.
import type { JobKinds } from './feature.ts'
import { FEATURES } from './features/index.ts'
import type { JobKind } from './jobs/job.ts'

export const JOB_KINDS: readonly JobKind[] = FEATURES.flatMap(({ jobs = [] }) => jobs)
const ORDERS = FEATURES.flatMap(({ orders = [] }) => orders)

export const jobKinds: JobKinds = {
  needsOf: (queueId) => [...JOB_KINDS, ...ORDERS].find((kind) => kind.queueId === queueId)?.needs ?? [],
  isCancellable: (queueId) =>
    ORDERS.some((kind) => kind.queueId === queueId) ||
    JOB_KINDS.some((kind) => kind.queueId === queueId && kind.cancellable),
  pastCancelling: async (tx, items) => {
    const past = new Set<string>()
    for (const kind of JOB_KINDS) {
      const ids = items.filter(({ queueId }) => queueId === kind.queueId).map(({ id }) => id)
      if (ids.length > 0) for (const id of (await kind.pastCancelling?.(tx, ids)) ?? []) past.add(id)
    }
    return past
  },
  cancelOrder: Object.fromEntries(ORDERS.map(({ queueId, cancel }) => [queueId, cancel])),
}
