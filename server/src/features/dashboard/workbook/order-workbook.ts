// Who asks for a dashboard as a workbook gets an address that is good for a while.
import type { dashboard as calls } from '@padron/contract/dashboard'
import { chartsOf } from '@padron/contract/dashboard-charts'
import { refuse } from '../../../http/problem.ts'
import type { Handlers } from '../../../http/serve.ts'
import { linkRequesterOf } from '../../../jobs/link-requester.ts'
import { readStanding } from '../statistics/read-statistics.ts'
import { dashboardBookPath } from './workbook.routes.ts'

export const workbook: Handlers<typeof calls>['workbook'] = async ({ query, session, kit, tx }) => {
  const { dashboard, months, chart } = query
  const { tenantId, country } = session
  if (chart && chartsOf(dashboard, country, months).every(({ key }) => key !== chart))
    throw refuse(422, 'Este dashboard no tiene esa gráfica.', 'chart')
  const { computedAt } = await readStanding(tx, tenantId)
  if (computedAt === null) throw refuse(404, 'Todavía no se ha calculado ninguna estadística de la flotilla.')
  const wanted = { ...linkRequesterOf(session), dashboard, months, ...(chart && { chart }) }
  return { fileUrl: kit.signFile(dashboardBookPath(tenantId, wanted)) }
}
