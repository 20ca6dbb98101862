// The dashboards' calls.
import type { dashboard as calls } from '@padron/contract/dashboard'
import type { Handlers } from '../../http/serve.ts'
import { nextActions } from './actions/next-actions.ts'
import { readDashboard, refresh } from './statistics/read-dashboard.ts'
import { workbook } from './workbook/order-workbook.ts'

export const dashboard = (actionsOf = nextActions(), read = readDashboard()): Handlers<typeof calls> => ({
  read,
  refresh,
  actions: ({ session, kit: { db }, now }) => actionsOf(db, session, now),
  workbook,
})
