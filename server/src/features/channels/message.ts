// The text of a channel's message: one notice, or several of a minute with their number. Plain text, so that nothing in
// a name becomes a link or a mention. Pure.
import type { ChannelKind } from '@padron/contract/channels'
import { numberText } from '@padron/contract/texts/count-of'
import type { ChannelContent } from '../../mail/channel-outbox.ts'
import type { Address } from './address.ts'

const ITEMS_AT_MOST = 10
const LINES_AT_MOST = 20
/** So that a whole message stays below Telegram's 4,096 characters (core.telegram.org/bots/api#sendmessage). */
const LINE_MAX = 150

export type Message = { title: string; lines: readonly string[]; link: string | undefined }

const cut = (line: string): string => (line.length > LINE_MAX ? `${line.slice(0, LINE_MAX - 1)}…` : line)
const limitLines = (lines: readonly string[], most: number, omitted = 0): string[] => {
  const more = Math.max(0, lines.length - most) + omitted
  return [...lines.slice(0, most).map(cut), ...(more > 0 ? [`y ${numberText(more)} más`] : [])]
}

/** @param publicUrl where the console is; without it there is no link */
export const composeMessage = (notices: readonly ChannelContent[], publicUrl: string | undefined): Message => {
  const [first] = notices
  const link = (path: string) => (publicUrl === undefined ? undefined : `${publicUrl}${path}`)
  if (first && notices.length === 1)
    return {
      title: cut(first.title),
      lines: limitLines(first.lines, LINES_AT_MOST, first.omitted),
      link: link(first.path),
    }
  const items = notices.map(({ item }) => `· ${item}`)
  return {
    title: `${numberText(notices.length)} avisos`,
    lines: limitLines(items, ITEMS_AT_MOST),
    link: link('/notices'),
  }
}

const OPEN = 'Abrir en Padrón'

/** Texts of runs are not read as Markdown (adaptivecards.io, RichTextBlock), so a name cannot become a link. */
const teamsCard = ({ title, lines, link }: Message) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: title, weight: 'Bolder', size: 'Medium' }] },
          ...lines.map((text) => ({ type: 'RichTextBlock', spacing: 'Small', inlines: [{ type: 'TextRun', text }] })),
        ],
        ...(link ? { actions: [{ type: 'Action.OpenUrl', title: OPEN, url: link }] } : {}),
      },
    },
  ],
})

/** docs.slack.dev/messaging/formatting-message-text: these three characters begin links and mentions. */
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const slackText = ({ title, lines, link }: Message) => ({
  text: [`*${escaped(title)}*`, ...lines.map(escaped), ...(link ? [`<${link}|${OPEN}>`] : [])].join('\n'),
  unfurl_links: false,
})

const telegramText = ({ title, lines, link }: Message, address: Address) => ({
  ...('chat' in address ? { chat_id: address.chat } : {}),
  ...('thread' in address && address.thread !== null ? { message_thread_id: address.thread } : {}),
  text: [title, ...lines, ...(link ? [link] : [])].join('\n'),
  link_preview_options: { is_disabled: true },
})

/** The request body for this kind of channel. */
export const bodyFor = (kind: ChannelKind, address: Address, message: Message): string => {
  if (kind === 'teams') return JSON.stringify(teamsCard(message))
  return JSON.stringify(kind === 'slack' ? slackText(message) : telegramText(message, address))
}
