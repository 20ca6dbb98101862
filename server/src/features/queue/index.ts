// The list of a user's jobs: progress, result files, deliveries of their emails, and live events.
import { queue as rows } from '@padron/contract/queue'
import { answers, type Feature } from '../../feature.ts'
import { queueEvents } from './events.routes.ts'
import { queue } from './queue.routes.ts'
import { jobResults } from './results.routes.ts'

export const queueFeature: Feature = {
  calls: ({ jobKinds, mails }) => [answers(rows, queue({ ...jobKinds, mails }))],
  routes: (app, context) => {
    const { draining, jobKinds, links, live, stores } = context
    queueEvents(app, context, live, draining)
    jobResults(app, context, links, { files: stores.files, needsOf: jobKinds.needsOf })
  },
}
