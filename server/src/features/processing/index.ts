import { processing as rows } from '@padron/contract/processing'
import { answers, type Feature } from '../../feature.ts'
import { followOrders } from './follow-orders.ts'
import { processing } from './processing.routes.ts'

export const processingFeature: Feature = {
  calls: ({ mails }) => [answers(rows, processing(mails))],
  schedules: ({ db, mailbox, log }) => [
    {
      everyMs: 2_000,
      run: (signal) => followOrders({ db, mailbox, log }, signal),
      failure: 'orders could not be followed',
    },
  ],
}
