// Scheduled reports (spec bulk §2 Reports).
import { reports as rows } from '@padron/contract/reports'
import { answers, type Feature } from '../../feature.ts'
import { definitions } from './definitions/routes.ts'
import { deleteExpiredEmailFiles, emailFileRoutes } from './email-files.ts'
import { running } from './runs/routes.ts'
import { scheduledReports } from './runs/run.job.ts'
import { enqueueDueReports } from './runs/scheduler.ts'
import { trackRounds } from './tracking/track-rounds.ts'
import { configuration } from './workbook/routes.ts'

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
  schedules: (tools) => [
    {
      everyMs: 30_000,
      run: async (signal) => {
        await enqueueDueReports(tools, signal)
        await trackRounds(tools, signal)
      },
      failure: 'scheduled reports could not be enqueued',
    },
  ],
  retention: ({ db, stores }) => [(now) => deleteExpiredEmailFiles(db, stores.emailFiles, now)],
}
