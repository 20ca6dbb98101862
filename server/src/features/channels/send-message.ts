// One attempt to send a message: decrypts the address, sends, and interprets the response.
import type { ChannelKind } from '@padron/contract/channels'
import { CHANNEL_KINDS } from '@padron/contract/channels'
import type { ChannelOrigins } from '../../env/env.ts'
import { blockedReasonOf } from '../../mail/channel-owner.ts'
import { type OutgoingClient, type ReceivedResponse, SEND_PROBLEMS } from '../../outgoing/outgoing-client.ts'
import type { Secrets } from '../../secrets/sealing.ts'
import { openAddress, urlOf } from './address.ts'
import type { ClaimedMessage } from './claim-messages.ts'
import { bodyFor, composeMessage } from './message.ts'

export type MessageOutcome = {
  is: 'delivered' | 'again' | 'never'
  answered: number | null
  problem: string | null
  tookMs: number | null
  /** Whether the result counts for the channel's health; messages that were not sent, or too fast, do not. */
  countsForChannel: boolean
  /** The seconds to wait that the receiver requests. */
  retryAfter?: number
  gone?: true
}

const NO_ADDRESS = 'La dirección del canal no se puede abrir; escríbala de nuevo'
const GONE = 410
const TOO_FAST = 429
/** A service's request to wait counts for at most a day. */
const WAIT_MAX_SECONDS = 86_400
const ANSWER_MAX = 200

const untried = (problem: string): MessageOutcome => ({
  is: 'never',
  answered: null,
  problem,
  tookMs: null,
  countsForChannel: false,
})

type TelegramAnswer = { ok?: unknown; description?: unknown; parameters?: { retry_after?: unknown } }
const telegramAnswer = (body: string): TelegramAnswer | undefined => {
  try {
    return JSON.parse(body) as TelegramAnswer
  } catch {
    return undefined // truncated, or not from Telegram
  }
}

/** The reason for a refusal: Telegram's description, Slack's word, or the beginning of any other response. */
const problemText = (kind: ChannelKind, { status, body }: ReceivedResponse): string => {
  const described = kind === 'telegram' ? telegramAnswer(body)?.description : undefined
  const answer = (typeof described === 'string' ? described : body).replace(/[\p{Cc}\s]+/gu, ' ').trim()
  const name = CHANNEL_KINDS.find((one) => one.kind === kind)?.name ?? kind
  return answer === '' ? `${name} respondió ${status}` : `${name} respondió ${status}: ${answer.slice(0, ANSWER_MAX)}`
}

/**
 * From the header, in seconds or as a date (RFC 9110), or from Telegram's body
 * (core.telegram.org/bots/api#responseparameters).
 */
const retryAfterOf = (kind: ChannelKind, { retryAfter, body }: ReceivedResponse, now: Date): number | undefined => {
  const inBody = kind === 'telegram' ? telegramAnswer(body)?.parameters?.retry_after : undefined
  const header = retryAfter ?? ''
  const seconds =
    typeof inBody === 'number'
      ? inBody
      : /^\d{1,9}$/.test(header)
        ? Number(header)
        : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, WAIT_MAX_SECONDS) : undefined
}

/** Teams accepts with 202, Slack with 200 and "ok"; Telegram says `ok` in its body besides the status. */
const isAccepted = (kind: ChannelKind, { status, body }: ReceivedResponse): boolean =>
  status >= 200 && status < 300 && (kind !== 'telegram' || telegramAnswer(body)?.ok !== false)

const meaningOf = (kind: ChannelKind, answer: ReceivedResponse, tookMs: number, now: Date): MessageOutcome => {
  const { status } = answer
  const base = { answered: status, tookMs, countsForChannel: true }
  if (isAccepted(kind, answer)) return { ...base, is: 'delivered', problem: null }
  const problem = problemText(kind, answer)
  if (status === GONE) return { ...base, is: 'never', problem, gone: true }
  const retryAfter = retryAfterOf(kind, answer, now)
  if (status === TOO_FAST)
    return { ...base, is: 'again', problem, countsForChannel: false, ...(retryAfter && { retryAfter }) }
  return { ...base, is: 'again', problem, ...(retryAfter && { retryAfter }) }
}

export type SendTools = {
  secrets: Secrets
  client: OutgoingClient
  origins: ChannelOrigins
  publicUrl: string | undefined
  now: () => Date
  cut: AbortSignal
}

/** No text of the outcome contains the address: those of Slack and Telegram are secrets. */
export const sendMessage = async (tools: SendTools, claimed: ClaimedMessage): Promise<MessageOutcome> => {
  const { secrets, client, origins, publicUrl, now, cut } = tools
  const blockedReason = blockedReasonOf(claimed.roleIds)
  if (blockedReason !== null) return untried(blockedReason)
  const address = openAddress(secrets, claimed.tenantId, claimed.address)
  if (!address) return untried(NO_ADDRESS)
  const body = bodyFor(claimed.kind, address, composeMessage(claimed.notices, publicUrl))
  const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Padron-Channels/1' }
  const began = performance.now()
  const answer = await client.post(urlOf(address, origins), headers, body, cut)
  const tookMs = Math.round(performance.now() - began)
  if (answer.problem === undefined) return meaningOf(claimed.kind, answer, tookMs, now())
  const { problem } = answer
  return { is: 'again', answered: null, problem: SEND_PROBLEMS[problem], tookMs, countsForChannel: problem !== 'cut' }
}
