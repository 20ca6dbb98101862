// Obligations: what expires or must be paid and when, with reminders, a calendar feed and a workbook.
import { ownCalendars as ownRows, obligations as rows } from '@padron/contract/obligations'
import { answers, type Feature } from '../../feature.ts'
import { obligationFeed } from './feed.routes.ts'
import { obligations } from './obligations.routes.ts'
import { ownCalendars } from './own-calendars.routes.ts'
import { deleteOldReminders } from './reminders.queries.ts'
import { reminders } from './reminders.ts'
import { workbookDownload, workbookJob } from './workbook.ts'

export const obligationsFeature: Feature = {
  calls: ({ mails }) => [answers(rows, obligations(mails)), answers(ownRows, ownCalendars)],
  routes: (app, context) => {
    obligationFeed(app, context, context.publicUrl)
    workbookDownload(app, context, context.links)
  },
  jobs: [workbookJob],
  schedules: (tools) => [reminders(tools)],
  retention: ({ db }) => [(now) => deleteOldReminders(db, now)],
}
