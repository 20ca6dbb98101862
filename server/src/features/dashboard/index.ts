import { dashboard as rows } from '@padron/contract/dashboard'
import { answers, type Feature } from '../../feature.ts'
import { dashboard } from './dashboard.routes.ts'
import { statistics } from './statistics/start-statistics.ts'
import { dashboardFiles } from './workbook/workbook.routes.ts'

export const dashboardFeature: Feature = {
  calls: () => [answers(rows, dashboard())],
  routes: (app, context) => dashboardFiles(app, context, context.links),
  schedules: (tools) => [statistics(tools)],
}
