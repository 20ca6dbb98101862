// Public email providers: their domains belong to no company.
const PUBLIC_MAIL_DOMAINS = new Set([
  'aol.com',
  'gmail.com',
  'gmx.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.es',
  'icloud.com',
  'live.com',
  'live.com.mx',
  'mail.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'outlook.es',
  'proton.me',
  'protonmail.com',
  'yahoo.com',
  'yahoo.com.co',
  'yahoo.com.mx',
  'yahoo.es',
  'ymail.com',
  'zoho.com',
])

export const isPublicMailDomain = (domain: string): boolean => PUBLIC_MAIL_DOMAINS.has(domain)
