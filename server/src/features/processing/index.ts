import { processing as rows } from '@padron/contract/processing'
import { answers, type Feature } from '../../feature.ts'
import { startFollowing } from './follow-orders.ts'
import { processing } from './processing.routes.ts'

export const processingFeature: Feature = {
  calls: ({ mails }) => [answers(rows, processing(mails))],
  schedules: ({ db, mailbox, log }) => [startFollowing({ db, mailbox, log })],
}
