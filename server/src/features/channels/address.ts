// The address of a channel: its validation for each kind, its encryption, and the part that may be displayed. Teams: a
// Workflows address (learn.microsoft.com/connectors/teams, "When a Teams webhook request is received"), which replaces
// the Office 365 connectors. Slack: an incoming webhook. Telegram: a bot's token and a chat
// (core.telegram.org/bots/api#sendmessage).
import { CHANNEL_TEXTS, type ChannelKind } from '@padron/contract/channels'
import type { ChannelOrigins } from '../../env/env.ts'
import { openSealed, type Secrets, seal } from '../../secrets/sealing.ts'

export type Address = { url: string } | { token: string; chat: string; thread: number | null }
export type WrittenAddress = { url: string; token: string; chat: string; thread: number | null }

const TEAMS_HOST = /^(?:[a-z0-9-]+\.)*(?:api\.powerplatform\.com|api\.powerautomate\.com|logic\.azure\.com)$/
const SLACK_HOST = 'hooks.slack.com'
const TELEGRAM = 'https://api.telegram.org'
const TOKEN = /^\d{5,20}:[\w-]{30,80}$/
const CHAT = /^(?:-?\d{1,19}|@[A-Za-z]\w{3,31})$/

type Fault = { fault: string; field: 'url' | 'token' | 'chat' }

const readUrl = (kind: 'teams' | 'slack', typed: string, origins: ChannelOrigins): Address | Fault => {
  const text = typed.trim()
  if (text === '') return { fault: CHANNEL_TEXTS.noUrl, field: 'url' }
  // The URL parser silently drops line breaks and tabs, and reads a backslash as a slash.
  const url = /[\p{Cc}\s\\]/u.test(text) ? null : URL.parse(text)
  if (url?.username !== '' || url.password !== '') return { fault: CHANNEL_TEXTS.url, field: 'url' }
  url.hash = ''
  if (url.origin === origins[kind]) return { url: url.href }
  if (url.protocol !== 'https:' || url.port !== '') return { fault: CHANNEL_TEXTS.url, field: 'url' }
  if (kind === 'slack' && url.hostname !== SLACK_HOST) return { fault: CHANNEL_TEXTS.slackHost, field: 'url' }
  if (kind === 'teams' && !TEAMS_HOST.test(url.hostname)) return { fault: CHANNEL_TEXTS.teamsHost, field: 'url' }
  return { url: url.href }
}

/** @param stored the present address: an empty url or token keeps its value */
export const readAddress = (
  kind: ChannelKind,
  { url, token, chat, thread }: WrittenAddress,
  origins: ChannelOrigins,
  stored?: Address,
): Address | Fault => {
  if (kind !== 'telegram') return url.trim() === '' && stored ? stored : readUrl(kind, url, origins)
  const storedToken = stored && 'token' in stored ? stored.token : ''
  const bot = token.trim() || storedToken
  if (bot === '') return { fault: CHANNEL_TEXTS.noToken, field: 'token' }
  if (!TOKEN.test(bot)) return { fault: CHANNEL_TEXTS.token, field: 'token' }
  if (chat.trim() === '') return { fault: CHANNEL_TEXTS.noChat, field: 'chat' }
  if (!CHAT.test(chat.trim())) return { fault: CHANNEL_TEXTS.chat, field: 'chat' }
  return { token: bot, chat: chat.trim(), thread }
}

const boundTo = (tenantId: number): string => `channel ${tenantId}`
export const sealAddress = (secrets: Secrets, tenantId: number, address: Address): string =>
  seal(secrets, boundTo(tenantId), JSON.stringify(address))

/** @returns undefined if no key of the installation decrypts it */
export const openAddress = (secrets: Secrets, tenantId: number, sealed: string): Address | undefined => {
  const text = openSealed(secrets, boundTo(tenantId), sealed)
  return text === undefined ? undefined : (JSON.parse(text) as Address)
}

/** `hooks.slack.com`, `-1001234 · tema 7` */
export const shownAddress = (address: Address): string => {
  if ('url' in address) return new URL(address.url).host
  return address.thread === null ? address.chat : `${address.chat} · tema ${address.thread}`
}

/** The chat and thread, from the displayed part of a Telegram address. */
export const chatOf = (kind: string, shown: string): { chat: string | null; thread: number | null } => {
  if (kind !== 'telegram') return { chat: null, thread: null }
  const [chat = '', thread] = shown.split(' · tema ')
  return { chat, thread: thread === undefined ? null : Number(thread) }
}

/** Where a message is sent. */
export const urlOf = (address: Address, origins: ChannelOrigins): string =>
  'url' in address ? address.url : `${origins.telegram ?? TELEGRAM}/bot${address.token}/sendMessage`
