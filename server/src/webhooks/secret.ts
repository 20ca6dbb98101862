// The secret that signs a webhook's deliveries, by Standard Webhooks (standardwebhooks.com): `whsec_` and 32 bytes in
// base64; HMAC-SHA256 over id, time and body. Signing needs its plain text, so it is stored encrypted, not hashed, and
// bound to its company.
import { createHmac, randomBytes } from 'node:crypto'
import { openSealed, type Secrets, seal } from '../secrets/sealing.ts'

const PREFIX = 'whsec_'
const boundTo = (tenantId: number): string => `webhook ${tenantId}`

export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`
export const sealSecret = (secrets: Secrets, tenantId: number, secret: string): string =>
  seal(secrets, boundTo(tenantId), secret)

/** @returns undefined if no key of the installation opens it: then nothing may be sent, because it would be unsigned */
export const openSecret = (secrets: Secrets, tenantId: number, stored: string): string | undefined =>
  openSealed(secrets, boundTo(tenantId), stored)

export type StoredSecrets = { secrets: readonly string[]; oldUntil: string | null; olderUntil: string | null }

/** The sealed secrets that sign at that time: the current one, and former ones for a day. */
export const signingSecrets = ({ secrets, oldUntil, olderUntil }: StoredSecrets, now: Date): string[] =>
  secrets.filter((_, nth) => nth === 0 || Date.parse([oldUntil, olderUntil][nth - 1] ?? '') > now.getTime())

/** @param at seconds since 1970 */
const signatureOf = (secret: string, id: string, at: number, body: string): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
}

/** @param secrets all of them sign: the current one first */
export const signedHeaders = (secrets: readonly string[], id: string, now: Date, body: string) => {
  const at = Math.floor(now.getTime() / 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': secrets.map((secret) => signatureOf(secret, id, at, body)).join(' '),
  }
}
