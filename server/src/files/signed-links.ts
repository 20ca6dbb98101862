// Addresses of files that a browser may open without a token: signed for one path, and expiring. The tenant is part of
// the signed path, so a link can be neither moved to another company nor stretched.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { asSystem, type Db } from '../db/client.ts'

const PURPOSE = 'file-links'
const GOOD_FOR_SECONDS = 15 * 60

export type SignedLinks = {
  sign: (path: string) => string
  isValid: (path: string, query: { e?: string; s?: string }) => boolean
}

/** The key is the installation's, shared by its processes; the first to start makes it. */
export const signedLinks = async (db: Db, now: () => Date): Promise<SignedLinks> => {
  const row = await asSystem(db, async (tx) => {
    const made = { kid: PURPOSE, purpose: PURPOSE, secret: JSON.stringify({ key: randomBytes(32).toString('base64') }) }
    await tx
      .insertInto('secret_key')
      .values(made)
      .onConflict((c) => c.doNothing())
      .execute()
    return tx.selectFrom('secret_key').select('secret').where('kid', '=', PURPOSE).executeTakeFirstOrThrow()
  })
  const key = Buffer.from((row.secret as { key: string }).key, 'base64')
  const mac = (path: string, expires: string) => createHmac('sha256', key).update(`${path}\n${expires}`).digest()
  const seconds = () => Math.floor(now().getTime() / 1000)
  return {
    sign: (path) => {
      // Rounded up to the minute, so that the same page gives the same address for a while.
      const expires = String(Math.ceil((seconds() + GOOD_FOR_SECONDS) / 60) * 60)
      return `${path}?e=${expires}&s=${mac(path, expires).toString('base64url')}`
    },
    isValid: (path, { e = '', s = '' }) => {
      const given = Buffer.from(s, 'base64url')
      const right = mac(path, e)
      return (
        /^\d{1,12}$/.test(e) && Number(e) >= seconds() && given.length === right.length && timingSafeEqual(given, right)
      )
    },
  }
}
