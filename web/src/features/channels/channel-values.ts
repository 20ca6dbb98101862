// The values of a channel's form, their validation, and the body of the request. Pure.
import { CHANNEL_TEXTS, type Channel, type ChannelKind } from '@padron/contract/channels'
import type { NewsType } from '@padron/contract/news'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'

export const NAME_MAX = 60

export type ChannelValues = {
  kind: ChannelKind
  name: string
  url: string
  token: string
  chat: string
  thread: string
  isQuiet: boolean
  from: string
  to: string
  events: readonly NewsType[]
}
export const NEW: ChannelValues = {
  kind: 'teams',
  name: '',
  url: '',
  token: '',
  chat: '',
  thread: '',
  isQuiet: false,
  from: '21:00',
  to: '07:00',
  events: [],
}

export const toChannelValues = ({ kind, name, chat, thread, quiet, events }: Channel): ChannelValues => ({
  ...NEW,
  kind,
  name,
  chat: chat ?? '',
  thread: thread === null ? '' : String(thread),
  isQuiet: quiet !== null,
  events,
  ...(quiet ?? {}),
})

const isTime = (typed: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(typed)
const toFault = ({ isQuiet, from, to }: ChannelValues): string | false => {
  if (!isQuiet) return false
  if (!isTime(to)) return CHANNEL_TEXTS.time
  return from === to && CHANNEL_TEXTS.quiet
}
const threadOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

/** @param isNew an edit may leave the address empty. The server validates more. */
export const validateChannel = (values: ChannelValues, isNew: boolean): Faults => {
  const { kind, name, url, token, chat, thread, isQuiet, from } = values
  const isBot = kind === 'telegram'
  return onlyFaults({
    name: !name.trim() && CHANNEL_TEXTS.noName,
    url: !isBot && isNew && !url.trim() && CHANNEL_TEXTS.noUrl,
    token: isBot && isNew && !token.trim() && CHANNEL_TEXTS.noToken,
    chat: isBot && !chat.trim() && CHANNEL_TEXTS.noChat,
    thread: isBot && !/^(?:[1-9]\d{0,8})?$/.test(thread.trim()) && 'Escriba el número del tema, o nada',
    from: isQuiet && !isTime(from) && CHANNEL_TEXTS.time,
    to: toFault(values),
  })
}

/** The body of the request. @param values without faults */
export const toChannelBody = (values: ChannelValues, active: boolean) => {
  const { kind, name, url, token, chat, thread, isQuiet, from, to, events } = values
  const address = kind === 'telegram' ? { token, chat, thread: threadOf(thread) } : { url }
  return { name, ...address, quiet: isQuiet ? { from, to } : null, events: [...events], active }
}
