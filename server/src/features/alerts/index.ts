import { alerts as rows } from '@padron/contract/alerts'
import { answers, type Feature } from '../../feature.ts'
import { alerts } from './alerts.routes.ts'
import { startAlerts } from './check-alerts.ts'

export const alertsFeature: Feature = {
  calls: () => [answers(rows, alerts)],
  schedules: (tools) => [startAlerts(tools)],
}
