// The activity record: who changed what, on a screen and as a CSV file.
import { activity as rows } from '@padron/contract/activity'
import { answers, type Feature } from '../../feature.ts'
import { activity } from './activity.routes.ts'
import { activityExport } from './export.routes.ts'

export const activityFeature: Feature = {
  calls: () => [answers(rows, activity)],
  routes: (app, context) => activityExport(app, context, context.links),
}
