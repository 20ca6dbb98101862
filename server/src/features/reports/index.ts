import { reports as rows } from '@padron/contract/reports'
import { answers, type Feature } from '../../feature.ts'
import { letterFileRoutes } from './email-files.routes.ts'
import { forgetLetterFiles } from './email-files.ts'
import { reports } from './reports.routes.ts'
import { scheduledReports } from './runs/run.job.ts'
import { startReports } from './start-reports.ts'

export const reportsFeature: Feature = {
  calls: ({ links, mails, publicUrl, stores }) => [
    answers(rows, reports({ mails, links, letterFiles: stores.letterFiles, publicUrl })),
  ],
  routes: (app, context) => letterFileRoutes(app, context, context.links, context.stores.letterFiles),
  jobs: [scheduledReports],
  schedules: (tools) => [startReports(tools)],
  retention: ({ db, stores }) => [(now) => forgetLetterFiles(db, stores.letterFiles, now)],
}
