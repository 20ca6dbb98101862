// Manual capture: people answer the checks that no source answers by itself, one by one or in batches.
import { captures as rows } from '@padron/contract/captures'
import { captureBatches } from '@padron/contract/captures/batches'
import { captureReadings } from '@padron/contract/captures/readings'
import { answers, type Feature } from '../../feature.ts'
import { batchJob } from './batch/apply.job.ts'
import { batches } from './batch/batches.routes.ts'
import { deleteExpiredBatches } from './batch/delete-expired.ts'
import { captures } from './captures.routes.ts'
import { countPendingCompanies, foldCounts } from './fold-counts.ts'
import { proofs } from './proof.routes.ts'
import { readings } from './readings/readings.routes.ts'
import { deleteOldReadings } from './readings/readings.ts'
import { sweepEvidence } from './sweep-evidence.ts'

export const capturesFeature: Feature = {
  calls: ({ stores }) => [
    answers(captureReadings, readings(stores.evidence)),
    answers(rows, captures(stores.evidence)),
    answers(captureBatches, batches(stores.evidence)),
  ],
  routes: (app, context) => proofs(app, context, context.links, context.stores.evidence),
  jobs: [batchJob],
  schedules: ({ db }) => [
    {
      everyMs: 60_000,
      run: async (signal) => {
        await countPendingCompanies(db, signal)
        await foldCounts(db, signal)
      },
      failure: 'the counts of manual capture could not be merged',
    },
  ],
  retention: ({ db, stores, stopping }) => [
    (now) => deleteOldReadings(db, now),
    (now) => sweepEvidence(db, stores.evidence, now, stopping),
    (now) => deleteExpiredBatches(db, now),
  ],
}
