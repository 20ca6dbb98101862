// The public resources of each state, and orders to query the vehicles of one again, with their progress.
import { processing as rows } from '@padron/contract/processing'
import { answers, type Feature } from '../../feature.ts'
import { CHECK_ORDERS } from '../../jobs/job.ts'
import { continueOrders } from './continue-orders.ts'
import { cancelOrder } from './end-order.ts'
import { followOrders } from './follow-orders.ts'
import { processing } from './processing.routes.ts'

export const processingFeature: Feature = {
  calls: ({ mails }) => [answers(rows, processing(mails))],
  // Orders of checks: the engine runs them, and checks that have not begun can be cancelled.
  orders: [{ queueId: CHECK_ORDERS, needs: rows.update.needs, cancel: cancelOrder }],
  schedules: ({ db, mailbox, log, now }) => [
    {
      everyMs: 2_000,
      run: (signal) => continueOrders({ db, mails: mailbox.configured, now, log }, signal),
      failure: 'orders could not be continued',
    },
    {
      everyMs: 2_000,
      run: (signal) => followOrders({ db, mailbox, now, log }, signal),
      failure: 'orders could not be followed',
    },
  ],
}
