// Composes an email: subject, plain text and HTML. Texts of users are escaped in both.
import { LOGO_SOURCE } from '@padron/contract/email-settings'
import { type EmailBranding, type EmailLogo, emailLogo } from './branding.ts'
import { emailHtml } from './compose-html.ts'
import { emailText } from './compose-text.ts'
import type { MailContent } from './email-content.ts'
import { type ComposeOptions, emailParts } from './email-parts.ts'

const sourceOf = ({ image, mediaType }: EmailLogo, picture: ComposeOptions['picture']): string =>
  picture === 'cid' ? LOGO_SOURCE : `data:${mediaType};base64,${image.toString('base64')}`

/** @param branding of the company; applied to emails with `content.company` */
export const composeEmail = (
  content: MailContent,
  branding: EmailBranding | undefined,
  options: ComposeOptions,
): { subject: string; text: string; html: string } => {
  const words = emailParts(content, branding, options)
  const logo = emailLogo(content, branding)
  const picture = logo && { source: sourceOf(logo, options.picture), companyName: branding?.companyName ?? '' }
  return { subject: words.subject, text: emailText(words), html: emailHtml(words, picture) }
}
