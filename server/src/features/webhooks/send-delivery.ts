// One attempt of one delivery: checks the owner's permission, signs, sends, and interprets the response.
import { WEBHOOK_TEST } from '@padron/contract/webhook-events'
import { type OutgoingClient, SEND_PROBLEMS, type SendProblem } from '../../outgoing/outgoing-client.ts'
import type { Secrets } from '../../secrets/sealing.ts'
import { openSecret, signedHeaders, signingSecrets } from '../../webhooks/secret.ts'
import { composeWebhookBody } from './body.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { ownerObstacle } from './owner.ts'
import type { Outcome } from './record-delivery.ts'

const OFF = 'El webhook está en pausa'
const NO_SECRET = 'El secreto del webhook no se puede abrir; cámbielo'
const REDIRECTS = 'Respondió con una redirección; escriba la dirección final'

const untried = (problem: string): Outcome => ({
  is: 'never',
  answered: null,
  problem,
  tookMs: null,
  countsForReceiver: false,
})

/** The reason why it is not sent at all. */
const obstacle = (delivery: ClaimedDelivery): string | undefined => {
  if (!delivery.active && delivery.event !== WEBHOOK_TEST) return OFF
  return ownerObstacle(delivery, delivery.event)
}

const meaningOf = (status: number, tookMs: number): Outcome => {
  const answer = { answered: status, tookMs, countsForReceiver: true }
  if (status >= 200 && status < 300) return { ...answer, is: 'delivered', problem: null }
  if (status === 410) return { ...answer, is: 'never', problem: 'Respondió 410: ya no existe', gone: true }
  return { ...answer, is: 'again', problem: status >= 300 && status < 400 ? REDIRECTS : `Respondió ${status}` }
}

/** A stop of this process does not count for the receiver. */
const failedBy = (problem: SendProblem, tookMs: number): Outcome => ({
  is: 'again',
  answered: null,
  problem: SEND_PROBLEMS[problem],
  tookMs,
  countsForReceiver: problem !== 'cut',
})

export type Tools = { secrets: Secrets; client: OutgoingClient; now: () => Date; cut: AbortSignal }

export const sendDelivery = async (
  { secrets, client, now, cut }: Tools,
  delivery: ClaimedDelivery,
): Promise<Outcome> => {
  const stopped = obstacle(delivery)
  if (stopped) return untried(stopped)
  const moment = now()
  const [current, ...former] = signingSecrets(delivery, moment).map((stored) =>
    openSecret(secrets, delivery.tenantId, stored),
  )
  if (current === undefined) return untried(NO_SECRET)
  const signers = [current, ...former.filter((each) => each !== undefined)]
  const body = composeWebhookBody(delivery)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Padron-Webhooks/1',
    ...signedHeaders(signers, delivery.eventId, moment, body),
  }
  const began = performance.now()
  const sent = await client.post(delivery.url, headers, body, cut)
  const tookMs = Math.round(performance.now() - began)
  return sent.problem === undefined ? meaningOf(sent.status, tookMs) : failedBy(sent.problem, tookMs)
}
