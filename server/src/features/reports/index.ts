import { reports as rows } from '@padron/contract/reports'
import { answers, type Feature } from '../../feature.ts'
import { emailFileRoutes } from './email-files.routes.ts'
import { deleteExpiredEmailFiles } from './email-files.ts'
import { reports } from './reports.routes.ts'
import { scheduledReports } from './runs/run.job.ts'
import { startReports } from './start-reports.ts'

export const reportsFeature: Feature = {
  calls: ({ links, mails, publicUrl, stores }) => [
    answers(rows, reports({ mails, links, emailFiles: stores.emailFiles, publicUrl })),
  ],
  routes: (app, context) => emailFileRoutes(app, context, context.links, context.stores.emailFiles),
  jobs: [scheduledReports],
  schedules: (tools) => [startReports(tools)],
  retention: ({ db, stores }) => [(now) => deleteExpiredEmailFiles(db, stores.emailFiles, now)],
}
