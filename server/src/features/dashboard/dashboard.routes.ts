// The dashboards' calls.
import type { dashboard as calls } from '@padron/contract/dashboard'
import { chartsOf } from '@padron/contract/dashboard/charts'
import { refuse } from '../../errors/http-problem.ts'
import type { Handlers } from '../../http/serve.ts'
import { linkRequesterOf } from '../../jobs/link-requester.ts'
import { nextActions } from './actions/next-actions.ts'
import { readDashboard, refresh } from './statistics/read-dashboard.ts'
import { readState } from './statistics/read-statistics.ts'
import { dashboardBookPath } from './workbook/workbook.routes.ts'

/** Answers with an address, valid for a while, that opens the workbook. */
const workbook: Handlers<typeof calls>['workbook'] = async ({ query, session, kit, tx }) => {
  const { dashboard, months, chart } = query
  const { tenantId, country } = session
  if (chart && chartsOf(dashboard, country, months).every(({ key }) => key !== chart))
    throw refuse(422, 'Este dashboard no tiene esa gráfica.', 'chart')
  // The figures of a part of the fleet are computed when the workbook is opened.
  const isStored = kit.db.scope === undefined
  if (isStored && (await readState(tx, tenantId)).computedAt === null)
    throw refuse(404, 'Todavía no se ha calculado ninguna estadística de la flota.')
  const link = { ...linkRequesterOf(session), dashboard, months, ...(chart && { chart }) }
  return { fileUrl: kit.signFile(dashboardBookPath(tenantId, link)) }
}

export const dashboard = (actionsOf = nextActions(), read = readDashboard()): Handlers<typeof calls> => ({
  read,
  refresh,
  actions: ({ session, kit: { db }, now }) => actionsOf(db, session, now),
  workbook,
})
