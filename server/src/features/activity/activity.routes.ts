// The activity calls: a page of the record, and the address of its CSV file.
import { ACTIVITY_PAGE_SIZE, type activity as rows } from '@padron/contract/activity'
import { sql } from 'kysely'
import type { Handlers } from '../../http/serve.ts'
import { linkRequesterOf } from '../../jobs/link-requester.ts'
import { conditions, countAll, inWords, page, readNames } from './activity.queries.ts'
import { exportPath } from './export.routes.ts'

export const activity: Handlers<typeof rows> = {
  list: async ({ body: { filter, before }, session, tx }) => {
    const where = conditions(filter, session.tenantId)
    const [found, totalCount] = await Promise.all([
      page(tx, where, before, ACTIVITY_PAGE_SIZE),
      before === undefined ? countAll(tx, where) : null,
    ])
    const names = await readNames(tx, session.tenantId, session.timeZone, found)
    return {
      activities: found.slice(0, ACTIVITY_PAGE_SIZE).map((row) => inWords(row, names)),
      totalCount,
      hasMore: found.length > ACTIVITY_PAGE_SIZE,
    }
  },
  export: async ({ body: { filter }, session, kit, tx }) => {
    const { tenantId, companyName, timeZone } = session
    const change = JSON.stringify({ exported: [null, 'Actividad (CSV)'] })
    await sql`
      select record_activity(${tenantId}, 'company', ${tenantId}, ${companyName}, 'update', ${change}::jsonb)`.execute(
      tx,
    )
    return { fileUrl: kit.signFile(exportPath({ tenantId, ...linkRequesterOf(session), timeZone, filter })) }
  },
}
