// The company's email settings: one row, or none until the first save.
import type { EmailSettings } from '@padron/contract/email-settings'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Logo } from '../../files/logo.ts'
import { addressAt, type PlaceName } from '../../http/access/place.ts'

/** The product's own logo, for companies without one. */
const PRODUCT_LOGO = '/mark.svg'

/** @param place that the logo's address names */
export const readSettings = async (tx: Tx, tenantId: number, place: PlaceName): Promise<EmailSettings> => {
  const { rows } = await sql<EmailSettings>`
    select coalesce(s.active, false) as active, coalesce(s.tracking, false) as "activeTrackingReports",
      coalesce(s.tracking_mails, '{}') as emails, coalesce(s.header, '') as header, coalesce(s.footer, '') as footer,
      coalesce(s.contact_footer, '') as "contactFooter", coalesce(s.from_email, '') as "fromEmail",
      coalesce('/files/logos/' || l.sha256, c.logo_url, ${PRODUCT_LOGO}) as "logoUrl",
      l.sha256 is not null as "ownLogo", coalesce(s.facebook, '') as facebook, coalesce(s.twitter, '') as twitter,
      coalesce(s.linkedin, '') as linkedin, coalesce(s.instagram, '') as instagram,
      coalesce(s.row_version, 1) as version
    from company c
    left join email_setting s on s.tenant_id = c.tenant_id
    left join email_logo l on l.tenant_id = c.tenant_id
    where c.tenant_id = ${tenantId}`.execute(tx)
  const [settings] = rows
  if (!settings) throw new Error('no such company')
  return { ...settings, logoUrl: addressAt(place, settings.logoUrl) }
}

/** Locks the settings until the transaction ends. */
export const lockSettings = (tx: Tx, tenantId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('email_setting ' || ${String(tenantId)}::text, 0))`.execute(tx)

export type Changed = Partial<{
  active: boolean
  tracking: boolean
  tracking_mails: string[]
  header: string
  footer: string
  contact_footer: string
  from_email: string
  facebook: string
  twitter: string
  linkedin: string
  instagram: string
}>

/** A company without a row reads version 1, so the first write stores 2. */
export const writeSettings = async (tx: Tx, tenantId: number, changed: Changed): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('email_setting')
    .set((column) => ({ ...changed, row_version: column('row_version', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await tx
    .insertInto('email_setting')
    .values({ tenant_id: tenantId, ...changed, row_version: 2 })
    .execute()
}

const recordLogoChange = (tx: Tx, tenantId: number, before: string | null, after: string | null): Promise<unknown> =>
  sql`select record_activity(${tenantId}, 'mail_setting', ${tenantId}, 'Correos programados', 'update',
    ${JSON.stringify({ logo: [before, after] })}::jsonb)`.execute(tx)

/** The stored logo's size as text for the activity log, and its hash to detect that nothing changed. */
const logoBefore = async (tx: Tx, tenantId: number): Promise<{ sha256: string; words: string } | undefined> => {
  const { rows } = await sql<{ sha256: string; width: number; height: number }>`
    select sha256, width, height
    from email_logo
    where tenant_id = ${tenantId}`.execute(tx)
  const [row] = rows
  return row && { sha256: row.sha256, words: sizeWords(row) }
}
const sizeWords = ({ width, height }: Pick<Logo, 'width' | 'height'>): string => `${width} × ${height} píxeles`

/** @param sha256 its address */
export const writeLogo = async (tx: Tx, tenantId: number, sha256: string, logo: Logo): Promise<void> => {
  const { image, mediaType: media_type, width, height } = logo
  const row = { sha256, media_type, width, height, image }
  const before = await logoBefore(tx, tenantId)
  if (before?.sha256 === sha256) return
  await tx
    .insertInto('email_logo')
    .values({ tenant_id: tenantId, ...row })
    .onConflict((on) => on.column('tenant_id').doUpdateSet(row))
    .execute()
  await recordLogoChange(tx, tenantId, before?.words ?? null, sizeWords(logo))
}

export const removeLogo = async (tx: Tx, tenantId: number): Promise<void> => {
  const before = await logoBefore(tx, tenantId)
  if (!before) return
  await tx.deleteFrom('email_logo').where('tenant_id', '=', tenantId).execute()
  await recordLogoChange(tx, tenantId, before.words, null)
}
