// A channel and its messages in words. Pure.
import { CHANNEL_KINDS, type Channel, type ChannelDelivery, type ChannelKind } from '@padron/contract/channels'
import { newsName } from '@padron/contract/news'
import type { Clock } from '../../lib/clock.ts'
import { numberText } from '../../lib/number-text.ts'
import { sinceText } from '../../lib/relative-time.ts'
import type { Sign } from '../../lib/status-texts.ts'

type StatusText = { sign: Sign; text: string }

export const kindName = (kind: ChannelKind): string => CHANNEL_KINDS.find((one) => one.kind === kind)?.name ?? kind

/** The state by the newest message; clear only if that one arrived. */
export const healthOf = (channel: Channel, { now, zone }: Clock): StatusText => {
  const { active, offReason, blockedReason, verifiedAt, lastDeliveredAt, lastFailedAt } = channel
  if (!active) return { sign: offReason ? 'warning' : 'unprocessed', text: offReason ?? 'En pausa: no recibe nada' }
  if (blockedReason) return { sign: 'warning', text: blockedReason }
  if (lastFailedAt && (!lastDeliveredAt || Date.parse(lastFailedAt) > Date.parse(lastDeliveredAt)))
    return { sign: 'warning', text: sinceText('El último envío falló', lastFailedAt, now, zone) }
  if (!verifiedAt || !lastDeliveredAt) return { sign: 'unprocessed', text: 'Sin comprobar: envíe una prueba' }
  return { sign: 'clear', text: sinceText('El último mensaje llegó', lastDeliveredAt, now, zone) }
}

const namesText = (names: readonly string[], one: string, many: string): readonly string[] =>
  names.length > 0 ? [`${names.length === 1 ? one : many}: ${names.join(', ')}`] : []

/** 'Alertas: Adeudo del norte · Recordatorios de 2 personas · Fuentes con fallas' */
export const usesText = ({ usedBy: { alerts, reports, reminders }, events }: Channel): string => {
  const parts = [
    ...namesText(alerts, 'Alerta', 'Alertas'),
    ...namesText(reports, 'Reporte', 'Reportes'),
    ...(reminders > 0
      ? [`Recordatorios de ${reminders === 1 ? '1 persona' : `${numberText(reminders)} personas`}`]
      : []),
    ...events.map(newsName),
  ]
  return parts.join(' · ') || 'Nada todavía: elíjalo en una alerta, en un reporte o en sus recordatorios, o edítelo'
}

export const quietText = ({ quiet }: Channel): string | undefined =>
  quiet ? `En silencio de ${quiet.from} a ${quiet.to}; lo de esas horas sale a las ${quiet.to}` : undefined

export const KIND_TEXTS: Readonly<Record<ChannelDelivery['kind'], string>> = {
  alert: 'Alerta',
  reminder: 'Recordatorio',
  report: 'Reporte',
  notices: 'Aviso de Padrón',
  changes: 'Cambios en sus vehículos',
  outages: 'Fuente con fallas',
  test: 'Prueba',
}

export const outcomeOf = ({ status, problem, attempts }: ChannelDelivery): StatusText => {
  if (status === 'delivered') return { sign: 'clear', text: 'Entregado' }
  if (status === 'failed') return { sign: 'debt', text: 'No se entregó' }
  return attempts > 0 && problem !== null
    ? { sign: 'warning', text: 'Se volverá a intentar' }
    : { sign: 'unprocessed', text: 'En espera' }
}

/** The result of a test; undefined while it is running. */
export const trialText = (delivery: ChannelDelivery, kind: ChannelKind): StatusText | undefined => {
  if (delivery.status === 'waiting') return undefined
  if (delivery.status === 'failed')
    return { sign: 'warning', text: `La prueba no llegó. ${delivery.problem ?? 'No respondió'}.` }
  const answered = `${kindName(kind)} respondió ${delivery.answered} en ${numberText(delivery.tookMs ?? 0)} ms.`
  // Workflows answers before it has posted the message.
  const look = kind === 'teams' ? ' Compruebe que el mensaje apareció en el canal de Teams.' : ''
  return { sign: 'clear', text: `La prueba llegó. ${answered}${look}` }
}

/** The steps to get the address of each kind. */
export const STEPS: Readonly<Record<ChannelKind, readonly string[]>> = {
  teams: [
    'En Teams, junto al nombre del canal, abra «…» y elija «Flujos de trabajo».',
    'Elija la plantilla «Enviar alertas de webhook a un canal».',
    'Confirme el equipo y el canal, y termine con «Guardar».',
    'Copie la dirección que aparece y péguela aquí.',
  ],
  slack: [
    'Abra api.slack.com/apps y cree una aplicación («From scratch») en su espacio de trabajo.',
    'En «Incoming Webhooks» active el interruptor y presione «Add New Webhook to Workspace».',
    'Elija el canal y presione «Allow».',
    'Copie la dirección que empieza con https://hooks.slack.com/ y péguela aquí.',
  ],
  telegram: [
    'En Telegram escriba /newbot a @BotFather y siga sus pasos; copie el token que le da.',
    'Agregue el bot al grupo, o escríbale primero si es un chat suyo.',
    'Escriba un mensaje en el grupo y abra https://api.telegram.org/bot<token>/getUpdates: el número de «chat», ' +
      '«id» es el identificador.',
    'En un grupo con temas, el número de «message_thread_id» es el tema.',
  ],
}
