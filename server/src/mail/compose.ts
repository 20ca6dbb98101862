// A letter put into words: its subject, a plain text, and the same as HTML. Whatever comes from people is text in both.
import { LOGO_SOURCE } from '@padron/contract/email-settings'
import type { Dress, DressLogo } from './branding.ts'
import { letterHtml } from './compose-html.ts'
import { letterText } from './compose-text.ts'
import { type ComposeOptions, wordsOf } from './compose-words.ts'
import type { MailContent } from './email-content.ts'

/** The picture that travels with it. */
export const logoOf = ({ company }: MailContent, dress: Dress | undefined): DressLogo | undefined =>
  company ? dress?.logo : undefined

const sourceOf = ({ image, mediaType }: DressLogo, picture: ComposeOptions['picture']): string =>
  picture === 'cid' ? LOGO_SOURCE : `data:${mediaType};base64,${image.toString('base64')}`

/** @param dress the company's; it is worn by letters that are in it (`content.company`) */
export const composeLetter = (
  content: MailContent,
  dress: Dress | undefined,
  options: ComposeOptions,
): { subject: string; text: string; html: string } => {
  const words = wordsOf(content, dress, options)
  const logo = logoOf(content, dress)
  const picture = logo && { source: sourceOf(logo, options.picture), companyName: dress?.companyName ?? '' }
  return { subject: words.subject, text: letterText(words), html: letterHtml(words, picture) }
}

export { readDress } from './branding.ts'
