// The dashboards' calls.
import type { dashboard as calls } from '@padron/contract/dashboard'
import type { Handlers } from '../../http/serve.ts'
import { nextActions } from './actions.ts'
import { workbook } from './order-workbook.ts'
import { readDashboard, refresh } from './read-dashboard.ts'

export const dashboard = (actionsOf = nextActions(), read = readDashboard()): Handlers<typeof calls> => ({
  read,
  refresh,
  actions: ({ session, kit: { db }, now }) => actionsOf(db, session, now),
  workbook,
})
