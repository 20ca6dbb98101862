// Stand-ins for the three services that channels lead to: real HTTP servers that answer as their documentation says.
//  Teams: learn.microsoft.com/connectors/teams ("When a Teams webhook request is received"): 202 without a body.
//  Slack: docs.slack.dev/messaging/sending-messages-using-incoming-webhooks: 200 "ok"; errors as plain words: 400
//    invalid_payload, 403 action_prohibited, 404 channel_not_found, 410 channel_is_archived; 429 with Retry-After
//    (docs.slack.dev/apis/web-api/rate-limits).
//  Telegram: core.telegram.org/bots/api#making-requests: JSON with `ok`; errors with `error_code` and `description`,
// 429
//    with `parameters.retry_after` (core.telegram.org/bots/api#responseparameters).
import type { ServerResponse } from 'node:http'
import { type Receiver, receiver } from './receiver.ts'

export const BOT_TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bs'

const json =
  (status: number, body: object, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const plain =
  (status: number, body: string, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)

const TEAMS = { accepted: plain(202, '') }
export const SLACK = {
  ok: plain(200, 'ok'),
  noService: plain(404, 'no_service'),
  archived: plain(410, 'channel_is_archived'),
  tooFast: plain(429, 'rate_limited', { 'retry-after': '30' }),
  broken: plain(500, 'rollup_error'),
}
export const TELEGRAM = {
  ok: json(200, { ok: true, result: { message_id: 7 } }),
  noChat: json(400, { ok: false, error_code: 400, description: 'Bad Request: chat not found' }),
  tooFast: json(429, {
    ok: false,
    error_code: 429,
    description: 'Too Many Requests: retry after 35',
    parameters: { retry_after: 35 },
  }),
}

export const PATHS = {
  teams: '/powerautomate/automations/direct/workflows/1/triggers/manual/paths/invoke?sig=clave',
  slack: '/services/T0/B0/clave-secreta',
  telegram: `/bot${BOT_TOKEN}/sendMessage`,
} as const

export type ChatServices = Receiver & { origin: string; acceptAll: () => void; takeAll: () => void }
/** All three on one server, which accepts everything; `takeAll` also empties `received`. @param port 0: a free one */
export const chatServices = async (port = 0): Promise<ChatServices> => {
  const far = await receiver(port)
  const acceptAll = (): void => {
    far.answers.set(PATHS.teams, TEAMS.accepted)
    far.answers.set(PATHS.slack, SLACK.ok)
    far.answers.set(PATHS.telegram, TELEGRAM.ok)
  }
  const takeAll = (): void => {
    far.received.length = 0
    acceptAll()
  }
  acceptAll()
  return { ...far, origin: far.url('').replace(/\/$/, ''), acceptAll, takeAll }
}
