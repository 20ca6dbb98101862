// Alerts: a saved view with a threshold; an email goes out when the value crosses it.
import { alerts as rows } from '@padron/contract/alerts'
import { answers, type Feature } from '../../feature.ts'
import { alerts } from './alerts.routes.ts'
import { checkAlerts } from './check-alerts.ts'

export const alertsFeature: Feature = {
  calls: () => [answers(rows, alerts)],
  schedules: (tools) => [
    { everyMs: 60_000, run: (signal) => checkAlerts(tools, signal), failure: 'alerts could not be checked' },
  ],
}
