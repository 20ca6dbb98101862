// The logo that a company shows outside: that of its emails, else the one that the operator set.
import type { Tx } from '../../db/client.ts'
import { type SmallPicture, smallPicture } from '../../files/small-picture.ts'

const SIDE = 480

/** As it is stored. */
export const readLogo = async (tx: Tx, tenantId: number): Promise<Buffer | undefined> => {
  const of = (table: 'email_logo' | 'company_logo') =>
    tx.selectFrom(table).select('image').where('tenant_id', '=', tenantId).executeTakeFirst()
  return ((await of('email_logo')) ?? (await of('company_logo')))?.image
}

/** Re-encoded for a document. @returns undefined where there is none, or none that can be drawn */
export const logoPicture = async (stored: Buffer | undefined): Promise<SmallPicture | undefined> =>
  stored && smallPicture(stored, SIDE)
