// Handlers for scheduled reports on their screen: list, create, edit and delete one, and its next dates.
import { NO_RECIPIENT } from '@padron/contract/channels'
import { reports as calls } from '@padron/contract/reports'
import type { Report } from '@padron/contract/reports/definition'
import { REPORTS_AT_MOST } from '@padron/contract/reports/rules'
import type { Tx } from '../../../db/client.ts'
import { scopeOf } from '../../../db/scope.ts'
import { notFound, refuse } from '../../../errors/http-problem.ts'
import type { Session } from '../../../http/access/sessions.ts'
import type { Handlers } from '../../../http/serve.ts'
import { refuseUnknownChannels } from '../../../mail/channel-outbox.ts'
import { loadReportQuery } from '../report-query.ts'
import { readReports } from './queries.ts'
import { checkDefinition, lockNamed, refuseOthersView } from './rules.ts'
import { firstOnOf, nextSends } from './schedule.ts'
import { countReports, insertReport, lockReportRows, lockReports, TOO_MANY, updateReport } from './write.ts'

const PREVIEW_DATES = 3
const STALE = 'El reporte cambió en otra ventana; ábralo de nuevo.'

const readReport = async (tx: Tx, session: Session, reportId: number): Promise<Report> => {
  const [found] = await readReports(tx, session, reportId)
  if (!found) throw notFound()
  return found
}

type Definitions = Pick<Handlers<typeof calls>, 'list' | 'create' | 'edit' | 'remove' | 'nextDates'>
export const definitions: Definitions = {
  list: async ({ tx, session }) => ({ reports: await readReports(tx, session), timeZone: session.timeZone }),

  create: async ({ body: { firstReportSendTime: firstSend, ...written }, tx, session, now }) => {
    const { tenantId, timeZone, roles } = session
    await lockReports(tx, tenantId)
    if ((await countReports(tx, tenantId)) >= REPORTS_AT_MOST) throw refuse(422, TOO_MANY, 'name')
    await checkDefinition(tx, session, written)
    await lockNamed(tx, tenantId, written)
    await refuseUnknownChannels(tx, written.channels ?? [])
    await loadReportQuery(tx, tenantId, written, roles)
    return readReport(tx, session, await insertReport(tx, written, { timeZone, firstSend, now, roles }))
  },

  edit: async ({ params: { reportId }, body, tx, session, now }) => {
    const { firstReportSendTime: firstSend, version, channels = [], ...rest } = body
    // A user who sees a part of the fleet is shown no channels: the stored ones stay.
    const keepsChannels = body.channels === undefined || scopeOf(tx) !== undefined
    const written = keepsChannels ? rest : { ...rest, channels }
    const { tenantId, timeZone, roles } = session
    const [before] = await lockReportRows(tx, tenantId, reportId)
    if (!before) throw notFound()
    if (before.version !== version) throw refuse(409, STALE, 'version')
    // No channel that a report without emails needs can be deleted.
    if (keepsChannels && rest.mails.length === 0 && before.mails.length > 0) throw refuse(400, NO_RECIPIENT, 'mails')
    await checkDefinition(tx, session, written)
    await lockNamed(tx, tenantId, written)
    await refuseOthersView(tx, tenantId, written.viewId, before.scopeUserId)
    if (!keepsChannels) await refuseUnknownChannels(tx, channels)
    await loadReportQuery(tx, tenantId, written, roles)
    await updateReport(tx, tenantId, before, written, { timeZone, firstSend, now, roles })
    return readReport(tx, session, reportId)
  },

  remove: async ({ params: { reportId }, tx, session: { tenantId } }) => {
    const deleted = await tx
      .deleteFrom('scheduled_report')
      .where('tenant_id', '=', tenantId)
      .where('report_id', '=', reportId)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw notFound()
    return { message: calls.remove.done }
  },

  nextDates: ({ body: { firstReportSendTime: firstSend, ...rule }, session: { timeZone }, now }) => {
    const cadence = { ...rule, timeZone }
    const sends = nextSends({ ...cadence, firstOn: firstOnOf(cadence, firstSend, now) }, now, PREVIEW_DATES)
    return { dates: sends.map((at) => at.toISOString()) }
  },
}
