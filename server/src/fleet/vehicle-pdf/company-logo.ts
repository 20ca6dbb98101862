// The logo that a company uses in emails and files: its own, otherwise the operator's.
import type { Tx } from '../../db/client.ts'
import { type SmallPicture, smallPicture } from '../../files/small-picture.ts'

const SIDE = 480

/** The stored bytes. */
export const readLogo = async (tx: Tx, tenantId: number): Promise<Buffer | undefined> => {
  const of = (table: 'email_logo' | 'company_logo') =>
    tx.selectFrom(table).select('image').where('tenant_id', '=', tenantId).executeTakeFirst()
  return ((await of('email_logo')) ?? (await of('company_logo')))?.image
}

/** Re-encoded for a document. @returns undefined without a logo, or if it cannot be decoded */
export const logoPicture = async (stored: Buffer | undefined): Promise<SmallPicture | undefined> =>
  stored && smallPicture(stored, SIDE)
