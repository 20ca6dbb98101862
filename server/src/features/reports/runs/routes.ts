// Handlers for reports run by a user: preview, trial, sending one now; and the list of rounds.
import { QUEUE_ID } from '@padron/contract/queue'
import type { reports as rows } from '@padron/contract/reports'
import type { Tx } from '../../../db/client.ts'
import { notFound, refuse } from '../../../errors/http-problem.ts'
import { originOf } from '../../../http/access/origin.ts'
import type { Session } from '../../../http/access/sessions.ts'
import type { Handlers } from '../../../http/serve.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { refuseUnknownChannels } from '../../../mail/channel-outbox.ts'
import { previewOf, readStored } from '../content/preview.ts'
import { checkDefinition, filterAfter } from '../definitions/rules.ts'
import { loadReportQuery } from '../report-query.ts'
import type { RunPayload } from './orders.ts'
import { readRounds } from './rounds.queries.ts'
import { insertRound } from './rounds.ts'

const NO_MAIL = 'Su usuario no tiene correo. Pida que lo agreguen en la pantalla Usuarios e intente de nuevo.'
const SERVICE_WITHOUT_MAIL =
  'Una cuenta de servicio no tiene correo: pida la prueba con un usuario, en la consola o con su token de acceso.'
const BUSY = 'Este reporte ya se está enviando.'
const STORED_ONLY = 'Esta instalación no envía correos: lo que se escriba queda guardado.'

const ownMail = async (tx: Tx, { tenantId, userId, byToken }: Session): Promise<string> => {
  if (byToken?.kind === 'service') throw refuse(422, SERVICE_WITHOUT_MAIL)
  const row = await tx
    .selectFrom('app_user')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row?.email) throw refuse(422, NO_MAIL)
  return row.email
}

/** @throws 403 if the requester may not read what its view filters by */
const nameOf = async (tx: Tx, { tenantId, roles }: Session, reportId: number): Promise<string> => {
  const row = await tx
    .selectFrom('scheduled_report')
    .select(['report_name', 'view_id'])
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.view_id !== null) await loadReportQuery(tx, tenantId, { viewId: row.view_id, filter: {} }, roles)
  return row.report_name
}

/** Requests a round for a user. The same one is not requested twice at once. */
const order = async (tx: Tx, now: Date, description: string, payload: RunPayload): Promise<string> => {
  const itemId = await enqueue(tx, { queueId: QUEUE_ID.scheduledReports, description, payload, repeated: BUSY })
  await insertRound(tx, itemId, { at: now, origin: 'test' in payload ? 'trial' : 'ordered' })
  return itemId
}

type Running = Pick<Handlers<typeof rows>, 'preview' | 'test' | 'send' | 'rounds'>

/** `mails`: whether this installation sends emails. */
type Options = { mails: boolean; publicUrl: string | undefined }

export const running = ({ mails, publicUrl }: Options): Running => ({
  preview: ({ body, kit, session, now, request, tx }) =>
    previewOf(body, { tx, kit, session, now, origin: originOf(request, publicUrl) }),

  test: async ({ body: { reportId, ...test }, session, now, tx }) => {
    const to = await ownMail(tx, session)
    await checkDefinition(tx, session, test)
    await refuseUnknownChannels(tx, test.channels ?? [])
    const stored = await readStored(tx, session.tenantId, reportId)
    if (!stored) throw notFound()
    const { scopeUserId } = stored
    const filter = filterAfter(stored.filter, test)
    await loadReportQuery(tx, session.tenantId, { ...test, filter }, session.roles)
    const queueItemId = await order(tx, now, `Prueba de «${test.name.trim()}»`, { test, to, scopeUserId })
    return { queueItemId, message: mails ? `La prueba se envía a ${to}` : STORED_ONLY }
  },

  send: async ({ params: { reportId }, session, now, tx }) => {
    const name = await nameOf(tx, session, Number(reportId))
    const queueItemId = await order(tx, now, `Reporte programado «${name}»`, { reportIds: [Number(reportId)] })
    return { queueItemId, message: mails ? `«${name}» se envía a sus destinatarios` : STORED_ONLY }
  },

  rounds: async ({ kit, session, now, tx }) => ({
    rounds: await readRounds(tx, session, now, kit.signFile),
  }),
})
