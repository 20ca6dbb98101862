// The branding of a company's emails: texts above and below, reply address, links and logo.
import { isSocialLink, SOCIAL_LINKS } from '@padron/contract/email-settings'
import { asCountry, type Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import type { MailContent } from './email-content.ts'

export type EmailLogo = { image: Buffer; mediaType: string; sha256: string }
export type EmailBranding = {
  companyName: string
  country: Country
  timeZone: string
  /** Text before the content. */
  header: string
  footer: string
  contactFooter: string
  /** The reply address; empty: none. */
  fromEmail: string
  links: readonly { name: string; url: string }[]
  logo: EmailLogo | undefined
}

/** The logo that the email attaches. */
export const emailLogo = (
  { company }: Pick<MailContent, 'company'>,
  branding: EmailBranding | undefined,
): EmailLogo | undefined => (company ? branding?.logo : undefined)

type Stored = Omit<EmailBranding, 'country' | 'links' | 'logo'> & {
  country: string
  social: Readonly<Record<string, string | null>>
  image: Buffer | null
  mediaType: string
  sha256: string
}

/** Validates again, since rows stored under older rules may hold links that are no longer allowed. */
export const linksOf = (social: Readonly<Record<string, string | null>>): EmailBranding['links'] =>
  SOCIAL_LINKS.flatMap(({ network, name }) => {
    const url = social[network]?.trim() ?? ''
    return url !== '' && isSocialLink(url) ? [{ name, url }] : []
  })

/**
 * Prefers the logo for emails to that of the console.
 * @param tx the company's own, or the system's
 * @param own false: ignores the logo for emails
 */
export const readEmailBranding = async (tx: Tx, tenantId: number, own = true): Promise<EmailBranding> => {
  const { rows } = await sql<Stored>`
    select c.company_name as "companyName", c.country, c.time_zone as "timeZone", coalesce(s.header, '') as header,
      coalesce(s.footer, '') as footer, coalesce(s.contact_footer, '') as "contactFooter",
      coalesce(s.from_email, '') as "fromEmail",
      jsonb_build_object('facebook', s.facebook, 'twitter', s.twitter, 'linkedin', s.linkedin, 'instagram',
      s.instagram) as social, coalesce(l.image, k.image) as image,
      coalesce(l.media_type, k.media_type) as "mediaType", coalesce(l.sha256, k.sha256) as sha256
    from company c
    left join email_setting s on s.tenant_id = c.tenant_id
      left join email_logo l on l.tenant_id = c.tenant_id and ${own}
      left join company_logo k on k.tenant_id = c.tenant_id
    where c.tenant_id = ${tenantId}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('no such company')
  const { social, image, mediaType, sha256, ...rest } = row
  return {
    ...rest,
    country: asCountry(rest.country),
    links: linksOf(social),
    logo: image ? { image, mediaType, sha256 } : undefined,
  }
}
