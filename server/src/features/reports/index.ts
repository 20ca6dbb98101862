// Scheduled reports (spec bulk §2 Reports).
import { reports as rows } from '@padron/contract/reports'
import { answers, type Feature } from '../../feature.ts'
import { keepLooking } from '../../jobs/looking.ts'
import { definitions } from './definitions/routes.ts'
import { deleteExpiredEmailFiles, emailFileRoutes } from './email-files.ts'
import { running } from './runs/routes.ts'
import { scheduledReports } from './runs/run.job.ts'
import { enqueueDueReports } from './runs/scheduler.ts'
import { type Tracking, trackRounds } from './tracking/track-rounds.ts'
import { configuration } from './workbook/routes.ts'

const CHECK_EVERY_MS = 30_000

/** Enqueues due reports and writes tracking reports. @returns a function that stops it */
const startReports = (tools: Tracking): (() => Promise<void>) =>
  keepLooking(
    CHECK_EVERY_MS,
    async (signal) => {
      await enqueueDueReports(tools, signal)
      await trackRounds(tools, signal)
    },
    (error) => tools.log.error({ err: error }, 'scheduled reports could not be looked at'),
  )

export const reportsFeature: Feature = {
  calls: ({ mails, publicUrl, stores }) => [
    answers(rows, {
      ...definitions,
      ...configuration({ mails, emailFiles: stores.emailFiles }),
      ...running({ mails, publicUrl }),
    }),
  ],
  routes: (app, context) => emailFileRoutes(app, context, context.links, context.stores.emailFiles),
  jobs: [scheduledReports],
  schedules: (tools) => [startReports(tools)],
  retention: ({ db, stores }) => [(now) => deleteExpiredEmailFiles(db, stores.emailFiles, now)],
}
