// Dashboards: the figures and charts of a fleet, computed ahead, and their files.
import { dashboard as rows } from '@padron/contract/dashboard'
import { answers, type Feature } from '../../feature.ts'
import { dashboard } from './dashboard.routes.ts'
import { statisticsWork } from './statistics/statistics-work.ts'
import { dashboardFiles } from './workbook/workbook.routes.ts'

export const dashboardFeature: Feature = {
  calls: () => [answers(rows, dashboard())],
  routes: (app, context) => dashboardFiles(app, context, context.links),
  leased: (tools) => [statisticsWork(tools)],
}
