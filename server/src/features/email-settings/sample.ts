// Renders a sample email with the settings that are being typed, for an invented report.
import type { Input, Reply } from '@padron/contract/call'
import type { emailSettings as rows } from '@padron/contract/email-settings'
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import { localText } from '@padron/contract/texts/local-text'
import type { Tx } from '../../db/client.ts'
import type { Session } from '../../http/access/sessions.ts'
import { type EmailBranding, type EmailLogo, linksOf, readEmailBranding } from '../../mail/branding.ts'
import { composeEmail } from '../../mail/compose.ts'
import type { MailContent } from '../../mail/email-content.ts'

type Body = Input<typeof rows.sample>['body']

const exampleOf = (country: Country): MailContent => ({
  subject: 'Muestra',
  title: 'Reporte de ejemplo',
  about: 'Vista «Toda la flota».',
  lines: [`12 vehículos ${localText('con adeudos', country)} por ${money(48_200, country)}.`],
  blocks: [
    {
      is: 'facts',
      rows: [
        [localText('Adeudo conocido', country), money(48_200, country)],
        [localText('Vehículos con adeudos', country), '12 de 80'],
      ],
    },
  ],
  link: { text: 'Abrir en la consola', path: '/' },
  company: true,
})

/** A placeholder: the browser already has the new image and inserts it. */
const NEW_LOGO: EmailLogo = { image: Buffer.alloc(0), mediaType: 'image/png', sha256: '' }

const sampleBranding = (
  stored: EmailBranding,
  { header, footer, contactFooter, fromEmail, logo, ...social }: Body,
): EmailBranding => ({
  ...stored,
  header,
  footer,
  contactFooter,
  fromEmail: fromEmail.trim(),
  links: linksOf(social),
  logo: logo === 'new' ? NEW_LOGO : stored.logo,
})

export const sampleOf = async (tx: Tx, session: Session, body: Body): Promise<Reply<typeof rows.sample>> => {
  const stored = await readEmailBranding(tx, session.tenantId, body.logo !== 'none')
  const { html } = composeEmail(exampleOf(session.country), sampleBranding(stored, body), {
    addressOf: (path) => path,
    picture: body.logo === 'new' ? 'cid' : 'data',
  })
  return { html }
}
