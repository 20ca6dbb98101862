// Alerts: a saved view with a threshold. Recipients get one notice, by email or in a channel, when the value crosses
// it, and another only after the value fell below it.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { ChannelIds, hasRecipient, NamedChannels, NOBODY } from './channels.ts'
import { Done, Id, IdText, Instant, text, Version } from './common.ts'
import { mailList } from './exports.ts'
import { EmailCounts } from './queue.ts'
import { isOneLine, NAME_LINES, REPORT_MAILS_AT_MOST, REPORT_NAME_MAX } from './reports/rules.ts'

const Measure = z.enum(['vehicles', 'debt'], 'Medida no válida')
const alertFields = {
  name: text(REPORT_NAME_MAX).check(
    z.refine((typed) => typed.trim() !== '', 'Escriba un nombre para la alerta'),
    z.refine(isOneLine, NAME_LINES),
  ),
  /** A shared saved view. */
  viewId: Id,
  measure: Measure,
  /** The alert is crossed at this value and above. */
  threshold: z
    .number('Escriba un número')
    .check(
      z.gt(0, 'Debe ser mayor que cero'),
      z.lte(999_999_999_999, 'Es demasiado grande'),
      z.multipleOf(0.01, 'Dos decimales como máximo'),
    ),
  /** May be empty if the alert has a channel. */
  mails: mailList(REPORT_MAILS_AT_MOST, 0),
  channels: ChannelIds,
  active: z._default(z.boolean(), true),
}

export const Alert = z.object({
  alertId: Id,
  name: z.string(),
  view: z.object({ viewId: Id, name: z.string() }),
  measure: Measure,
  threshold: z.number(),
  mails: z.array(z.string()),
  /** Channels that receive it too. */
  channels: NamedChannels,
  active: z.boolean(),
  /** unknown: not measured yet. */
  standing: z.enum(['unknown', 'below', 'above']),
  /** The last measured value; of a debt, the known part. */
  value: z.nullable(z.number()),
  /**
   * For a debt, the vehicles of the view whose debt is unknown; for vehicles, those that could belong to the view if
   * the sources of its filter had valid answers. The true value may be higher.
   */
  uncertain: z.int(),
  lookedAt: z.nullable(Instant),
  /** The last crossing. */
  crossedAt: z.nullable(Instant),
  /** Id of the last crossing, to query the deliveries of its emails. */
  crossing: z.nullable(z.string()),
  /** Delivery counts of those emails; null if there are none. */
  letters: z.nullable(EmailCounts),
  /** Recipients that the email of the last crossing did not reach. */
  troubled: z.array(z.string()),
  version: z.int(),
})
export type Alert = z.infer<typeof Alert>

export const alerts = calls('alerts', {
  list: get('/api/v2/alerts', {
    summary: 'Las alertas de la empresa, por nombre, con su valor al último vistazo.',
    needs: 'programReports_read',
    reply: z.object({ alerts: z.array(Alert) }),
    every: 60,
    fails: 'Error al obtener los datos',
  }),
  create: post('/api/v2/alerts', {
    summary: 'Agrega una alerta; si su valor ya pasa del umbral, se avisa cuando baje y vuelva a cruzarlo.',
    needs: 'programReports_admin',
    person: true,
    body: z.strictObject(alertFields).check(z.refine(hasRecipient, NOBODY)),
    reply: Alert,
    touches: ['alerts.list', 'activity.list'],
    done: 'Alerta guardada',
    fails: 'No se pudo guardar la alerta',
  }),
  edit: put('/api/v2/alerts/:alertId', {
    summary: 'Cambia una alerta; con otra vista, medida o umbral se mira de nuevo.',
    needs: 'programReports_admin',
    person: true,
    params: z.object({ alertId: IdText }),
    body: z.strictObject({ ...alertFields, version: Version }).check(z.refine(hasRecipient, NOBODY)),
    reply: Alert,
    touches: ['alerts.list', 'activity.list'],
    done: 'Alerta guardada',
    fails: 'No se pudo guardar la alerta',
  }),
  remove: del('/api/v2/alerts/:alertId', {
    summary: 'Elimina una alerta.',
    needs: 'programReports_admin',
    params: z.object({ alertId: IdText }),
    reply: Done,
    touches: ['alerts.list', 'activity.list'],
    done: 'Alerta eliminada',
    fails: 'No se pudo eliminar la alerta',
  }),
  value: post('/api/v2/alerts/value', {
    summary: 'Cuánto vale ahora lo que una alerta miraría.',
    needs: 'programReports_read',
    reads: true,
    body: z.strictObject({ viewId: Id, measure: Measure }),
    reply: z.object({ value: z.number(), uncertain: z.int() }),
    fails: 'Error al obtener los datos',
  }),
})
