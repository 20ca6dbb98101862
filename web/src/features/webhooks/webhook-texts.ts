// A webhook and its deliveries in words. Pure.
import { localText } from '@padron/contract/texts/local-text'
import { WEBHOOK_EVENTS, WEBHOOK_TEST } from '@padron/contract/webhook-events'
import type { Delivery, Webhook } from '@padron/contract/webhooks'
import type { Clock } from '../../lib/clock.ts'
import { numberText } from '../../lib/number-text.ts'
import { sinceText } from '../../lib/relative-time.ts'
import type { Sign } from '../../lib/status-texts.ts'
import { untilText } from '../../lib/until-text.ts'

/** An event unknown to this version is shown by its own name. */
export const eventName = (event: string): string =>
  event === WEBHOOK_TEST ? 'Prueba' : localText(WEBHOOK_EVENTS.find((one) => one.event === event)?.name ?? event)

export type StatusText = { sign: Sign; text: string }

/** Whether an attempt has ended: an attempt is counted as soon as it begins. */
export const hasResult = ({ status, attempts, answered, problem }: Delivery): boolean =>
  status !== 'waiting' || (attempts > 0 && (answered !== null || problem !== null))

export const outcomeOf = (delivery: Delivery): StatusText => {
  const { status } = delivery
  if (status === 'delivered') return { sign: 'clear', text: 'Entregada' }
  if (status === 'failed') return { sign: 'debt', text: 'Fallida' }
  return hasResult(delivery)
    ? { sign: 'warning', text: 'Se volverá a intentar' }
    : { sign: 'unprocessed', text: 'En espera' }
}

/** The response, or why there is none; undefined before the first attempt. */
export const answerText = ({ answered, problem, tookMs }: Delivery): string | undefined => {
  if (answered === null) return problem ?? undefined
  return `Respondió ${answered}${tookMs === null ? '' : ` en ${numberText(tookMs)} ms`}`
}

export const attemptsText = (attempts: number): string => (attempts === 1 ? '1 intento' : `${attempts} intentos`)

/** When the next attempt is; undefined if there is none, or during the first attempt. */
export const nextText = (delivery: Delivery, clock: Clock): string | undefined => {
  const { status, attempts, nextAt } = delivery
  if (status !== 'waiting' || !nextAt || (attempts > 0 && !hasResult(delivery))) return undefined
  return `${attempts ? 'Próximo' : 'Primer'} intento ${untilText(nextAt, clock)}`
}

/** The status of a receiver that no longer exists: its webhook switches itself off. */
const GONE = 410
const ANSWERS_2XX = 'conteste un 2xx a lo que recibe.'

/** The result of a test, and what to do about it. Any response means that the test has arrived. */
export const trialText = (delivery: Delivery): { text: string; details: readonly string[] } => {
  const { status, answered } = delivery
  const answer = answerText(delivery)
  const answers = answer ? [`${answer}.`] : []
  if (status === 'delivered') return { text: 'La prueba llegó.', details: answers }
  if (answered === null)
    return {
      text: 'La prueba no llegó.',
      details: [...answers, `Revise que la dirección sea la del programa, que esté encendido y que ${ANSWERS_2XX}`],
    }
  if (answered === GONE)
    return {
      text: 'El webhook se puso en pausa: quien recibe respondió que ya no existe.',
      details: ['Si se mudó, corrija la dirección y enciéndalo; si ya no se usa, elimínelo.'],
    }
  return {
    text: `La prueba llegó, pero el programa no la aceptó: contestó ${answered}.`,
    details: [`Revise que la dirección sea la del programa y que ${ANSWERS_2XX}`],
  }
}

/** The state by the newest deliveries. */
export const healthOf = (webhook: Webhook, { now, zone }: Clock): StatusText => {
  const { active, offReason, blockedReason, lastDeliveredAt, lastFailedAt } = webhook
  if (!active)
    return { sign: offReason ? 'warning' : 'unprocessed', text: offReason ?? 'En pausa: no se le envía nada' }
  if (blockedReason) return { sign: 'warning', text: blockedReason }
  if (lastFailedAt && (!lastDeliveredAt || Date.parse(lastFailedAt) > Date.parse(lastDeliveredAt))) {
    const since = lastDeliveredAt ? sinceText('; la última entrega llegó', lastDeliveredAt, now, zone) : ''
    // It may have arrived and been rejected.
    return { sign: 'warning', text: `El último envío falló${since}` }
  }
  if (!lastDeliveredAt) return { sign: 'unprocessed', text: 'Todavía no ha recibido nada' }
  return { sign: 'clear', text: sinceText('La última entrega llegó', lastDeliveredAt, now, zone) }
}

/** JSON with two spaces per level; other texts unchanged. */
export const readable = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Who saved the webhook, which decides what is sent and until when. */
export const ownerText = ({ username, program }: Webhook['owner']): string => {
  if (program === null) return `Lo guardó ${username}: se le envía solo lo que esa persona puede ver.`
  const { kind, name } = program
  if (kind === 'account')
    return name === null
      ? 'Lo guardó una cuenta de servicio que terminó: ya no se le envía nada.'
      : `Lo guardó la cuenta de servicio «${name}»: se le envía solo lo que esa cuenta puede ver, y nada cuando termina.`
  return name === null
    ? `Lo guardó ${username} con un token que terminó: ya no se le envía nada.`
    : `Lo guardó ${username} con su token «${name}»: se le envía solo lo que ambos pueden ver, y nada cuando el token termina.`
}
