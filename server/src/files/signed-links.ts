// Addresses of files that a browser may open without a token: signed for one path, with an expiry. The tenant is part
// of the signed path, so a link can be neither used for another company nor extended. The newest key signs; every key
// that is not yet retired is accepted, so that a change of keys breaks no existing link.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/client.ts'
import { addressAt, type PlaceName } from '../http/access/place.ts'
import { ensureKey, type KeyRing, keyRing } from '../secrets/secret-keys.ts'

const GOOD_FOR_SECONDS = 15 * 60

export type SignedLinks = {
  /** @param requester the only user it is for; it is part of the address and opens with the user's permissions then */
  sign: (path: string, requester?: string) => string
  /** For emails, which are read days later: valid as long as the file is stored. */
  signUntil: (path: string, until: Date) => string
  isValid: (path: string, query: LinkQuery) => Promise<boolean>
}
/** Expiry, signature and requester. */
export type LinkQuery = { e?: string; s?: string; u?: string }

const mac = (key: Buffer, path: string, expires: string, requester: string | undefined) =>
  createHmac('sha256', key)
    .update([path, expires, ...(requester === undefined ? [] : [requester])].join('\n'))
    .digest()

/**
 * The keys belong to the installation and are shared by its processes; the first process creates one.
 * @param place that signed addresses contain
 */
export const signedLinks = async (db: Db, now: () => Date, place?: PlaceName): Promise<SignedLinks> => {
  await ensureKey(db, 'file-links')
  const ring: KeyRing = await keyRing(db, 'file-links', now)
  const seconds = () => Math.floor(now().getTime() / 1000)
  const bytes = ({ secret }: { secret: unknown }) => Buffer.from((secret as { key: string }).key, 'base64')
  const signed = (path: string, expires: string, requester?: string) => {
    const s = mac(bytes(ring.newest()), path, expires, requester).toString('base64url')
    return `${addressAt(place, path)}?e=${expires}${requester === undefined ? '' : `&u=${requester}`}&s=${s}`
  }
  return {
    // Rounded up to the minute, so that the page has the same address for a while.
    sign: (path, requester) => signed(path, String(Math.ceil((seconds() + GOOD_FOR_SECONDS) / 60) * 60), requester),
    signUntil: (path, until) => signed(path, String(Math.floor(until.getTime() / 1000))),
    isValid: async (path, { e = '', s = '', u }) => {
      if (!/^\d{1,12}$/.test(e) || Number(e) < seconds()) return false
      const signature = Buffer.from(s, 'base64url')
      const fits = (key: { secret: unknown }) => {
        const right = mac(bytes(key), path, e, u)
        return signature.length === right.length && timingSafeEqual(signature, right)
      }
      // Another process may have signed with a new key that this one has not read yet.
      return (await ring.accepted()).some(fits) || (await ring.renewed()).some(fits)
    },
  }
}
